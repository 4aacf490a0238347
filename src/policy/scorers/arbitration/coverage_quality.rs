//! Is asking about this element again worth it?

use super::{Rated, strategy, words};
use crate::dialogue::Focus;

parameters! {
    /// Favours elements never asked about, lowers those that bring nothing.
    pub struct CoverageQuality {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Multiplier for an element the respondent said they know nothing about.
        penalty: f64 = 0.4, "factor", 0.0 to 1.0;
        /// Multiplier for an element never asked about.
        first_touch_boost: f64 = 2.5, "factor", 0.0 to 10.0;
        /// Questions about an element after which it has to have brought an edge.
        exhaustion_threshold: u32 = 2, "questions", 0 to 200;
        /// Multiplier for an element that never brought an edge.
        exhaustion_penalty: f64 = 0.15, "factor", 0.0 to 1.0;
    }
}

impl CoverageQuality {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        let Focus::Gap { element, .. } = &rated.probe.focus else { return 1.0 };
        if &*rated.probe.strategy != strategy::ENSURE_COVERAGE {
            return 1.0;
        }
        let facts = rated.view.facts;
        let count = facts.coverage.element(element).map_or(0, |element| element.focus_count);
        if count == 0 {
            return self.first_touch_boost;
        }
        let brought_edge = facts.turns.iter().any(|turn| {
            !turn.new_edges.is_empty() && turn.focus().and_then(Focus::element).is_some_and(|focus| focus == element)
        });
        if count >= self.exhaustion_threshold && !brought_edge {
            return self.exhaustion_penalty;
        }
        let id = element.to_lowercase();
        let is_not_known = facts.turns.iter().any(|turn| {
            let answer = turn.answer.to_lowercase();
            answer.contains(&id) && words::is_not_known(&answer)
        });
        if is_not_known { self.penalty } else { 1.0 }
    }
}
