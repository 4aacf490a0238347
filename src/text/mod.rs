//! Words, sentences and likeness of texts.

mod digest;

pub use self::digest::sha256;
