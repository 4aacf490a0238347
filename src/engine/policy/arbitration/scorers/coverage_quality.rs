//! Scorer: does another question about this element bring anything?

use super::{
    rule::{MultiplierRule, Rated},
    strategy, words,
};
use crate::engine::{dialogue::Focus, policy::parameters::parameters};

parameters! {
    /// Favours elements that were never asked about and lowers those that bring nothing.
    #[label("What asking about it brings", "this part has not been asked about")]
    CoverageQuality {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Multiplier for an element the respondent knows nothing about, in their own words.
        penalty: f64 = 0.4, "factor", 0 to 1;
        /// Multiplier for an element that was never asked about.
        first_touch_boost: f64 = 2.5, "factor", 0 to 10;
        /// Questions about an element after which it should have brought an edge.
        exhaustion_threshold: u32 = 2, "questions", 0 to 200;
        /// Multiplier for an element that never brought an edge.
        exhaustion_penalty: f64 = 0.15, "factor", 0 to 1;
    }
}

impl MultiplierRule for CoverageQuality {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
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
            answer.contains(&id) && words::is_not_known(&answer, facts.pack)
        });
        if is_not_known { self.penalty } else { 1.0 }
    }
}
