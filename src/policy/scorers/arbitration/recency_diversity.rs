//! Was this strategy used just now?

use super::Rated;

parameters! {
    /// Lowers a strategy once for every one of the latest turns that used it.
    pub struct RecencyDiversity {
        /// Power the multiplier is raised to.
        weight: f64 = 0.8, "exponent", 0.0 to 1.0;
        /// Latest turns looked at, clarifications included; 0 is none.
        lookback_turns: u32 = 2, "turns", 0 to 200;
        /// Multiplier for each turn that used the strategy.
        penalty: f64 = 0.7, "factor", 0.0 to 1.0;
    }
}

impl RecencyDiversity {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        let turns = rated.view.last_turns(self.lookback_turns).iter();
        let uses = turns.filter(|turn| turn.probe.is_some_and(|probe| probe.strategy == rated.probe.strategy));
        uses.fold(1.0, |multiplier, _| multiplier * self.penalty)
    }
}
