//! Pool `element`: one value for each element of the concept, on whether it still needs talking about.

use super::{
    ElementView, Kind, Maximum, Signal,
    node::{AMOUNTS, amount},
};

/// The pool.
pub(super) const POOL: [&Signal<ElementView>; 6] = [&COVERED, &DEPTH, &NODE_COUNT, &FOCUS_COUNT, &PRIORITY, &MENTIONS];

const COVERED: Signal<ElementView> = Signal {
    name: "graph.element.covered",
    kind: Kind::Flag(|element| Some(element.covered)),
    meaning: "whether anything said belongs to it",
};

const DEPTH: Signal<ElementView> = Signal {
    name: "graph.element.depth",
    kind: Kind::Number(Maximum::Of(1.0), |element| Some(element.depth)),
    meaning: "how far up the ladder the talk about it went",
};

const NODE_COUNT: Signal<ElementView> = Signal {
    name: "graph.element.node_count",
    kind: Kind::Number(Maximum::Of(5.0), |element| Some(f64::from(element.node_count))),
    meaning: "how much was said about it",
};

const FOCUS_COUNT: Signal<ElementView> = Signal {
    name: "graph.element.focus_count",
    kind: Kind::Word(&AMOUNTS, |element| Some(amount(element.focus_count))),
    meaning: "how often it has been asked about",
};

const PRIORITY: Signal<ElementView> = Signal {
    name: "graph.element.priority",
    kind: Kind::Number(Maximum::Of(1.0), |element| Some(element.priority)),
    meaning: "its place in the concept, 1 the first: researchers put first what matters most to them",
};

const MENTIONS: Signal<ElementView> = Signal {
    name: "graph.element.mentions",
    kind: Kind::Number(Maximum::Of(10.0), |element| Some(f64::from(element.mentions))),
    meaning: "how often the person voiced anything that belongs to it",
};
