//! Scorer: favours a bridge once the cluster of the conversation is well explored.

use super::rule::ScorerRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{candidate::Candidate, facts::TwoTierFacts},
};

parameters! {
    /// Favours the strategy `bridge` where the cluster of the conversation is dense and unvisited ideas lie around it.
    #[label("New ground nearby", "there is something unvisited nearby")]
    PeripheralReadiness {
        /// Density above which a cluster is well explored.
        high_density_threshold: f64 = 0.7, "share of joined pairs", 0 to 1;
        /// Unvisited ideas that a well explored cluster needs around it.
        min_peripheral_count: u32 = 3, "ideas", at least 0;
        /// Density above which a bridge is welcome in any case.
        moderate_density_threshold: f64 = 0.5, "share of joined pairs", 0 to 1;
        /// Unvisited ideas from which a bridge is welcome in any case.
        any_peripheral_count: u32 = 1, "ideas", at least 0;
        /// Greatest distance from the cluster.
        max_hops: u32 = 2, "edges", at least 1;
        /// Least relevance of the last edge.
        min_relevance: f64 = 0.3, "relevance", 0 to 1;
    }
}

impl ScorerRule for PeripheralReadiness {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        self.rate(&candidate.strategy, || {
            let place = candidate.focus.place()?;
            let around = facts.graph.periphery(place, self.max_hops, self.min_relevance);
            let unvisited = around.iter().filter(|found| !facts.visited.contains(&found.node)).count();
            Some((facts.graph.cluster_density(place), unvisited))
        })
    }
}

impl PeripheralReadiness {
    /// The rating for the density of the cluster, if there is one, and the number of unvisited ideas around it.
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
