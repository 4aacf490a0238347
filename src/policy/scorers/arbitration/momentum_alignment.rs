//! Does the probe ask for as much as the respondent has to give?

use super::{Rated, strategy};
use crate::dialogue::Level;

parameters! {
    /// Favours breadth when the respondent is low and depth when they are high.
    pub struct MomentumAlignment {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Multiplier for a strategy of breadth at a low level.
        breadth_boost: f64 = 1.5, "factor", 0.0 to 10.0;
        /// Multiplier for a strategy of depth at a low level.
        depth_penalty: f64 = 0.5, "factor", 0.0 to 10.0;
        /// Multiplier for a strategy of depth at a high level.
        depth_boost: f64 = 1.3, "factor", 0.0 to 10.0;
    }
}

impl MomentumAlignment {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        let id = &rated.probe.strategy;
        match rated.view.facts.engagement.level {
            Level::Low if strategy::is_breadth(id) => self.breadth_boost,
            Level::Low if strategy::is_depth(id) => self.depth_penalty,
            Level::High if strategy::is_depth(id) => self.depth_boost,
            Level::Low | Level::Neutral | Level::High => 1.0,
        }
    }
}
