//! Scorer: favours breadth first, then depth while chains of reasons are short.

use super::rule::ScorerRule;
use crate::engine::{
    dialogue::qualitative::Suggestion,
    number::ratio,
    policy::{
        parameters::parameters,
        two_tier::{candidate::Candidate, facts::TwoTierFacts},
    },
};

parameters! {
    /// Balances depth and breadth by what the interview lacks.
    #[label("Depth against breadth", "it balances depth and breadth")]
    DepthBreadthBalance {
        /// Breadth below which breadth comes first.
        low_breadth_threshold: f64 = 0.4, "share of elements or node types", 0 to 1;
        /// Depth below which depth comes next.
        low_depth_threshold: f64 = 2.0, "mean chain length in edges", at least 0;
        /// Whether a model's readings adjust the rating.
        use_llm_signals: bool = false, "true or false";
    }
}

impl ScorerRule for DepthBreadthBalance {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let (deep, broad) = (candidate.is("depth"), candidate.is_on_breadth_side());
        let side = |depth: f64, breadth: f64, other: f64| match (deep, broad) {
            (true, _) => depth,
            (false, true) => breadth,
            (false, false) => other,
        };
        let balance = if breadth(facts) < self.low_breadth_threshold {
            side(0.7, 1.5, 0.9)
        } else if facts.graph.chains().average() < self.low_depth_threshold {
            side(1.5, 0.7, 0.9)
        } else {
            1.1
        };
        if self.use_llm_signals { balance + adjustment(candidate, facts, side(0.1, -0.1, 0.0)) } else { balance }
    }
}

/// Share of the elements that came up, or of the node types if no element did, 0–1.
fn breadth(facts: &TwoTierFacts<'_>) -> f64 {
    if facts.anything_seen {
        facts.coverage
    } else if facts.graph.ladder.types == 0 {
        0.0
    } else {
        ratio(facts.graph.type_counts().len(), facts.graph.ladder.types).min(1.0)
    }
}

/// Points from a model's readings. `step` is the value of a suggestion to deepen for this candidate.
fn adjustment(candidate: &Candidate, facts: &TwoTierFacts<'_>, step: f64) -> f64 {
    let contradicts = facts.signals.contradiction.as_ref().is_some_and(|reading| reading.has_contradiction);
    let tests = matches!(&*candidate.strategy, "deepen" | "contrast");
    let suggestion = facts.signals.concept_depth.as_ref().map(|reading| reading.suggestion);
    let depth = match suggestion {
        Some(Suggestion::Deepen) => step,
        Some(Suggestion::Broaden) => -step,
        Some(Suggestion::Stay) | None => 0.0,
    };
    depth + if contradicts && tests { 0.2 } else { 0.0 }
}
