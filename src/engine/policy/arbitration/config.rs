//! Settings of `arbitration`: strategies, tactics, scorers, thresholds.

use serde::{Deserialize, Serialize};

use super::{scorers::Scorers, stop_rules::StopRules, strategy::Strategies, tracker::Trackers};
use crate::engine::{graph::matcher::Matcher, id::Name, methodology::Tactic};

/// Settings of the policy. Every key except `strategies` has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArbitrationConfig {
    /// Strategies in order of priority. The order breaks ties.
    pub strategies: Strategies,
    /// Tactics that strategies list.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// Strategy to use, with a global focus, when no strategy proposes a probe. Default `introduce_seed`.
    #[serde(default = "introduce_seed")]
    pub fallback: Name,
    /// Settings of the scorers.
    #[serde(default)]
    pub scorers: Scorers,
    /// When a node, edge or element is exhausted.
    #[serde(default)]
    pub trackers: Trackers,
    /// When the interview may end early.
    #[serde(default)]
    pub closing: StopRules,
    /// Plausibility above which an isolated idea has a possible connection, 0–1. Default 0.5.
    #[serde(default = "half")]
    pub plausibility_limit: f64,
    /// When a label names a known idea.
    #[serde(default)]
    pub deduplication: Matcher,
    /// Greatest number of clarifications in a row after answers that cannot be used, 0–10. Default 2.
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
