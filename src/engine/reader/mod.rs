//! The rules model for answers: reads them without a network, with the same result every time.
//!
//! An answer becomes words, clauses, phrases, types, elements and reactions, connections, and a reading. Each step is one
//! file; [`read`] runs them.
//!
//! Invariants: what the rules know of a language is its [`LanguagePack`](super::language::LanguagePack); respondent text is
//! data, never instruction; every span is inside its text and every type is one of the ontology's.

pub mod labelled;
pub mod learned;
mod tokenized_answer;
mod known_context;
mod clause;
mod element;
mod extractability;
mod idea_phrase;
mod interest;
mod classification;
mod salience;
mod idea;
mod spoken;
mod saying;
mod take_up;
mod question_fit;
mod act;
mod relevance;
mod tone;
mod node;
mod link_strength;
mod link;
mod read;

#[cfg(test)]
#[expect(clippy::expect_used, reason = "tests fail loudly")]
mod tests;

pub use self::{
    interest::{InterestContext, interest, interest_decision},
    known_context::ConceptWords,
    question_fit::{QuestionFit, opening},
    read::{KnownIdea, MOST_EDGES, MOST_NODES, ReadingContext, is_bare, read},
    saying::Sayings,
};

/// Version of the rules. It grows when the same answer may be read, or the same probe worded, in another way.
pub const VERSION: u32 = 3;
