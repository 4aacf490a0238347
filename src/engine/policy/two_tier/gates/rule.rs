//! What a gate of `two_tier` does.

use super::super::{candidate::Candidate, facts::TwoTierFacts};

/// The rule of a gate.
pub(super) trait GateRule {
    /// Whether the gate rules the candidate out.
    fn closes(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool;

    /// Categories the gate applies to by default. None means all.
    fn default_categories(&self) -> Option<&'static [&'static str]> {
        None
    }
}
