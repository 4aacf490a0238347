//! Favours a summary where the cluster at hand is full.

use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts},
};

/// Median degree at which a fully joined cluster is full.
const FULL_DEGREE: f64 = 3.0;

parameters! {
    /// Favours the strategy `synthesis` where the cluster at hand is dense and its ideas are well connected.
    ClusterSaturation {
        /// Saturation above which a cluster is full.
        high_saturation_threshold: f64 = 0.7, "density × median degree / 3, 0–1";
        /// Saturation above which a cluster is half full.
        moderate_saturation_threshold: f64 = 0.4, "density × median degree / 3, 0–1";
    }
}

impl ClusterSaturation {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        self.rate(&probe.strategy, || {
            let measure = |place| (facts.graph.cluster_density(place), facts.graph.median_cluster_degree(place));
            probe.focus.place().map(measure)
        })
    }

    /// The rating for the density and the median degree of the cluster at hand, if there is one.
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

/// How full a cluster is, 0–1.
pub fn saturation(density: f64, median_degree: f64) -> f64 {
    (density * median_degree / FULL_DEGREE).min(1.0)
}
