//! What a scorer of `arbitration` does, and the candidate it rates.

use crate::engine::{dialogue::Probe, id::Name, policy::arbitration::view::View};

/// A candidate with everything its rating depends on.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a, 'f> {
    /// The probe.
    pub probe: &'a Probe,
    /// Ids of the tactics of its strategy.
    pub tactics: &'a [Name],
    /// The facts and everything derived from them.
    pub view: &'a View<'a, 'f>,
}

/// The rule of a scorer.
pub trait MultiplierRule {
    /// The multiplier for a candidate.
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64;
}

/// A scorer in the order of multiplication.
#[expect(missing_debug_implementations, reason = "a rule is a trait object")]
#[derive(Clone, Copy)]
pub struct Multiplier<'a> {
    /// Id in a policy file.
    pub id: &'static str,
    /// Exponent of the multiplier.
    pub weight: f64,
    /// The rule.
    pub rule: &'a dyn MultiplierRule,
}
