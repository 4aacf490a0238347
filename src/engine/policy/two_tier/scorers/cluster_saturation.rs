//! Scorer: favours a summary where the cluster of the conversation is full.

use super::rule::ScorerRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{candidate::Candidate, facts::TwoTierFacts},
};

/// Median degree at which a fully joined cluster is full.
const FULL_DEGREE: f64 = 3.0;

parameters! {
    /// Favours the strategy `synthesis` where the cluster of the conversation is dense and its ideas are well connected.
    #[label("How much of it is said", "what belongs together has been said")]
    ClusterSaturation {
        /// Saturation above which a cluster is full.
        high_saturation_threshold: f64 = 0.7, "density × median degree / 3", 0 to 1;
        /// Saturation above which a cluster is half full.
        moderate_saturation_threshold: f64 = 0.4, "density × median degree / 3", 0 to 1;
    }
}

impl ScorerRule for ClusterSaturation {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        self.rate(&candidate.strategy, || {
            let measure = |place| (facts.graph.cluster_density(place), facts.graph.median_cluster_degree(place));
            candidate.focus.place().map(measure)
        })
    }
}

impl ClusterSaturation {
    /// The rating for the density and the median degree of the cluster, if there is one.
    pub fn rate(&self, strategy: &str, measure: impl FnOnce() -> Option<(f64, f64)>) -> f64 {
        if strategy != "synthesis" {
            return 1.0;
        }
        let (density, median_degree) = measure().unwrap_or_default();
        let saturation = saturation(density, median_degree);
        if saturation > self.high_saturation_threshold {
            1.5
        } else if saturation > self.moderate_saturation_threshold {
            1.2
        } else {
            1.0
        }
    }
}

/// Saturation of a cluster, 0–1.
pub fn saturation(density: f64, median_degree: f64) -> f64 {
    (density * median_degree / FULL_DEGREE).min(1.0)
}
