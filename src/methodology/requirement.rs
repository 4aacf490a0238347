//! What a method must have heard before an interview may end of itself: a dated incident, both poles of a contrast.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::id::Name;

/// Something an interview must have heard. Until it has, the questions that bring it are asked more readily, others may have
/// to wait, and the interview does not end of itself: neither a strategy that closes nor the coverage of all elements ends
/// it. The budget of turns, fatigue and the respondent end it at any time. Under the policy `signal_pools`.
///
/// An honest "I don't know" to one of these questions counts as an idea found: nobody is asked for what they cannot say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Id: `dated`. The trace names it `requires.dated`.
    pub id: Name,
    /// What practitioners expect, and why.
    pub description: String,
    /// Types of ideas that count.
    pub types: Vec<Name>,
    /// Types with which such an idea must be joined, with one of them, in either direction, before it counts. Default: it
    /// counts by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined_with: Vec<Name>,
    /// How many ideas, 1–100. Default 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub least: u32,
    /// Whether so many are needed about each element of the concept, or joined with an idea about it: every stretch of a
    /// journey. An element the respondent declined is left out. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each_element: bool,
    /// Points added to the score of strategies while it is not met, for what lacks it: an idea that is not joined yet, an
    /// element without such an idea; where neither is asked for, whatever they are about.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub raises: IndexMap<Name, f64>,
    /// Strategies that wait until it is met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds_back: Vec<Name>,
    /// Questions of the raised strategies after which it is given up, 1–200: nobody is pressed for it. Default 4.
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
