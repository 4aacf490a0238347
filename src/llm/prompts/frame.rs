//! What a study holds of the things a prompt speaks about.

use crate::{concept::Concept, methodology::Methodology, policy::Policy};

/// What a study holds of the things a prompt speaks about; `Study::frame` makes it.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Language of the interview, a BCP 47 tag.
    pub language: &'a str,
    /// WHAT is explored.
    pub concept: &'a Concept,
    /// HOW it is explored.
    pub methodology: &'a Methodology,
    /// How probes are chosen; its strategies and tactics are what questions are worded by.
    pub policy: &'a Policy,
    /// Most turns of an interview.
    pub max_turns: u32,
    /// Least turns, unless somebody ends it.
    pub min_turns: u32,
    /// Models by name; none: the rules alone.
    pub models: &'a [String],
    /// Whether marks stand for details of the respondent, which the prompt then explains.
    pub redacts: bool,
}
