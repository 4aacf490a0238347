//! Scorer: is the active branch still growing?

use super::{
    rule::{MultiplierRule, Rated},
    strategy,
};
use crate::engine::policy::parameters::parameters;

parameters! {
    /// Favours breadth once the active branch has not grown for some turns.
    #[label("Line no longer grows", "the line we were on no longer grows")]
    BranchHealth {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Turns without an edge at the branch's end after which the branch is stale.
        stale_threshold: u32 = 2, "turns", 0 to 200;
        /// Multiplier for breadth beside a stale branch.
        breadth_boost: f64 = 1.8, "factor", 0 to 10;
        /// Multiplier for depth on a stale branch.
        depth_penalty: f64 = 0.3, "factor", 0 to 10;
        /// Turns without an edge at the branch's end after which the branch is severely stale.
        severe_stale_threshold: u32 = 4, "turns", 0 to 200;
        /// Multiplier for depth on a severely stale branch.
        severe_depth_penalty: f64 = 0.1, "factor", 0 to 10;
        /// Multiplier for connecting an isolated idea beside a stale branch.
        connect_isolate_penalty: f64 = 0.5, "factor", 0 to 10;
    }
}

impl MultiplierRule for BranchHealth {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let structure = &rated.view.structure;
        if structure.branch.is_empty() || structure.stale_turns < self.stale_threshold {
            return 1.0;
        }
        let is_severe = structure.stale_turns >= self.severe_stale_threshold;
        match &*rated.probe.strategy {
            strategy::EXPLORE_BREADTH => self.breadth_boost,
            strategy::INTRODUCE_SEED if is_severe => self.breadth_boost,
            strategy::DEEPEN_BRANCH | strategy::RESOLVE_SCHEMA_TENSION if is_severe => self.severe_depth_penalty,
            strategy::DEEPEN_BRANCH | strategy::RESOLVE_SCHEMA_TENSION => self.depth_penalty,
            strategy::CONNECT_ISOLATE => self.connect_isolate_penalty,
            _ => 1.0,
        }
    }
}
