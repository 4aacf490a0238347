//! Favours a contrast where the respondent holds opposite attitudes.

use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts},
};

parameters! {
    /// Favours the strategy `contrast` where an idea of the opposite attitude exists, the more so in a dense cluster.
    ContrastOpportunity {
        /// Density above which the cluster is well explored.
        high_density_threshold: f64 = 0.6, "share of joined pairs, 0–1";
    }
}

impl ContrastOpportunity {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        self.rate(&probe.strategy, || {
            let place = probe.focus.place().filter(|place| facts.graph.has_opposite_stance(*place));
            place.map(|place| facts.graph.cluster_density(place))
        })
    }

    /// The rating for the density of the cluster at hand, if there is an attitude opposite to it.
    pub fn rate(&self, strategy: &str, opposed_density: impl FnOnce() -> Option<f64>) -> f64 {
        if strategy != "contrast" {
            return 1.0;
        }
        opposed_density().map_or(1.0, |density| if density > self.high_density_threshold { 1.5 } else { 1.2 })
    }
}
