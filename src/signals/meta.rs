//! Pool `meta`: signals made of signals, on where the interview stands.

use super::{
    GlobalView, Kind, Maximum, Signal,
    graph::{MAX_DEPTH, chain_ratio},
};

/// The pool.
pub(super) const POOL: [&Signal<GlobalView>; 6] =
    [&PHASE, &IS_LATE_STAGE, &PROGRESS, &SATURATION, &LINE_OPEN, &COVERAGE_PRESSURE];

/// Phases in order.
pub const PHASES: [&str; 3] = ["early", "mid", "late"];

const LATE: usize = 2;

/// Where the interview stands.
pub(super) const PHASE: Signal<GlobalView> = Signal {
    name: "meta.interview.phase",
    kind: Kind::Word(&PHASES, |view| Some(phase(view))),
    meaning: "where the interview stands",
};

fn phase(view: &GlobalView) -> usize {
    if view.node_count < 5 {
        0
    } else if view.node_count < 15 || view.orphan_count > 3 {
        1
    } else {
        LATE
    }
}

const IS_LATE_STAGE: Signal<GlobalView> = Signal {
    name: "meta.interview.is_late_stage",
    kind: Kind::Flag(|view| Some(is_late_stage(view))),
    meaning: "little time left",
};

/// Whether the interview is in its late phase or in the last turns of its budget.
pub(crate) fn is_late_stage(view: &GlobalView) -> bool {
    phase(view) == LATE || view.turn >= view.late_from
}

const PROGRESS: Signal<GlobalView> = Signal {
    name: "meta.interview_progress",
    kind: Kind::Number(Maximum::Of(1.0), |view| {
        let depth = MAX_DEPTH.read(view, view.ladder).number()?;
        Some(chain_ratio(view).map_or(depth, |ratio| 0.5 * ratio.min(1.0) + 0.5 * depth))
    }),
    meaning: "how complete the interview looks",
};

const SATURATION: Signal<GlobalView> = Signal {
    name: "meta.conversation.saturation",
    kind: Kind::Number(Maximum::Of(1.0), |view| {
        let new_nodes = f64::from(view.new_nodes?);
        let is_measurable = view.peak_new_nodes > 0;
        Some(if is_measurable { 1.0 - (new_nodes / f64::from(view.peak_new_nodes)).min(1.0) } else { 0.0 })
    }),
    meaning: "how little the last answer added; 1 = nothing new",
};

const LINE_OPEN: Signal<GlobalView> = Signal {
    name: "meta.conversation.line_open",
    kind: Kind::Flag(|view| view.line_open),
    meaning: "the line of reasons last talked about still rises: the last answer added to it, and it has come to no end",
};

const COVERAGE_PRESSURE: Signal<GlobalView> = Signal {
    name: "meta.coverage_pressure",
    kind: Kind::Number(Maximum::Of(1.0), |view| {
        let open = view.elements_total.saturating_sub(view.elements_covered);
        let is_measurable = view.elements_total > 0;
        is_measurable.then(|| f64::from(open) / f64::from(view.turns_left.max(1)))
    }),
    meaning: "parts of the concept never touched for each question left; 1 = one for each",
};
