//! Are both ends of an unusual link known well enough to ask about it?

use super::{Rated, strategy};
use crate::{dialogue::Focus, id::NodeId};

parameters! {
    /// Holds a tension back until each of its two ideas was asked about on its own.
    pub struct SchemaTensionReadiness {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Multiplier for a tension between ideas that were both explored.
        readiness_boost: f64 = 1.6, "factor", 0.0 to 10.0;
        /// Multiplier for a tension that comes too early.
        premature_penalty: f64 = 0.4, "factor", 0.0 to 10.0;
        /// Questions about each idea on its own before the tension is ready.
        min_exploration: u32 = 1, "questions", 0 to 200;
    }
}

impl SchemaTensionReadiness {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        let Focus::Pair { a, b, .. } = rated.probe.focus else { return 1.0 };
        if &*rated.probe.strategy != strategy::RESOLVE_SCHEMA_TENSION {
            return 1.0;
        }
        let is_explored = |node: NodeId| {
            let turns = rated.view.facts.turns.iter();
            let questions = turns.filter(|turn| turn.focus().and_then(Focus::node) == Some(node)).count();
            u32::try_from(questions).unwrap_or(u32::MAX) >= self.min_exploration
        };
        if is_explored(a) && is_explored(b) { self.readiness_boost } else { self.premature_penalty }
    }
}
