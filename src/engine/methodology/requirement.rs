//! Requirements of a method before an interview may end by itself: a dated incident, both poles of a contrast.

use serde::{Deserialize, Serialize};

use crate::engine::{id::Name, index_map::IndexMap};

/// A requirement of the policy `signal_pools`. Until it is met, it raises the score of some strategies and may hold back others.
/// Closing strategies and covered elements do not end the interview before; turn limit, fatigue and the respondent do.
///
/// The answer "I don't know" to such a question counts as a node found, so that respondents are not pressed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Id: `dated`. The trace names it `requires.dated`.
    pub id: Name,
    /// What practitioners expect, and why.
    pub description: String,
    /// Types of nodes that count.
    pub types: Vec<Name>,
    /// Node types of which one must be connected with the node, in either direction, before it counts. Default: no
    /// connection is needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined_with: Vec<Name>,
    /// Number of nodes needed, 1–100. Default 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least: u32,
    /// Whether that number is needed for each element of the concept. An element that the respondent declined is left out.
    /// Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each_element: bool,
    /// Points added to the scores of strategies until it is met. With `joined_with` or `each_element` only probes about the
    /// unconnected node or the incomplete element get them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub raises: IndexMap<Name, f64>,
    /// Strategies that are held back until it is met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds_back: Vec<Name>,
    /// Number of questions of the raised strategies after which the requirement is given up, 1–200. Default 4.
    #[serde(default = "four", skip_serializing_if = "is_four")]
    pub tries: u32,
}

fn one() -> u32 {
    1
}

fn four() -> u32 {
    4
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_one(number: &u32) -> bool {
    *number == one()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_four(number: &u32) -> bool {
    *number == four()
}
