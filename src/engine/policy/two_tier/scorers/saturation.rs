//! Scorer: moves from depth to breadth when answers bring little new.

use super::rule::ScorerRule;
use crate::engine::{
    number::ratio,
    policy::{
        parameters::parameters,
        two_tier::{candidate::Candidate, facts::TwoTierFacts},
    },
};

parameters! {
    /// Moves from depth to breadth when the kinds of ideas seem complete or answers bring little new.
    #[label("How much is still new", "answers bring little new")]
    Saturation {
        /// Chao1 ratio above which the kinds of ideas seem complete.
        chao1_threshold: f64 = 0.9, "observed over estimated node types", 0 to 1;
        /// Turns in a row with little new from which the interview is saturated.
        run_length: u32 = 2, "turns", at least 0;
        /// Rating of depth in a saturated interview.
        saturated_penalty: f64 = 0.7, "rating", 0.5 to 1.8;
        /// Rating of breadth in a saturated interview.
        breadth_boost: f64 = 1.5, "rating", 0.5 to 1.8;
    }
}

impl ScorerRule for Saturation {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let is_saturated =
            chao1(facts.graph.type_counts()) > self.chao1_threshold || facts.low_info_turns >= self.run_length;
        let raw = if is_saturated && candidate.is("depth") {
            self.saturated_penalty
        } else if is_saturated && candidate.is("breadth") {
            self.breadth_boost
        } else {
            1.0
        };
        raw.clamp(0.5, 1.8)
    }
}

/// Observed kinds as a share of the estimated number of kinds, 0–1, from the count of each kind (Chao 1984).
pub fn chao1(counts: &[usize]) -> f64 {
    let met = |times: usize| ratio(counts.iter().filter(|count| **count == times).count(), 1);
    let (observed, once, twice) = (ratio(counts.len(), 1), met(1), met(2));
    let unseen = if twice > 0.0 { once * once / (2.0 * twice) } else { once * (once - 1.0) / 2.0 };
    if counts.is_empty() { 0.0 } else { (observed / (observed + unseen)).min(1.0) }
}
