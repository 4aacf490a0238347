//! Scorer: holds back a strategy that was used a lot recently.

use super::rule::ScorerRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{candidate::Candidate, facts::TwoTierFacts},
};

parameters! {
    /// Holds back a strategy that was used a lot recently.
    #[label("Variety of asking")]
    StrategyDiversity {
        /// Latest strategies that are counted.
        lookback_window: u32 = 5, "strategies used", at least 0;
        /// Uses from which a strategy is overused.
        overuse_threshold: u32 = 3, "uses", at least 0;
        /// Rating of an overused strategy.
        overuse_penalty: f64 = 0.6, "rating", 0 to 2;
        /// Uses from which a strategy is in moderate use.
        moderate_use_threshold: u32 = 2, "uses", at least 0;
        /// Rating of a strategy in moderate use.
        moderate_penalty: f64 = 0.8, "rating", 0 to 2;
    }
}

impl ScorerRule for StrategyDiversity {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let recent = facts.strategies.iter().rev().take(self.lookback_window as usize);
        let uses = recent.filter(|used| **used == candidate.strategy).count();
        if uses >= self.overuse_threshold as usize {
            self.overuse_penalty
        } else if uses >= self.moderate_use_threshold as usize {
            self.moderate_penalty
        } else {
            1.0
        }
    }
}
