//! Scorer: are both ends of an unusual edge known well enough to ask about it?

use super::{
    rule::{MultiplierRule, Rated},
    strategy,
};
use crate::engine::{dialogue::Focus, id::NodeId, number::count, policy::parameters::parameters};

parameters! {
    /// Holds a schema tension back until each of its two ideas was asked about alone.
    #[label("Both ends are known", "both ends of an unusual link are known")]
    SchemaTensionReadiness {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Multiplier for a tension between explored ideas.
        readiness_boost: f64 = 1.6, "factor", 0 to 10;
        /// Multiplier for a tension that comes too early.
        premature_penalty: f64 = 0.4, "factor", 0 to 10;
        /// Questions about each idea alone before the tension is ready.
        min_exploration: u32 = 1, "questions", 0 to 200;
    }
}

impl MultiplierRule for SchemaTensionReadiness {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let Focus::Pair { a, b, .. } = rated.probe.focus else { return 1.0 };
        if &*rated.probe.strategy != strategy::RESOLVE_SCHEMA_TENSION {
            return 1.0;
        }
        let is_explored = |node: NodeId| {
            let turns = rated.view.facts.turns.iter();
            count(turns.filter(|turn| turn.focus().and_then(Focus::node) == Some(node)).count()) >= self.min_exploration
        };
        if is_explored(a) && is_explored(b) { self.readiness_boost } else { self.premature_penalty }
    }
}
