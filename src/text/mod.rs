//! Words, stems, sentences' marks and likeness of texts.
//!
//! Invariant: every position is counted in code points of the raw text, so a span can be stored, drawn and checked
//! in any language. No function here panics, whatever the text.

mod digest;
mod folded;
mod letter;
mod likeness;
mod stem;
mod token;
mod words;

pub use self::{
    digest::sha256,
    folded::Folded,
    letter::{is_alphanumeric, lowercase},
    likeness::{alike, contains_phrase, dice, jaccard},
    stem::Stems,
    token::{Kind, Token, plain, slice, tokens, words},
    words::{Collector, WordSet, mark},
};

/// A map from words, in order of insertion. Its hashes are quick to make, and not for whoever says the words to foresee.
pub type WordMap<V> = indexmap::IndexMap<String, V, foldhash::fast::RandomState>;
