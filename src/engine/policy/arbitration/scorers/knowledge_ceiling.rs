//! Scorer: did the respondent just say that they know no more about it?

use super::{
    rule::{MultiplierRule, Rated},
    words,
};
use crate::engine::policy::parameters::parameters;

parameters! {
    /// Lowers a candidate about a topic the respondent recently said they do not know.
    #[label("Said to be unknown")]
    KnowledgeCeiling {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Latest answers that are searched; 0 means none.
        lookback_turns: u32 = 3, "turns", 0 to 200;
        /// Multiplier for a topic the respondent does not know.
        penalty: f64 = 0.1, "factor", 0 to 1;
    }
}

impl MultiplierRule for KnowledgeCeiling {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let label = words::label(&rated.probe.focus, rated.view);
        let topic: Vec<&str> = label.split_whitespace().filter(|word| word.chars().count() > 2).collect();
        let is_ceiling = rated.view.last_turns(self.lookback_turns).iter().any(|turn| {
            let answer = turn.answer.to_lowercase();
            words::is_not_known(&answer, rated.view.facts.pack) && topic.iter().any(|word| answer.contains(word))
        });
        if is_ceiling { self.penalty } else { 1.0 }
    }
}
