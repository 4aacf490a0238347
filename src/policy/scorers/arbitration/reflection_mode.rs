//! Is everything said, so that it is time to look back?

use super::{Rated, strategy};

parameters! {
    /// Favours something new once all is settled, nothing new came up for a while and a value was reached.
    pub struct ReflectionMode {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Latest turns none of which may have brought an idea.
        no_new_nodes_threshold: u32 = 3, "turns", 0 to 200;
        /// Multiplier for depth while reflecting.
        depth_penalty: f64 = 0.2, "factor", 0.0 to 10.0;
        /// Multiplier for inviting something new while reflecting.
        reflection_boost: f64 = 2.0, "factor", 0.0 to 10.0;
        /// Multiplier for breadth while reflecting.
        breadth_boost: f64 = 1.3, "factor", 0.0 to 10.0;
        /// Terminal ideas there must be.
        min_terminal_nodes: u32 = 1, "nodes", 0 to 200;
    }
}

impl ReflectionMode {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        if !self.is_active(rated) {
            return 1.0;
        }
        match &*rated.probe.strategy {
            strategy::INTRODUCE_SEED => self.reflection_boost,
            strategy::EXPLORE_BREADTH => self.breadth_boost,
            id if strategy::is_depth(id) => self.depth_penalty,
            _ => 1.0,
        }
    }

    fn is_active(&self, rated: &Rated<'_, '_>) -> bool {
        let view = rated.view;
        view.is_settled()
            && view.last_turns(self.no_new_nodes_threshold).iter().all(|turn| turn.new_nodes.is_empty())
            && u32::try_from(view.structure.terminal.len()).unwrap_or(u32::MAX) >= self.min_terminal_nodes
    }
}
