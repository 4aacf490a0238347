//! A way of asking on: what it can be about, how it weighs signals, which tactics word it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::id::Name;

/// A way of asking on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Id: `deepen`.
    pub id: Name,
    /// Name on the screen, "Deepen".
    pub name: String,
    /// What it asks for. Goes to whoever words the question.
    pub description: String,
    /// Further advice on the wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<String>,
    /// Tactics in order of preference.
    pub tactics: Vec<Name>,
    /// Whether uses alternate: the first tactic, then one of the others in turn. Default false: the first one as long as it
    /// has a wording left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varies: bool,
    /// What it can be about. Default: every node.
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

/// What a strategy can be about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FocusRule {
    /// Nodes, elements, or the conversation as a whole.
    pub kind: FocusKind,
    /// Only nodes of these types; empty is all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<Name>,
    /// Leave out nodes of a terminal type.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exclude_terminal: bool,
    /// What a global focus is called.
    pub say: GlobalFocus,
}

/// Kinds of focus a strategy of `signal_pools` can have.
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

/// What a global focus is called in a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GlobalFocus {
    /// The concept's topic.
    #[default]
    Topic,
    /// What has been talked about so far.
    Summary,
}
