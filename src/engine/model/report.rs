//! The part of a finished session that reports need.

use serde::{Deserialize, Serialize};

use super::{
    context::{KnownLabel, PastTurn},
    timeline::{TimelineTruncation, TimelineTurn},
};
use crate::engine::id::Name;

/// A finished session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportContext {
    /// The transcript; empty if the timeline contains it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<PastTurn>,
    /// The turns with their decisions and analyses, for a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<TimelineTurn>,
    /// How the interview ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Measures of the interview, for a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// What the timeline omits to save space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<TimelineTruncation>,
    /// The synthesis as text, for a judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
    /// Lines of the executive summary, for a judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summary: Vec<String>,
    /// Ideas.
    #[serde(default)]
    pub nodes: Vec<KnownLabel>,
    /// Connections, as label, edge type, label.
    #[serde(default)]
    pub edges: Vec<(String, Name, String)>,
    /// Chains of reasons, lowest level first.
    #[serde(default)]
    pub chains: Vec<Vec<String>>,
    /// Elements with the respondent's ideas about them.
    #[serde(default)]
    pub elements: Vec<ElementFacts>,
    /// The output of an earlier task: the synthesis for a summary, the score report for the missing tools. For a score: the
    /// report without a readable total; the prompt then asks for the total only.
    #[serde(default)]
    pub earlier: Option<String>,
    /// Earlier questions about this session, with their answers.
    #[serde(default)]
    pub talk: Vec<(String, String)>,
    /// The researcher's question, at most 2,000 characters.
    #[serde(default)]
    pub question: Option<String>,
}

/// An element with the respondent's ideas about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementFacts {
    /// Its id.
    pub element: Name,
    /// Ideas that belong to it.
    pub nodes: u32,
    /// Sum of the reactions, -1, 0 or 1 each.
    pub stance: i32,
    /// The respondent's words.
    #[serde(default)]
    pub quotes: Vec<String>,
}
