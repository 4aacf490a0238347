//! The methodology: how an interview explores. It has an ontology, strategies with weights, tactics with questions, and phases.

mod conversation;
mod ontology;
mod requirement;
mod strategy;
mod tactic;

use serde::{Deserialize, Serialize};

pub use self::{
    conversation::{Conversation, ConversationRule, Move, PhasesFollow},
    ontology::{EdgeType, EdgeTypes, NodeType, Ontology},
    requirement::Requirement,
    strategy::{FocusKind, FocusRule, GlobalFocus, Strategy},
    tactic::{QuestionPool, Tactic},
};
use crate::engine::{id::Name, index_map::IndexMap};

/// An interview method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Methodology {
    /// Id that studies refer to: `means_end_chain`.
    pub id: Name,
    /// Name for researchers, "Means-end chain".
    pub name: String,
    /// Version of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Goal of such an interview, in one sentence.
    pub goal: String,
    /// Direction of the opening question.
    pub opening_bias: String,
    /// Description of the method for researchers new to it.
    pub description: String,
    /// Node types and edge types.
    pub ontology: Ontology,
    /// Strategies for the next question, in order. The order decides ties.
    pub strategies: Vec<Strategy>,
    /// Tactics that strategies refer to.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// Weights and bonuses of strategies by phase. An unlisted strategy has weight 1 and no bonus.
    #[serde(default)]
    pub phases: IndexMap<Name, Phase>,
    /// Requirements that must be met before the interview may end by itself, in order. Default none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Requirement>,
    /// Rules of the conversation. Default none.
    #[serde(default, skip_serializing_if = "Conversation::is_off")]
    pub conversation: Conversation,
}

impl Methodology {
    /// Returns the strategy with this id.
    pub fn strategy(&self, id: &str) -> Option<&Strategy> {
        self.strategies.iter().find(|strategy| &*strategy.id == id)
    }

    /// Returns the tactic with this id.
    pub fn tactic(&self, id: &str) -> Option<&Tactic> {
        self.tactics.iter().find(|tactic| &*tactic.id == id)
    }
}

/// Weights and bonuses of a phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Phase {
    /// Purpose of the phase.
    pub description: String,
    /// Factor of a strategy's score, ≥ 0: multiplies a positive score, divides a negative one, 0 makes it ineligible.
    pub weights: IndexMap<Name, f64>,
    /// Added to a strategy's score after the weight.
    pub bonuses: IndexMap<Name, f64>,
}
