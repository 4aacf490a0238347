//! Does the line of the conversation still grow?

use super::{Rated, strategy};

parameters! {
    /// Turns away from a line that has not grown for some turns.
    pub struct BranchHealth {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Turns without an edge at the line's end after which it is stale.
        stale_threshold: u32 = 2, "turns", 0 to 200;
        /// Multiplier for breadth beside a stale line.
        breadth_boost: f64 = 1.8, "factor", 0.0 to 10.0;
        /// Multiplier for depth on a stale line.
        depth_penalty: f64 = 0.3, "factor", 0.0 to 10.0;
        /// Turns without an edge at the line's end after which it is severely stale.
        severe_stale_threshold: u32 = 4, "turns", 0 to 200;
        /// Multiplier for depth on a severely stale line.
        severe_depth_penalty: f64 = 0.1, "factor", 0.0 to 10.0;
        /// Multiplier for connecting an isolated idea beside a stale line.
        connect_isolate_penalty: f64 = 0.5, "factor", 0.0 to 10.0;
    }
}

impl BranchHealth {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
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
