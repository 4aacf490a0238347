//! Favours breadth while little was touched, then depth while lines of reasons are short.

use crate::{
    dialogue::qualitative::Suggestion,
    policy::{
        parameters::parameters,
        two_tier::{Candidate, Facts, facts::ratio},
    },
};

parameters! {
    /// Balances depth and breadth by what the interview lacks.
    DepthBreadthBalance {
        /// Breadth below which breadth comes first.
        low_breadth_threshold: f64 = 0.4, "share of elements or node types, 0–1";
        /// Depth below which depth comes next.
        low_depth_threshold: f64 = 2.0, "mean chain length in edges, ≥ 0";
        /// Whether a model's readings adjust the rating.
        use_llm_signals: bool = false, "true or false";
    }
}

impl DepthBreadthBalance {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let (deep, broad) = (probe.is("depth"), probe.is_on_breadth_side());
        let side = |depth: f64, breadth: f64, other: f64| {
            if deep {
                depth
            } else if broad {
                breadth
            } else {
                other
            }
        };
        let balance = if breadth(facts) < self.low_breadth_threshold {
            side(0.7, 1.5, 0.9)
        } else if facts.graph.chains().average() < self.low_depth_threshold {
            side(1.5, 0.7, 0.9)
        } else {
            1.1
        };
        if self.use_llm_signals { balance + adjustment(probe, facts, side(0.1, -0.1, 0.0)) } else { balance }
    }
}

/// Share of the concept, or of the node types, that was touched, 0–1.
fn breadth(facts: &Facts<'_>) -> f64 {
    if facts.anything_seen {
        facts.coverage
    } else if facts.graph.ladder.types == 0 {
        0.0
    } else {
        ratio(facts.graph.type_counts().len(), facts.graph.ladder.types).min(1.0)
    }
}

/// What a model's readings add; `step` is what a suggestion to deepen adds for this probe.
fn adjustment(probe: &Candidate, facts: &Facts<'_>, step: f64) -> f64 {
    let contradicts = facts.signals.contradiction.as_ref().is_some_and(|reading| reading.has_contradiction);
    let tests = matches!(&*probe.strategy, "deepen" | "contrast");
    let suggestion = facts.signals.concept_depth.as_ref().map(|reading| reading.suggestion);
    let depth = match suggestion {
        Some(Suggestion::Deepen) => step,
        Some(Suggestion::Broaden) => -step,
        Some(Suggestion::Stay) | None => 0.0,
    };
    depth + if contradicts && tests { 0.2 } else { 0.0 }
}
