//! HOW an interview explores: an ontology, strategies with their weights, tactics with their wordings, and phases.

mod ontology;
mod requirement;
mod strategy;
mod tactic;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

pub use self::{
    ontology::{Edge, EdgeType, NodeType, Ontology},
    requirement::Requirement,
    strategy::{FocusKind, FocusRule, GlobalFocus, Strategy},
    tactic::{QuestionPool, Tactic},
};
use crate::id::Name;

/// A way of interviewing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Methodology {
    /// Id, as named by a study: `means_end_chain`.
    pub id: Name,
    /// Name a researcher reads, "Means-end chain".
    pub name: String,
    /// Version of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What such an interview wants to find, in one sentence.
    pub goal: String,
    /// What the opening question should lean towards.
    pub opening_bias: String,
    /// What the method is, for a researcher who meets it for the first time.
    pub description: String,
    /// What can be said: node types and edge types.
    pub ontology: Ontology,
    /// Ways of asking on, in order; the order decides ties.
    pub strategies: Vec<Strategy>,
    /// Ways of wording, listed by strategies.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// Weights and bonuses of strategies by phase. A strategy not listed has weight 1 and no bonus.
    #[serde(default)]
    pub phases: IndexMap<Name, Phase>,
    /// What must have been heard before an interview may end of itself, in order. Default nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Requirement>,
}

impl Methodology {
    /// The strategy with this id.
    pub fn strategy(&self, id: &str) -> Option<&Strategy> {
        self.strategies.iter().find(|strategy| &*strategy.id == id)
    }

    /// The tactic with this id.
    pub fn tactic(&self, id: &str) -> Option<&Tactic> {
        self.tactics.iter().find(|tactic| &*tactic.id == id)
    }
}

/// What a phase of the interview favours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Phase {
    /// What this phase is for.
    pub description: String,
    /// Factor of a strategy's score, ≥ 0: multiplies a positive score, divides a negative one, 0 makes it ineligible.
    pub weights: IndexMap<Name, f64>,
    /// Added to a strategy's score after the weight.
    pub bonuses: IndexMap<Name, f64>,
}
