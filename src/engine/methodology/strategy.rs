//! A strategy for the next question: its focus, the weights of its signals, and its tactics.

use serde::{Deserialize, Serialize};

use super::conversation::Move;
use crate::engine::{id::Name, index_map::IndexMap};

/// A strategy for the next question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Id: `deepen`.
    pub id: Name,
    /// Name on the screen, "Deepen".
    pub name: String,
    /// What it asks for. The model that words the question gets it.
    pub description: String,
    /// Further advice on how to word the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<String>,
    /// Tactics in order of preference.
    pub tactics: Vec<Name>,
    /// Whether it alternates between the first tactic and the others in turn. Default false: it uses the first tactic as long
    /// as that has unused questions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varies: bool,
    /// What it does in the conversation. Default unknown: rules about moves do not apply.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub moves_as: Option<Move>,
    /// Focus of its questions. Default: every node.
    #[serde(default)]
    pub focus: FocusRule,
    /// Starting score. Default 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub base: f64,
    /// Whether choosing it ends the interview.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closes: bool,
    /// Weight by signal key, in order.
    #[serde(default)]
    pub weights: IndexMap<Name, f64>,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")
)]
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

/// Focus rule of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FocusRule {
    /// Nodes, elements, or the conversation as a whole.
    pub kind: FocusKind,
    /// Only nodes of these types; empty means all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Name>,
    /// Whether nodes of a terminal type are excluded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exclude_terminal: bool,
    /// Name of a global focus in questions.
    pub say: GlobalFocus,
}

/// Kinds of focus of a strategy of `signal_pools`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FocusKind {
    /// Every active node.
    #[default]
    Node,
    /// Every element of the concept.
    Element,
    /// The conversation as a whole.
    Global,
}

/// Name of a global focus in a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GlobalFocus {
    /// The concept's topic.
    #[default]
    Topic,
    /// The conversation so far.
    Summary,
}
