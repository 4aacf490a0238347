//! Pool `graph`: how much there is, and how far lines of reasons go.

use super::{GlobalView, Kind, Maximum, Signal};

/// The pool.
pub(super) const POOL: [&Signal<GlobalView>; 9] = [
    &NODE_COUNT,
    &EDGE_COUNT,
    &ORPHAN_COUNT,
    &EDGE_DENSITY,
    &MAX_DEPTH,
    &AVG_DEPTH,
    &CHAIN_RATIO,
    &HAS_COMPLETE_CHAIN,
    &COVERAGE_BREADTH,
];

const NODE_COUNT: Signal<GlobalView> = Signal {
    name: "graph.node_count",
    kind: Kind::Number(Maximum::Of(20.0), |view| Some(f64::from(view.node_count))),
    meaning: "how much has been collected; few = still opening up",
};

const EDGE_COUNT: Signal<GlobalView> = Signal {
    name: "graph.edge_count",
    kind: Kind::Number(Maximum::Of(40.0), |view| Some(f64::from(view.edge_count))),
    meaning: "how much is tied together",
};

const ORPHAN_COUNT: Signal<GlobalView> = Signal {
    name: "graph.orphan_count",
    kind: Kind::Number(Maximum::Of(4.0), |view| Some(f64::from(view.orphan_count))),
    meaning: "ideas standing alone; many = ask how things connect",
};

const EDGE_DENSITY: Signal<GlobalView> = Signal {
    name: "graph.edge_density",
    kind: Kind::Number(Maximum::Of(2.0), |view| Some(f64::from(view.edge_count) / f64::from(view.node_count.max(1)))),
    meaning: "ties per idea",
};

pub(super) const MAX_DEPTH: Signal<GlobalView> = Signal {
    name: "graph.max_depth",
    kind: Kind::Number(Maximum::Ladder, |view| Some(f64::from(view.max_depth))),
    meaning: "how far the longest line of reasons goes; low = still at the surface",
};

const AVG_DEPTH: Signal<GlobalView> = Signal {
    name: "graph.avg_depth",
    kind: Kind::Number(Maximum::Ladder, |view| Some(view.avg_depth)),
    meaning: "how far lines of reasons go on average",
};

const CHAIN_RATIO: Signal<GlobalView> = Signal {
    name: "graph.chain_completion.ratio",
    kind: Kind::Number(Maximum::Of(1.0), chain_ratio),
    meaning: "share of starting points followed to an end",
};

pub(super) fn chain_ratio(view: &GlobalView) -> Option<f64> {
    view.chains.map(|chains| f64::from(chains.complete) / f64::from(chains.starts.max(1)))
}

const HAS_COMPLETE_CHAIN: Signal<GlobalView> = Signal {
    name: "graph.chain_completion.has_complete",
    kind: Kind::Flag(|view| view.chains.map(|chains| chains.complete > 0)),
    meaning: "whether any line of reasons reaches an end",
};

const COVERAGE_BREADTH: Signal<GlobalView> = Signal {
    name: "graph.coverage_breadth",
    kind: Kind::Number(Maximum::Of(1.0), |view| {
        (view.elements_total > 0).then(|| f64::from(view.elements_covered) / f64::from(view.elements_total))
    }),
    meaning: "share of the concept touched",
};
