//! The timeline of an interview for a judge: questions with their reasons, answers with their analyses.

use serde::{Deserialize, Serialize};

use crate::engine::{dialogue::Level, graph::Reaction, id::Name, signals::SignalValue};

/// A turn of the timeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimelineTurn {
    /// Number of the turn.
    pub turn: u32,
    /// The decision; none for the opening question and the study's fixed questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<TimelineChoice>,
    /// The question.
    pub question: String,
    /// Source of the wording: `rules`, `study`, or the name of a model.
    pub worded_by: String,
    /// The answer; none if the question was skipped.
    pub answer: Option<String>,
    /// Engagement of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub momentum: Option<Level>,
    /// The analysis of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<TimelineAnalysis>,
    /// Note on an omitted analysis: `[result omitted: 7 nodes, 5 edges, 1842 bytes]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis_omitted: Option<String>,
    /// Failed calls that the rules replaced: `question_followup: timeout_total`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<String>,
}

/// The decision for a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimelineChoice {
    /// Phase of the interview.
    pub phase: Name,
    /// Id of the strategy.
    pub strategy: Name,
    /// Id of the tactic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Name>,
    /// The focus.
    pub focus: String,
    /// Its score; none if no probe was eligible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The largest terms of the score, at most 3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ActiveSignal>,
    /// The second choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
    /// Why the previous answer was unusable, for a clarifying question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clarifies: Option<String>,
}

/// A line of the winning tally.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActiveSignal {
    /// The signal, scorer or rule: `graph.max_depth`.
    pub source: String,
    /// Its value, if it has one.
    #[serde(default)]
    pub value: Option<SignalValue>,
    /// Its effect on the score.
    pub moved: f64,
}

/// The second choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunnerUp {
    /// Id of the strategy.
    pub strategy: Name,
    /// Its focus.
    pub focus: String,
    /// Its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// The analysis of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimelineAnalysis {
    /// Its source: `rules` or the name of a model.
    pub read_by: String,
    /// Why the answer contains nothing to code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncodable: Option<String>,
    /// Ideas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<FoundIdea>,
    /// Connections.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<FoundLink>,
    /// Elements that the respondent understands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<Name>,
    /// Known signals of the answer: `certainty 0.9`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<String>,
}

/// An idea in an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FoundIdea {
    /// Its label.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
    /// Its quote; none if it equals the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Its elements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Name>,
    /// Reaction to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaction: Option<Reaction>,
    /// Whether it is too vague to build on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_vague: bool,
}

/// A connection in an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FoundLink {
    /// Label of its source.
    pub source: String,
    /// Id of its edge type.
    pub relation: Name,
    /// Label of its target.
    pub target: String,
    /// Its quote; none if it equals the quote of an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// What a context omits to save space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TimelineTruncation {
    /// The last pass: 1 results, 2 runners-up and reasons, 3 long answers.
    pub pass: u8,
    /// Omitted results.
    pub omitted_results: u32,
    /// Omitted bytes.
    pub omitted_bytes: u64,
}
