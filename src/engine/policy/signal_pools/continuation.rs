//! Whether the interview goes on: the first rule that holds ends it.

use super::{
    super::{Continuation, Decision, StopReason},
    requirements,
};
use crate::engine::{
    dialogue::Depth,
    graph::ActiveGraph,
    number::count,
    signals::{GlobalView, is_late_stage},
    state::{Situation, Trend},
};

/// Whether the interview goes on after this decision.
pub(super) fn continuation(situation: &Situation<'_>, decision: &Decision) -> Continuation {
    Continuation {
        reason: by_budget(situation, decision).or_else(|| by_yield(situation)),
        turns_left: situation.limits.max_turns.saturating_sub(situation.turn),
    }
}

fn by_budget(situation: &Situation<'_>, decision: &Decision) -> Option<StopReason> {
    if situation.turn >= situation.limits.max_turns {
        return Some(StopReason::MaxTurns);
    }
    let strategy = situation.methodology.strategy(&decision.chosen.probe.strategy);
    strategy.is_some_and(|strategy| strategy.closes).then_some(StopReason::ClosingStrategy)
}

/// Coverage and saturation, from `min_turns` on or in the late stage. Coverage ends the interview only when every
/// requirement is met.
fn by_yield(situation: &Situation<'_>) -> Option<StopReason> {
    let (limits, growth) = (situation.limits, &situation.course.growth);
    if situation.turn < limits.min_turns && !is_late_stage(&GlobalView::of(situation, 1)) {
        return None;
    }
    if is_covered(situation) && requirements::unmet(situation).is_empty() {
        Some(StopReason::ElementsCovered)
    } else if is_tired(situation) {
        Some(StopReason::FatigueDetected)
    } else if growth.zero_yield >= limits.zero_yield {
        Some(StopReason::GraphSaturated)
    } else if shallow_run(situation) >= limits.shallow {
        Some(StopReason::QualityDegraded)
    } else if growth.plateau >= limits.plateau {
        Some(StopReason::DepthPlateau)
    } else {
        is_exhausted(situation).then_some(StopReason::AllNodesExhausted)
    }
}

/// Whether every element is covered to the target depth. Depths are quotients, so rounding is tolerated.
fn is_covered(situation: &Situation<'_>) -> bool {
    const TOLERANCE: f64 = 1e-9;
    let elements = &situation.state.coverage.elements;
    let is_deep = |depth: f64| depth >= situation.limits.target_depth - TOLERANCE;
    !elements.is_empty() && elements.iter().all(|element| element.covered && is_deep(element.depth))
}

/// Answers in a row that stayed shallow. With rules of a conversation every answer counts, else only those about ideas.
fn shallow_run(situation: &Situation<'_>) -> u32 {
    if situation.methodology.conversation.rules.is_empty() {
        return situation.course.growth.shallow;
    }
    count(situation.course.depths.iter().rev().take_while(|depth| **depth <= Depth::Shallow).count())
}

/// Whether answers were short and without yield for `fatigue` turns.
fn is_tired(situation: &Situation<'_>) -> bool {
    let (limit, dry) = (situation.limits.fatigue, situation.course.growth.zero_yield);
    limit > 0 && dry >= limit && situation.course.trend() == Trend::Fatigued
}

/// Whether every active node was asked about and has not yielded for `yield_gap` turns.
fn is_exhausted(situation: &Situation<'_>) -> bool {
    let active = ActiveGraph::of(situation.graph);
    let is_dry = |id: usize| {
        situation.course.nodes.get(id).is_some_and(|node| {
            node.focus_count > 0 && node.turns_since_last_yield(situation.turn) >= situation.limits.yield_gap
        })
    };
    !active.is_empty() && active.nodes.iter().all(|node| is_dry(node.id.index()))
}
