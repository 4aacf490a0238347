//! Words, stems, sentences' marks and likeness of texts.
//!
//! Invariant: every position is counted in code points of the raw text, so a span can be stored, drawn and checked
//! in any language. No function here panics, whatever the text.

mod digest;
mod hash;
mod likeness;
mod stem;
mod token;
mod words;

pub use self::{
    digest::sha256,
    hash::{WordHasher, WordMap},
    likeness::{alike, contains_phrase, dice, jaccard},
    stem::Stems,
    token::{Kind, Token, plain, slice, tokens, words},
    words::{WordSet, mark},
};
