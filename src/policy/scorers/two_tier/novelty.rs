//! Favours what was not talked about lately.

use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts},
};

parameters! {
    /// Favours a focus that was hardly mentioned lately and holds back one that was mentioned a lot.
    Novelty {
        /// How many utterances, and how many recent ideas, are looked at.
        lookback_window: u32 = 8, "utterances of either speaker and recent ideas, ≥ 0";
        /// Mentions up to which a focus is fresh.
        fresh_threshold: u32 = 1, "mentions, ≥ 0";
        /// Rating of a fresh focus.
        fresh_boost: f64 = 1.2, "rating, 0–2";
        /// Mentions from which a focus is over-discussed.
        overdiscussed_threshold: u32 = 4, "mentions, ≥ 0";
        /// Rating of an over-discussed focus.
        overdiscussed_penalty: f64 = 0.7, "rating, 0–2";
    }
}

impl Novelty {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let phrases = probe.focus.target_phrases(facts);
        let window = facts.window(self.lookback_window);
        let said = window.iter().filter(|utterance| utterance.text.says_any(&phrases)).count();
        let mut newest = facts.graph.recent().iter().rev().take(self.lookback_window as usize);
        let is_recent = probe.focus.node.is_some_and(|node| newest.any(|recent| *recent == node));
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
