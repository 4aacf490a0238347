//! Scorer: favours a contrast where the respondent holds opposite attitudes.

use super::rule::ScorerRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{candidate::Candidate, facts::TwoTierFacts},
};

parameters! {
    /// Favours the strategy `contrast` where an idea of the opposite attitude exists, more so in a dense cluster.
    #[label("Opposite attitudes", "there are opposite attitudes")]
    ContrastOpportunity {
        /// Density above which the cluster is well explored.
        high_density_threshold: f64 = 0.6, "share of joined pairs", 0 to 1;
    }
}

impl ScorerRule for ContrastOpportunity {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        self.rate(&candidate.strategy, || {
            let place = candidate.focus.place().filter(|place| facts.graph.has_opposite_stance(*place));
            place.map(|place| facts.graph.cluster_density(place))
        })
    }
}

impl ContrastOpportunity {
    /// The rating for the density of the cluster, if there is an opposite attitude.
    pub fn rate(&self, strategy: &str, opposed_density: impl FnOnce() -> Option<f64>) -> f64 {
        if strategy != "contrast" {
            return 1.0;
        }
        opposed_density().map_or(1.0, |density| if density > self.high_density_threshold { 1.5 } else { 1.2 })
    }
}
