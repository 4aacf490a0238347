//! Turns from depth to breadth when answers bring nothing new.

use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts, facts::ratio},
};

parameters! {
    /// Turns from depth to breadth when the kinds of ideas seem complete or answers bring little new.
    Saturation {
        /// Chao1 ratio above which the kinds of ideas seem complete.
        chao1_threshold: f64 = 0.9, "observed over estimated node types, 0–1";
        /// Turns in a row with little new from which the interview is saturated.
        run_length: u32 = 2, "turns, ≥ 0";
        /// Rating of depth then.
        saturated_penalty: f64 = 0.7, "rating, 0.5–1.8";
        /// Rating of breadth then.
        breadth_boost: f64 = 1.5, "rating, 0.5–1.8";
    }
}

impl Saturation {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let saturated =
            chao1(facts.graph.type_counts()) > self.chao1_threshold || facts.low_info_turns >= self.run_length;
        let raw = if saturated && probe.is("depth") {
            self.saturated_penalty
        } else if saturated && probe.is("breadth") {
            self.breadth_boost
        } else {
            1.0
        };
        raw.clamp(0.5, 1.8)
    }
}

/// Share of the kinds there probably are that were met, 0–1, from how often each was met (Chao 1984).
pub fn chao1(counts: &[usize]) -> f64 {
    let met = |times: usize| ratio(counts.iter().filter(|count| **count == times).count(), 1);
    let (observed, once, twice) = (ratio(counts.len(), 1), met(1), met(2));
    let unseen = if twice > 0.0 { once * once / (2.0 * twice) } else { once * (once - 1.0) / 2.0 };
    if counts.is_empty() { 0.0 } else { (observed / (observed + unseen)).min(1.0) }
}
