//! What models wrote about a finished session, as untrusted input: read, held against the session, bounded, then used.
//! Beside each its local form, for where no model is.
//!
//! Invariant: a report names only turns, words, ideas and elements that are there. What does not hold is dropped and
//! counted, never repaired by guess.

mod chat;
mod points;
#[cfg(feature = "studio")]
mod respondent;
mod score;
mod summary;
mod synthesis;
mod tags;
mod tidy;

use indexmap::IndexMap;

#[cfg(feature = "studio")]
pub use self::respondent::{NoAnswer, respondent};
pub use self::{
    chat::{Hit, chat, search},
    points::points,
    score::{Score, score},
    summary::{local_summary, summary},
    synthesis::{Chain, Contradiction, Finding, Stance, Synthesis, Theme, local_synthesis, synthesis},
    tags::failure_tags,
};
use super::intake::Unreadable;

/// A report that holds, and what was dropped from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked<T> {
    /// The report.
    pub report: T,
    /// What was dropped or cut, by reason.
    pub drops: IndexMap<&'static str, u32>,
}

/// Why a reply is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Nothing in it holds.
    #[error("nothing in the reply holds against the session")]
    Nothing,
}

/// A report of a judge as it may be shown: without HTML and hidden signs, at most 40,000 characters.
pub fn readable(report: &str) -> String {
    tidy::tidy(report, 40_000, &mut Drops::default())
}

/// Counts drops by reason.
#[derive(Debug, Default)]
struct Drops(IndexMap<&'static str, u32>);

impl Drops {
    fn count(&mut self, reason: &'static str) {
        *self.0.entry(reason).or_default() += 1;
    }

    fn checked<T>(self, report: T) -> Checked<T> {
        Checked { report, drops: self.0 }
    }
}
