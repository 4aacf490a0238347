//! Scorer: favours elements of the concept with gaps.

use serde::{Deserialize, Serialize};

use super::rule::ScorerRule;
use crate::engine::{
    number::ratio,
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{TwoTierElementFacts, TwoTierFacts},
        },
    },
};

/// Mean confidence of its nodes below which an element counts as not understood, 0–1.
const UNDERSTOOD: f64 = 0.5;

/// A gap in the coverage of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GapType {
    /// The element has not come up.
    Unmentioned,
    /// No idea linked to it leads anywhere.
    NoReaction,
    /// The readings about it have a low confidence.
    NoComprehension,
    /// No idea linked to it is joined to another.
    Unconnected,
}

impl GapType {
    /// All gaps, in the order of the checks.
    pub const ALL: [Self; 4] = [Self::Unmentioned, Self::NoReaction, Self::NoComprehension, Self::Unconnected];
}

/// Gaps of an element. An element that has not come up has no further gap.
pub(crate) fn gaps(element: &TwoTierElementFacts, facts: &TwoTierFacts<'_>) -> Vec<GapType> {
    if !element.seen {
        return vec![GapType::Unmentioned];
    }
    let linked = facts.linked(element);
    let confidence: f64 = linked.iter().filter_map(|node| facts.graph.node(*node)).map(|node| node.confidence).sum();
    let found = [
        (GapType::NoReaction, linked.iter().all(|node| facts.graph.outgoing(*node).is_empty())),
        (GapType::NoComprehension, !linked.is_empty() && confidence / ratio(linked.len(), 1) < UNDERSTOOD),
        (GapType::Unconnected, linked.iter().all(|node| facts.graph.degree(*node) == 0)),
    ];
    found.into_iter().filter(|(_, holds)| *holds).map(|(gap, _)| gap).collect()
}

parameters! {
    /// Favours a candidate by the number of gaps of its element. Without a gap it is slightly held back.
    #[label("What this part lacks", "this part still lacks something")]
    CoverageGap {
        /// Points for each gap, added to 1.
        boost_per_gap: f64 = 0.15, "added to a rating of 0–2", at least 0;
        /// Gaps that count.
        gap_types: Vec<GapType> = GapType::ALL.to_vec(), "words";
    }
}

impl ScorerRule for CoverageGap {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let element = candidate.focus.element.as_deref().and_then(|id| facts.element(id));
        let gaps = element.filter(|element| element.wanted).map(|element| gaps(element, facts)).unwrap_or_default();
        let counted = gaps.iter().filter(|gap| self.gap_types.contains(gap)).count();
        let least = usize::from(candidate.is("coverage"));
        match counted.max(least) {
            0 => 0.85,
            gaps => (1.0 + ratio(gaps, 1) * self.boost_per_gap).clamp(0.5, 1.8),
        }
    }
}
