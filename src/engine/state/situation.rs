//! The input of a decision.

use super::{InterviewHistory, State};
use crate::engine::{
    concept::Concept,
    dialogue::{Exchange, Focus, Probe},
    graph::KnowledgeGraph,
    language::LanguagePack,
    limits::Limits,
    methodology::Methodology,
};

/// The input of a decision. Policies are pure functions of it.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The concept, which defines the subject.
    pub concept: &'a Concept,
    /// The methodology, which defines the procedure.
    pub methodology: &'a Methodology,
    /// The language pack of the study.
    pub pack: &'a LanguagePack,
    /// The limits of the interview.
    pub limits: &'a Limits,
    /// The graph after the last answer.
    pub graph: &'a KnowledgeGraph,
    /// State of the graph after the last answer.
    pub state: &'a State,
    /// The state that the interview keeps from turn to turn, including the last answer.
    pub course: &'a InterviewHistory,
    /// Completed turns, oldest first; the last one is the turn just answered or skipped.
    pub history: &'a [Exchange],
    /// Number of the turn just answered.
    pub turn: u32,
    /// Skipped probes and declined subjects. They are chosen only if nothing else remains.
    pub declined: &'a [Declined],
    /// How many details a decision records about other probes.
    pub trace: Trace,
}

/// How many details an interview records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trace {
    /// All details: the tally of each probe in a decision, the excluded probes, and a digest per turn in the log.
    #[default]
    Whole,
    /// Results only: scores of other probes, without excluded ones and without digests. Policies with few probes may
    /// record all of them.
    Outcome,
}

/// A probe or subject that the respondent skipped or declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declined {
    /// A question about the whole conversation: this strategy does not ask it again.
    Probe(Probe),
    /// A subject: no question is about it again.
    Focus(Focus),
}
