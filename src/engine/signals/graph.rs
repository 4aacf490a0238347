//! Pool `graph`: the size of the graph and the length of its chains of reasons.

use super::{GlobalView, Label, Maximum, Signal, SignalKind};

/// The pool.
pub(super) const POOL: &[Signal<GlobalView>] = &[
    Signal {
        name: "graph.node_count",
        kind: SignalKind::Number(Maximum::Of(20.0), |view| Some(f64::from(view.node_count))),
        meaning: "how many ideas were collected; few = the interview is still opening up",
        labels: &[],
    },
    Signal {
        name: "graph.edge_count",
        kind: SignalKind::Number(Maximum::Of(40.0), |view| Some(f64::from(view.edge_count))),
        meaning: "how many ideas are linked",
        labels: &[],
    },
    Signal {
        name: "graph.orphan_count",
        kind: SignalKind::Number(Maximum::Of(4.0), |view| Some(f64::from(view.orphan_count))),
        meaning: "ideas without a link; many = ask how things connect",
        labels: &[],
    },
    Signal {
        name: "graph.edge_density",
        kind: SignalKind::Number(Maximum::Of(2.0), |view| {
            Some(f64::from(view.edge_count) / f64::from(view.node_count.max(1)))
        }),
        meaning: "links per idea",
        labels: &[("", Label::new("Ideas hang together", "the ideas hang together"))],
    },
    Signal {
        name: "graph.max_depth",
        kind: SignalKind::Number(Maximum::Ladder, |view| Some(f64::from(view.max_depth))),
        meaning: "how far the longest line of reasons goes; low = still at the surface",
        labels: &[("", Label::new("Lines reach far already", "lines of reasons reach far already"))],
    },
    Signal {
        name: "graph.avg_depth",
        kind: SignalKind::Number(Maximum::Ladder, |view| Some(view.avg_depth)),
        meaning: "how far lines of reasons go on average",
        labels: &[],
    },
    Signal {
        name: "graph.chain_completion.ratio",
        kind: SignalKind::Number(Maximum::Of(1.0), chain_ratio),
        meaning: "share of starting points with a line of reasons to an end",
        labels: &[],
    },
    Signal {
        name: "graph.chain_completion.has_complete",
        kind: SignalKind::Flag(|view| view.chains.map(|chains| chains.complete > 0)),
        meaning: "whether any line of reasons reaches an end",
        labels: &[
            ("false", Label::new("No line complete yet", "no line of reasons is complete yet")),
            ("true", Label::new("A line is complete", "a line of reasons is complete")),
        ],
    },
    Signal {
        name: "graph.coverage_breadth",
        kind: SignalKind::Number(Maximum::Of(1.0), |view| {
            (view.elements_total > 0).then(|| f64::from(view.elements_covered) / f64::from(view.elements_total))
        }),
        meaning: "share of the concept that came up",
        labels: &[("", Label::new("Parts covered so far", "many parts have been covered"))],
    },
];

/// Share of chain starts with a complete chain. None without terminal types.
pub(super) fn chain_ratio(view: &GlobalView) -> Option<f64> {
    view.chains.map(|chains| f64::from(chains.complete) / f64::from(chains.starts.max(1)))
}
