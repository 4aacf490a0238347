//! What a scorer of `two_tier` does.

use super::super::{candidate::Candidate, facts::TwoTierFacts};

/// The rule of a scorer.
pub(super) trait ScorerRule {
    /// Rates a candidate, before the value is clamped to 0–2.
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64;
}
