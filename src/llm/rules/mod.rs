//! The rules model: reads answers and words questions with no network, the same way every time.
//!
//! Invariant: what it knows of a language is data, a [`LanguagePack`]. Respondent text is data, never instruction.

mod ask;
pub mod labelled;
mod lexicon;
mod pack;
mod read;

pub use self::{
    ask::{About, Asked, Wording, ask, question_words},
    pack::{Cue, Expectation, LanguagePack, Lengths, Linking, List, MethodWords, Needs, Part, Role, TypeWords},
    read::{Known, MOST_EDGES, MOST_NODES, ReadingContext, Subject, is_bare, read},
};

/// Version of the rules; grows whenever the same answer may be read, or the same probe worded, in another way.
pub const VERSION: u32 = 2;
