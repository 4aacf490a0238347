//! Has the respondent just said that they know no more about it?

use super::{Rated, words};

parameters! {
    /// Lowers a probe about something the respondent lately said they do not know.
    pub struct KnowledgeCeiling {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Latest answers looked at; 0 is none.
        lookback_turns: u32 = 3, "turns", 0 to 200;
        /// Multiplier for a subject the respondent does not know.
        penalty: f64 = 0.1, "factor", 0.0 to 1.0;
    }
}

impl KnowledgeCeiling {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        let label = words::label(&rated.probe.focus, rated.view);
        let subject: Vec<&str> = label.split_whitespace().filter(|word| word.chars().count() > 2).collect();
        let is_ceiling = rated.view.last_turns(self.lookback_turns).iter().any(|turn| {
            let answer = turn.answer.to_lowercase();
            words::is_not_known(&answer) && subject.iter().any(|word| answer.contains(word))
        });
        if is_ceiling { self.penalty } else { 1.0 }
    }
}
