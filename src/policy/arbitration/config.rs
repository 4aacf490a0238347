//! Settings of the policy: strategies, tactics, scorers, thresholds.

use serde::{Deserialize, Serialize};

use super::{Closing, Strategies, facts::Thresholds};
use crate::{graph::matcher::Matcher, id::Name, methodology::Tactic, policy::scorers::arbitration::Scorers};

/// Settings of the policy. Strategies have no default; whatever else is left out keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Ways of asking on; the order is priority and breaks ties.
    pub strategies: Strategies,
    /// Ways of wording, listed by strategies.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// Id of the strategy that steps in, about the conversation as a whole, where none has anything to ask. Default
    /// `introduce_seed`.
    #[serde(default = "introduce_seed")]
    pub fallback: Name,
    /// Settings of the scorers.
    #[serde(default)]
    pub scorers: Scorers,
    /// When something was asked about enough.
    #[serde(default)]
    pub trackers: Trackers,
    /// When the interview may end early.
    #[serde(default)]
    pub closing: Closing,
    /// Rating above which an isolated idea has something it could be connected with, 0–1. Default 0.5.
    #[serde(default = "half")]
    pub plausibility_limit: f64,
    /// When a label names an idea known before.
    #[serde(default)]
    pub deduplication: Matcher,
    /// Clarifications in a row after answers that cannot be used, 0–10. Default 2.
    #[serde(default = "two")]
    pub clarify_unreadable: u32,
}

fn introduce_seed() -> Name {
    Name::from("introduce_seed")
}

fn half() -> f64 {
    0.5
}

fn two() -> u32 {
    2
}

/// How often something is asked about before it was asked about enough. Absent keys take the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Trackers {
    /// Questions about one node alone, from 1. Default 2.
    pub node: u32,
    /// Questions about one edge, from 1. Default 2.
    pub edge: u32,
    /// Questions about the gaps of one element, from 1. Default 3.
    pub element: u32,
}

impl Default for Trackers {
    fn default() -> Self {
        Self { node: 2, edge: 2, element: 3 }
    }
}

impl Trackers {
    /// The same, for counting.
    pub fn thresholds(self) -> Thresholds {
        Thresholds { node: self.node, edge: self.edge, element: self.element }
    }
}
