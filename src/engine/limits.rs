//! The limits of an interview, shared by all policies.

use serde::{Deserialize, Serialize};

/// Limits of an interview. Absent keys take the default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Most turns, 1–200; the answer of this turn is the last. Default 12.
    pub max_turns: u32,
    /// Coverage and saturation cannot end an interview before this turn, except in its late stage. Default 5.
    pub min_turns: u32,
    /// Number of last turns that are always late stage. Default 2.
    pub late_turns: u32,
    /// Adequate depth of an element, 0–1. Default 0.7.
    pub target_depth: f64,
    /// Turns in a row without yield that end an interview. Default 5.
    pub zero_yield: u32,
    /// Turns in a row with shallow answers only that end an interview. Default 6.
    pub shallow: u32,
    /// Turns in a row without yield and without new depth that end an interview. Default 6.
    pub plateau: u32,
    /// Turns in a row without yield that end an interview with shallow answers, 0–200; 0 never ends it. Default 3. Only
    /// `signal_pools` uses it.
    pub fatigue: u32,
    /// Turns without yield after which a focused node counts as dry. Default 3.
    pub yield_gap: u32,
    /// Most steps of a chain search from each start. Default 5,000.
    pub chain_steps: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_turns: 12,
            min_turns: 5,
            late_turns: 2,
            target_depth: 0.7,
            zero_yield: 5,
            shallow: 6,
            plateau: 6,
            fatigue: 3,
            yield_gap: 3,
            chain_steps: 5_000,
        }
    }
}
