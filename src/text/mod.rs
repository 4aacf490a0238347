//! Words, stems, sentences' marks and likeness of texts.
//!
//! Invariant: every position is counted in code points of the raw text, so a span can be stored, drawn and checked
//! in any language. No function here panics, whatever the text.

mod digest;
mod likeness;
mod stem;
mod token;
mod words;

pub use self::{
    digest::sha256,
    likeness::{alike, contains_phrase, dice, jaccard},
    stem::Stems,
    token::{Kind, Token, plain, slice, tokens, words},
    words::{WordSet, mark},
};

/// A map from words, in order of insertion. Whoever chooses the keys can make them collide: for words of a study's own
/// documents, never for what respondents say.
pub type WordMap<V> = indexmap::IndexMap<String, V, rustc_hash::FxBuildHasher>;
