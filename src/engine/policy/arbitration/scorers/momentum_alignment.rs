//! Scorer: does the candidate suit the engagement of the respondent?

use super::{
    rule::{MultiplierRule, Rated},
    strategy,
};
use crate::engine::{dialogue::Level, policy::parameters::parameters};

parameters! {
    /// Favours breadth at low engagement and depth at high engagement.
    #[label("Suits how much is said", "it asks for as much as there is to give")]
    MomentumAlignment {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Multiplier for a strategy of breadth at low engagement.
        breadth_boost: f64 = 1.5, "factor", 0 to 10;
        /// Multiplier for a strategy of depth at low engagement.
        depth_penalty: f64 = 0.5, "factor", 0 to 10;
        /// Multiplier for a strategy of depth at high engagement.
        depth_boost: f64 = 1.3, "factor", 0 to 10;
    }
}

impl MultiplierRule for MomentumAlignment {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let id = &rated.probe.strategy;
        match rated.view.facts.engagement.level {
            Level::Low if strategy::is_breadth(id) => self.breadth_boost,
            Level::Low if strategy::is_depth(id) => self.depth_penalty,
            Level::High if strategy::is_depth(id) => self.depth_boost,
            Level::Low | Level::Neutral | Level::High => 1.0,
        }
    }
}
