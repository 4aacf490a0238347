//! Scorer: is everything covered, so that it is time to look back?

use super::{
    rule::{MultiplierRule, Rated},
    strategy,
};
use crate::engine::{number::count, policy::parameters::parameters};

parameters! {
    /// Favours new topics once coverage is complete, ideas stop coming and a terminal idea was reached.
    #[label("Time to look back", "it is time to look back")]
    ReflectionMode {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Latest turns without a new idea.
        no_new_nodes_threshold: u32 = 3, "turns", 0 to 200;
        /// Multiplier for depth in reflection mode.
        depth_penalty: f64 = 0.2, "factor", 0 to 10;
        /// Multiplier for an invitation to new topics in reflection mode.
        reflection_boost: f64 = 2.0, "factor", 0 to 10;
        /// Multiplier for breadth in reflection mode.
        breadth_boost: f64 = 1.3, "factor", 0 to 10;
        /// Least number of terminal ideas.
        min_terminal_nodes: u32 = 1, "nodes", 0 to 200;
    }
}

impl MultiplierRule for ReflectionMode {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let view = rated.view;
        let is_active = view.is_settled()
            && view.last_turns(self.no_new_nodes_threshold).iter().all(|turn| turn.new_nodes.is_empty())
            && count(view.structure.terminal.len()) >= self.min_terminal_nodes;
        match &*rated.probe.strategy {
            _ if !is_active => 1.0,
            strategy::INTRODUCE_SEED => self.reflection_boost,
            strategy::EXPLORE_BREADTH => self.breadth_boost,
            id if strategy::is_depth(id) => self.depth_penalty,
            _ => 1.0,
        }
    }
}
