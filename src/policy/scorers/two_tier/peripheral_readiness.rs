//! Favours a bridge once the cluster at hand is well explored and there is somewhere to go.

use crate::policy::{
    parameters::parameters,
    two_tier::{Candidate, Facts},
};

parameters! {
    /// Favours the strategy `bridge` where the cluster at hand is dense and unvisited ideas lie around it.
    PeripheralReadiness {
        /// Density above which a cluster is well explored.
        high_density_threshold: f64 = 0.7, "share of joined pairs, 0–1";
        /// Unvisited ideas around it that are needed then.
        min_peripheral_count: u32 = 3, "ideas, ≥ 0";
        /// Density above which a bridge is welcome anyway.
        moderate_density_threshold: f64 = 0.5, "share of joined pairs, 0–1";
        /// Unvisited ideas around it that make a bridge welcome anyway.
        any_peripheral_count: u32 = 1, "ideas, ≥ 0";
        /// How far around the cluster to look.
        max_hops: u32 = 2, "edges, ≥ 1";
        /// Least relevance of the last edge.
        min_relevance: f64 = 0.3, "relevance, 0–1";
    }
}

impl PeripheralReadiness {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        self.rate(&probe.strategy, || {
            let place = probe.focus.place()?;
            let around = facts.graph.periphery(place, self.max_hops, self.min_relevance);
            let unvisited = around.iter().filter(|found| !facts.visited.contains(&found.node)).count();
            Some((facts.graph.cluster_density(place), unvisited))
        })
    }

    /// The rating for the density of the cluster at hand, if there is one, and the number of unvisited ideas around.
    pub fn rate(&self, strategy: &str, measure: impl FnOnce() -> Option<(f64, usize)>) -> f64 {
        if strategy != "bridge" {
            return 1.0;
        }
        let (density, unvisited) = measure().unwrap_or_default();
        if density > self.high_density_threshold && unvisited >= self.min_peripheral_count as usize {
            1.5
        } else if density > self.moderate_density_threshold || unvisited >= self.any_peripheral_count as usize {
            1.2
        } else {
            1.0
        }
    }
}
