//! Favours elements of the concept that still lack something.

use serde::{Deserialize, Serialize};

use crate::policy::{
    parameters::parameters,
    two_tier::{
        Candidate, Facts,
        facts::{ElementFacts, ratio},
    },
};

/// Mean confidence of its nodes below which an element counts as not understood, 0–1.
const UNDERSTOOD: f64 = 0.5;

/// What an element may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// Nobody has spoken of it.
    Unmentioned,
    /// No idea linked to it leads anywhere.
    NoReaction,
    /// What was said of it is unsure.
    NoComprehension,
    /// No idea linked to it is joined to another.
    Unconnected,
}

impl Gap {
    /// All gaps, in the order they are looked for.
    pub const ALL: [Self; 4] = [Self::Unmentioned, Self::NoReaction, Self::NoComprehension, Self::Unconnected];
}

/// What an element lacks. One nobody has spoken of is not searched further.
pub(crate) fn gaps(element: &ElementFacts, facts: &Facts<'_>) -> Vec<Gap> {
    if !element.seen {
        return vec![Gap::Unmentioned];
    }
    let linked = facts.linked(element);
    let confidence: f64 = linked.iter().filter_map(|node| facts.graph.node(*node)).map(|node| node.confidence).sum();
    let found = [
        (Gap::NoReaction, linked.iter().all(|node| facts.graph.outgoing(*node).is_empty())),
        (Gap::NoComprehension, !linked.is_empty() && confidence / ratio(linked.len(), 1) < UNDERSTOOD),
        (Gap::Unconnected, linked.iter().all(|node| facts.graph.degree(*node) == 0)),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(gap, _)| gap).collect()
}

parameters! {
    /// Favours a probe the more its element lacks; without a gap it is slightly held back.
    CoverageGap {
        /// What is added to 1 for each gap.
        boost_per_gap: f64 = 0.15, "added to a rating of 0–2, ≥ 0";
        /// Gaps that count.
        gap_types: Vec<Gap> = Gap::ALL.to_vec(), "words";
    }
}

impl CoverageGap {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let element = probe.focus.element.as_deref().and_then(|id| facts.element(id)).filter(|element| element.wanted);
        let gaps = element.map(|element| gaps(element, facts)).unwrap_or_default();
        let counted = gaps.iter().filter(|gap| self.gap_types.contains(gap)).count();
        let least = usize::from(probe.is("coverage"));
        match counted.max(least) {
            0 => 0.85,
            gaps => (1.0 + ratio(gaps, 1) * self.boost_per_gap).clamp(0.5, 1.8),
        }
    }
}
