//! Everything a decision may look at.

use super::{Course, State};
use crate::{
    concept::Concept,
    dialogue::{Exchange, Focus, Probe},
    graph::KnowledgeGraph,
    limits::Limits,
    methodology::Methodology,
};

/// Everything a decision may look at. Policies are pure functions of it.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// WHAT to explore.
    pub concept: &'a Concept,
    /// HOW to explore it.
    pub methodology: &'a Methodology,
    /// How far the interview may go.
    pub limits: &'a Limits,
    /// The graph after the last answer.
    pub graph: &'a KnowledgeGraph,
    /// State of the graph after the last answer.
    pub state: &'a State,
    /// What the interview carries from turn to turn, the last answer included.
    pub course: &'a Course,
    /// Completed turns, oldest first; the last one is the turn just answered or skipped.
    pub history: &'a [Exchange],
    /// Number of the turn just answered.
    pub turn: u32,
    /// Probes the respondent skipped and subjects they declined: vetoed unless nothing else is left.
    pub declined: &'a [Declined],
    /// How much a decision says of what was not chosen.
    pub trace: Trace,
}

/// How much an interview keeps of how it came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trace {
    /// Everything: the tally of each probe a decision names, what was ruled out, a digest of each turn in the log.
    #[default]
    Whole,
    /// What came of it: probes that were not chosen have their scores only, what was ruled out is not named, and the log has
    /// no digests. Policies that name a few probes at most may tell all of them.
    Outcome,
}

/// What the respondent passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declined {
    /// A question about the conversation as a whole: this strategy is not to ask it again.
    Probe(Probe),
    /// A subject: nothing is to be asked about it again.
    Focus(Focus),
}
