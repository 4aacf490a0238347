//! Scorer: favours a focus that has hardly come up recently.

use super::rule::ScorerRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{candidate::Candidate, facts::TwoTierFacts},
};

parameters! {
    /// Favours a focus that was hardly mentioned recently and holds back one that was mentioned a lot.
    #[label("How fresh it is", "it was hardly talked about lately")]
    Novelty {
        /// Latest utterances, and latest ideas, that are searched.
        lookback_window: u32 = 8, "utterances of either speaker and recent ideas", at least 0;
        /// Mentions up to which a focus is fresh.
        fresh_threshold: u32 = 1, "mentions", at least 0;
        /// Rating of a fresh focus.
        fresh_boost: f64 = 1.2, "rating", 0 to 2;
        /// Mentions from which a focus is over-discussed.
        overdiscussed_threshold: u32 = 4, "mentions", at least 0;
        /// Rating of an over-discussed focus.
        overdiscussed_penalty: f64 = 0.7, "rating", 0 to 2;
    }
}

impl ScorerRule for Novelty {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let phrases = candidate.focus.target_phrases(facts);
        let window = facts.window(self.lookback_window);
        let said = window.iter().filter(|utterance| utterance.text.contains(&phrases)).count();
        let mut newest = facts.graph.recent().iter().rev().take(self.lookback_window as usize);
        let is_recent = candidate.focus.node.is_some_and(|node| newest.any(|recent| *recent == node));
        let mentions = said + usize::from(is_recent);
        if mentions <= self.fresh_threshold as usize {
            self.fresh_boost
        } else if mentions < self.overdiscussed_threshold as usize {
            1.0
        } else {
            self.overdiscussed_penalty
        }
    }
}
