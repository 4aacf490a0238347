//! Pool `meta`: signals derived from other signals, on the progress of the interview.

use super::{GlobalView, Label, Maximum, Signal, SignalKind, graph::chain_ratio};

/// The pool.
pub(super) const POOL: &[Signal<GlobalView>] = &[
    Signal {
        name: "meta.interview.phase",
        kind: SignalKind::Word(&PHASES, |view| Some(phase(view))),
        meaning: "phase of the interview",
        labels: &[],
    },
    Signal {
        name: "meta.interview.is_late_stage",
        kind: SignalKind::Flag(|view| Some(is_late_stage(view))),
        meaning: "little time left",
        labels: &[],
    },
    Signal {
        name: "meta.interview_progress",
        kind: SignalKind::Number(Maximum::Of(1.0), |view| {
            let depth = (f64::from(view.max_depth) / f64::from(view.ladder.max(1))).min(1.0);
            Some(chain_ratio(view).map_or(depth, |ratio| 0.5 * ratio.min(1.0) + 0.5 * depth))
        }),
        meaning: "how complete the interview looks",
        labels: &[("", Label::new("How far along we are", "the interview is far along"))],
    },
    Signal {
        name: "meta.conversation.saturation",
        kind: SignalKind::Number(Maximum::Of(1.0), |view| {
            let new_nodes = f64::from(view.new_nodes?);
            let is_measurable = view.peak_new_nodes > 0;
            Some(if is_measurable { 1.0 - (new_nodes / f64::from(view.peak_new_nodes)).min(1.0) } else { 0.0 })
        }),
        meaning: "how little the last answer added; 1 = nothing new",
        labels: &[
            ("", Label::new("Little new comes up", "little new comes up")),
            ("high", Label::new("Hardly anything new", "hardly anything new comes up")),
        ],
    },
    Signal {
        name: "meta.conversation.line_open",
        kind: SignalKind::Flag(|view| view.line_open),
        meaning: "the current line of reasons still rises: the last answer added to it, and it has not reached an end",
        labels: &[("true", Label::named("A line of reasons still rises"))],
    },
    Signal {
        name: "meta.coverage_pressure",
        kind: SignalKind::Number(Maximum::Of(1.0), |view| {
            let open = view.elements_total.saturating_sub(view.elements_covered);
            let is_measurable = view.elements_total > 0;
            is_measurable.then(|| f64::from(open) / f64::from(view.turns_left.max(1)))
        }),
        meaning: "untouched parts of the concept for each question left; 1 = one for each",
        labels: &[
            ("", Label::new("Turns run short for what was not touched", "turns run short for what was not touched")),
            ("high", Label::new("Turns are nearly too few", "turns are nearly too few for what was not touched")),
        ],
    },
];

/// Phases in order.
pub const PHASES: [&str; 3] = ["early", "mid", "late"];

const LATE: usize = 2;

fn phase(view: &GlobalView) -> usize {
    if let Some(phase) = view.phase_of_course {
        phase
    } else if view.node_count < 5 {
        0
    } else if view.node_count < 15 || view.orphan_count > 3 {
        1
    } else {
        LATE
    }
}

/// Whether the interview is in its late phase or in the last turns of its budget.
pub(crate) fn is_late_stage(view: &GlobalView) -> bool {
    phase(view) == LATE || view.turn >= view.late_from
}
