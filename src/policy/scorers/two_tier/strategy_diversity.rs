//! Holds back a strategy that was used a lot lately.

use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts},
};

parameters! {
    /// Holds back a strategy that was used a lot lately.
    StrategyDiversity {
        /// How many of the last strategies are looked at.
        lookback_window: u32 = 5, "strategies used, ≥ 0";
        /// Uses from which a strategy is overused.
        overuse_threshold: u32 = 3, "uses, ≥ 0";
        /// Rating of an overused strategy.
        overuse_penalty: f64 = 0.6, "rating, 0–2";
        /// Uses from which a strategy is in moderate use.
        moderate_use_threshold: u32 = 2, "uses, ≥ 0";
        /// Rating of a strategy in moderate use.
        moderate_penalty: f64 = 0.8, "rating, 0–2";
    }
}

impl StrategyDiversity {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let recent = facts.strategies.iter().rev().take(self.lookback_window as usize);
        let uses = recent.filter(|used| **used == probe.strategy).count();
        if uses >= self.overuse_threshold as usize {
            self.overuse_penalty
        } else if uses >= self.moderate_use_threshold as usize {
            self.moderate_penalty
        } else {
            1.0
        }
    }
}
