//! The record of a turn: the trace of the interview is made of nothing else.

use serde::{Deserialize, Serialize};

use crate::{
    dialogue::{Probe, Reading, Source},
    graph::{Extraction, GraphDelta},
    id::Name,
    llm::CallRecord,
    policy::{Continuation, Decision},
    signals::Values,
    state::{Growth, State},
};

/// One answer and the question that follows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Number, from 1.
    pub turn: u32,
    /// The question that was answered.
    pub question: Question,
    /// The answer; none if the question was skipped.
    pub answer: Option<String>,
    /// Who read it.
    pub source: Option<Source>,
    /// What it says; none if the question was skipped.
    pub extraction: Option<Extraction>,
    /// What it tells beside; none if the question was skipped.
    pub reading: Option<Reading>,
    /// What it changed in the graph.
    pub delta: GraphDelta,
    /// State of the graph after it.
    pub state: State,
    /// Counters of growth after it.
    pub growth: Growth,
    /// Global signals.
    pub signals: Values,
    /// The choice that followed; none if the interview ended before one.
    pub decision: Option<Decision>,
    /// Whether the interview goes on.
    pub continuation: Continuation,
    /// The question that followed; none if the interview ended.
    pub next: Option<Question>,
    /// Calls of models made in it, in order: those for the reading, then those for the question that followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Turn whose answer is awaited.
    pub turn: u32,
    /// Its text.
    pub text: String,
    /// What it is about; the opening question has no probe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
    /// What the focus is called: the label of the node or element, or the topic.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub focus: String,
    /// The tactic that worded it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Name>,
    /// Who worded it.
    pub source: Source,
    /// Turns left after this one, of the budget.
    pub turns_left: u32,
}
