//! An interview turn by turn as a judge sees it: what was asked and why, what was said, and what was made of it.

use serde::{Deserialize, Serialize};

use super::ActiveSignal;
use crate::{dialogue::Level, graph::Reaction, id::Name};

/// A turn as a judge sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimelineTurn {
    /// Its number.
    pub turn: u32,
    /// Why this question; none for the opening question and for those the study asks of everyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// The question.
    pub question: String,
    /// Who worded it: `rules`, `study`, or the name of a model.
    pub worded_by: String,
    /// The answer; none if the question was passed over.
    pub answer: Option<String>,
    /// Engagement of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub momentum: Option<Level>,
    /// What was read in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
    /// In its place, where there was no room for it: `[result omitted: 7 nodes, 5 edges, 1842 bytes]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis_omitted: Option<String>,
    /// Calls of models that failed, so that the rules stood in: `question_followup: timeout_total`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<String>,
}

/// Why a question was asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Choice {
    /// Phase the interview was in.
    pub phase: Name,
    /// Id of the strategy.
    pub strategy: Name,
    /// Id of the tactic that worded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tactic: Option<Name>,
    /// What it was about.
    pub focus: String,
    /// Its score; none where no probe was eligible and the first strategy stepped in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What moved the score most, loudest first, at most 3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ActiveSignal>,
    /// What would have been asked instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
    /// Why the answer before could not be used, if that is what was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clarifies: Option<String>,
}

/// The second choice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunnerUp {
    /// Id of the strategy.
    pub strategy: Name,
    /// What it would have been about.
    pub focus: String,
    /// Its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// What was read in an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Analysis {
    /// Who read it: `rules` or the name of a model.
    pub read_by: String,
    /// Why nothing could be coded, if nothing could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncodable: Option<String>,
    /// Ideas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<FoundIdea>,
    /// Connections.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<FoundLink>,
    /// Elements the respondent has shown to grasp.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<Name>,
    /// What the answer tells beside its ideas, `certainty 0.9`; values no reading gave are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<String>,
}

/// An idea that was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FoundIdea {
    /// Its label.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
    /// The words it rests on; none where they are the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Elements it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Name>,
    /// Reaction to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaction: Option<Reaction>,
    /// Whether it is too vague to build on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_vague: bool,
}

/// A connection that was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FoundLink {
    /// Label of the idea it starts from.
    pub source: String,
    /// Id of its edge type.
    pub relation: Name,
    /// Label of the idea it leads to.
    pub target: String,
    /// The words it rests on; none where they are those of one of its ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// What was left out of a context for want of room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Truncation {
    /// How far it had to go: 1 results, 2 runners-up and reasons, 3 long answers.
    pub pass: u8,
    /// Results left out.
    pub omitted_results: u32,
    /// Bytes left out.
    pub omitted_bytes: u64,
}
