//! Scorer: was this strategy used in the latest turns?

use super::rule::{MultiplierRule, Rated};
use crate::engine::policy::parameters::parameters;

parameters! {
    /// Lowers a strategy once for each of the latest turns that used it.
    #[label("Asked this way just now")]
    RecencyDiversity {
        /// Exponent of the multiplier.
        weight: f64 = 0.8, "exponent", 0 to 1;
        /// Latest turns that are counted, clarifications included; 0 means none.
        lookback_turns: u32 = 2, "turns", 0 to 200;
        /// Multiplier for each turn that used the strategy.
        penalty: f64 = 0.7, "factor", 0 to 1;
    }
}

impl MultiplierRule for RecencyDiversity {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let turns = rated.view.last_turns(self.lookback_turns).iter();
        let uses = turns.filter(|turn| turn.probe.is_some_and(|probe| probe.strategy == rated.probe.strategy));
        uses.fold(1.0, |multiplier, _| multiplier * self.penalty)
    }
}
