//! The record of a turn. The trace of an interview is the list of these records.

use serde::{Deserialize, Serialize};

use crate::engine::{
    dialogue::{Probe, Reading, Source},
    graph::{Extraction, GraphDelta},
    id::Name,
    model::CallRecord,
    policy::{Continuation, Decision, StopReason},
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
    /// Who read the answer.
    pub source: Option<Source>,
    /// Ideas and connections in the answer; none if the question was skipped.
    pub extraction: Option<Extraction>,
    /// Other readings of the answer; none if the question was skipped.
    pub reading: Option<Reading>,
    /// Changes of the graph.
    pub delta: GraphDelta,
    /// State computed from the graph after them.
    pub state: State,
    /// Counters of growth after them.
    pub growth: Growth,
    /// Global signals.
    pub signals: Values,
    /// The decision that followed; none if the interview ended before it.
    pub decision: Option<Decision>,
    /// Whether the interview goes on.
    pub continuation: Continuation,
    /// The question that followed; none if the interview ended.
    pub next: Option<Question>,
    /// Model calls in order: first for the reading, then for the next question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Question {
    /// The turn that will answer it.
    pub turn: u32,
    /// Its text.
    pub text: String,
    /// Its probe; the opening question, fixed questions and those that stay with the last answer have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<Probe>,
    /// Name of the focus: the label of the node or element, or the topic.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub focus: String,
    /// The tactic of its wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Name>,
    /// Whether a model asked on from the last answer, because the chosen probe would have passed over what matters to the
    /// respondent. It then has no probe.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
    /// The end of the interview that it proposes: its page offers to stop or to go on. Other questions propose none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposes: Option<StopReason>,
    /// Who worded it.
    pub source: Source,
    /// Turns left of the budget after this one.
    pub turns_left: u32,
}
