//! Pool `element`: one value for each element of the concept, on whether it still needs questions.

use super::{
    ElementFigures, Label, Maximum, Signal, SignalKind,
    node::{AMOUNTS, amount},
};

/// The pool.
pub(super) const POOL: &[Signal<ElementFigures>] = &[
    Signal {
        name: "graph.element.covered",
        kind: SignalKind::Flag(|element| Some(element.covered)),
        meaning: "whether any idea belongs to it",
        labels: &[("false", Label::new("Not mentioned yet", "it has not been mentioned yet"))],
    },
    Signal {
        name: "graph.element.depth",
        kind: SignalKind::Number(Maximum::Of(1.0), |element| Some(element.depth)),
        meaning: "how far up the ladder the ideas about it reach",
        labels: &[("low", Label::new("Little known of it", "little is known of it"))],
    },
    Signal {
        name: "graph.element.node_count",
        kind: SignalKind::Number(Maximum::Of(5.0), |element| Some(f64::from(element.node_count))),
        meaning: "how many ideas belong to it",
        labels: &[],
    },
    Signal {
        name: "graph.element.focus_count",
        kind: SignalKind::Word(&AMOUNTS, |element| Some(amount(element.focus_count))),
        meaning: "how often it has been asked about",
        labels: &[
            ("none", Label::new("Never asked about", "it has not been asked about")),
            ("medium", Label::named("Asked about before")),
            ("high", Label::named("Asked about often")),
        ],
    },
    Signal {
        name: "graph.element.priority",
        kind: SignalKind::Number(Maximum::Of(1.0), |element| Some(element.priority)),
        meaning: "its place in the concept, 1 for the first; researchers list the most important first",
        labels: &[("", Label::new("Place in the list of subjects", "it comes early in the list of subjects"))],
    },
    Signal {
        name: "graph.element.mentions",
        kind: SignalKind::Number(Maximum::Of(10.0), |element| Some(f64::from(element.mentions))),
        meaning: "how often the person voiced an idea that belongs to it",
        labels: &[("", Label::named("Mentioned so far"))],
    },
];
