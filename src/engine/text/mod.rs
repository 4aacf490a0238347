//! Words, punctuation and similarity of texts.
//!
//! Invariant: every position counts code points of the raw text, in any language. No function panics.

mod digest;
mod folded;
mod letter;
mod likeness;
mod token;
mod visible;
mod words;

pub use self::{
    digest::sha256,
    folded::Folded,
    letter::{is_alphanumeric, lower_first, lowercase, plain_words},
    likeness::{alike, dice, jaccard},
    token::{Token, TokenKind, plain, prefix, slice, tokens, word_list, words},
    visible::{first_words, is_invisible},
    words::{Collector, WordSet, mark},
};

/// A map with words as keys, in order of insertion. Its hashes are fast, and respondents cannot predict them.
pub type WordMap<V> = crate::engine::index_map::IndexMap<String, V>;
