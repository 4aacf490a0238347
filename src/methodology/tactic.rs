//! A way of wording a strategy, with plain questions for an interview without a model.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::id::Name;

/// A way of wording a strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tactic {
    /// Id: `laddering`.
    pub id: Name,
    /// What it does.
    pub description: String,
    /// Advice on the wording, for a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<String>,
    /// Plain questions in the study's language.
    pub questions: QuestionPool,
}

/// Plain questions by what they are about. Slots: `{focus}` the focus as the person said it, `{topic}` the concept's topic.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct QuestionPool {
    /// About a node whose type has no pool of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node: Vec<String>,
    /// About a node of a type: a feeling is asked about in other words than a feature.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub types: IndexMap<Name, Vec<String>>,
    /// About two nodes at once, which `{focus}` joins as “this” / “that” within its quotes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pair: Vec<String>,
    /// About an element of the concept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub element: Vec<String>,
    /// About the conversation as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub global: Vec<String>,
}
