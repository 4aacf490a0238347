//! Pool `node`: one value for each active node, on whether to go deeper there, come back later or leave it alone.

use super::{Label, Maximum, NodeFigures, Signal, SignalKind};

/// The pool.
pub(super) const POOL: &[Signal<NodeFigures>] = &[
    Signal {
        name: "graph.node.exhausted",
        kind: SignalKind::Flag(|node| Some(is_exhausted(node))),
        meaning: "no more to get here now",
        labels: &[("true", Label::named("Idea is used up"))],
    },
    Signal {
        name: "graph.node.exhaustion_score",
        kind: SignalKind::Number(Maximum::Of(1.0), |node| {
            if node.focus_count == 0 {
                return Some(0.0);
            }
            let dry = f64::from(node.since_yield.min(10)) / 10.0;
            let insisted = f64::from(node.focus_streak.min(5)) / 5.0;
            Some(dry * 0.4 + insisted * 0.3 + node.shallow_share * 0.3)
        }),
        meaning: "how used up it is; below .3 fresh, from .6 used up",
        labels: &[("low", Label::new("Idea not used up", "there is more in it"))],
    },
    Signal {
        name: "graph.node.yield_stagnation",
        kind: SignalKind::Flag(|node| Some(is_stagnating(node))),
        meaning: "early warning: answers about it bring little",
        labels: &[("false", Label::new("Still brings ideas", "it still brings ideas"))],
    },
    Signal {
        name: "graph.node.focus_streak",
        kind: SignalKind::Word(&AMOUNTS, |node| Some(streak(node))),
        meaning: "how long it has been asked about without a break",
        labels: &[
            ("none", Label::new("Not asked about just now", "it was not asked about just now")),
            ("low", Label::new("Asked about just now", "it is what we are speaking of")),
            ("medium", Label::named("Asked about twice in a row")),
            ("high", Label::named("Asked about again and again")),
        ],
    },
    Signal {
        name: "graph.node.focus_count",
        kind: SignalKind::Word(&AMOUNTS, |node| Some(amount(node.focus_count))),
        meaning: "how often it has been asked about at all",
        labels: &[
            ("none", Label::new("Never asked about", "it has not been asked about yet")),
            ("medium", Label::named("Asked about before")),
            ("high", Label::named("Asked about often")),
        ],
    },
    Signal {
        name: "graph.node.is_current_focus",
        kind: SignalKind::Flag(|node| Some(node.is_current_focus)),
        meaning: "the current subject",
        labels: &[],
    },
    Signal {
        name: "graph.node.recency_score",
        kind: SignalKind::Number(Maximum::Of(1.0), |node| {
            Some(node.since_focus.map_or(0.0, |turns| (1.0 - f64::from(turns) / 20.0).max(0.0)))
        }),
        meaning: "how recently it was asked about",
        labels: &[("", Label::new("How lately it came up", "it came up lately"))],
    },
    Signal {
        name: "graph.node.is_orphan",
        kind: SignalKind::Flag(|node| Some(node.entering + node.leaving == 0)),
        meaning: "has no link; needs a connection",
        labels: &[("true", Label::new("Stands on its own", "it stands on its own"))],
    },
    Signal {
        name: "graph.node.edge_count",
        kind: SignalKind::Number(Maximum::Of(8.0), |node| Some(f64::from(node.entering + node.leaving))),
        meaning: "how connected it is",
        labels: &[("", Label::new("Links to other ideas", "it is linked to other ideas"))],
    },
    Signal {
        name: "graph.node.has_outgoing",
        kind: SignalKind::Flag(|node| Some(node.leaving > 0)),
        meaning: "leads to another idea",
        labels: &[("true", Label::new("Leads to another idea", "it leads to another idea"))],
    },
    Signal {
        name: "graph.node.novelty",
        kind: SignalKind::Word(&["low", "medium", "high"], |node| {
            Some(match node.age {
                0..=2 => 2,
                3 => 1,
                4.. => 0,
            })
        }),
        meaning: "how new it is",
        labels: &[
            ("high", Label::new("Came up lately", "it came up lately")),
            ("medium", Label::new("Came up a while ago", "it came up not long ago")),
        ],
    },
    Signal {
        name: "graph.node.strategy_repetition",
        kind: SignalKind::Word(&AMOUNTS, |node| Some(amount(node.same_strategy))),
        meaning: "how often the same strategy asked about it in a row",
        labels: &[("low", Label::named("Asked about in this way before"))],
    },
    Signal {
        name: "graph.node.mentions",
        kind: SignalKind::Number(Maximum::Of(5.0), |node| Some(f64::from(node.mentions))),
        meaning: "how often the person voiced it",
        labels: &[("", Label::new("How often you said it", "you said it more than once"))],
    },
    Signal {
        name: "graph.node.warmth",
        kind: SignalKind::Number(Maximum::Of(1.0), |node| Some(f64::midpoint(1.0, f64::from(node.stance)))),
        meaning: "how warmly it was spoken of; 0 against it, .5 neither, 1 for it",
        labels: &[("", Label::new("How warmly you spoke of it", "you spoke warmly of it"))],
    },
    Signal {
        name: "graph.node.newness",
        kind: SignalKind::Number(Maximum::Of(1.0), |node| Some(1.0 / (1.0 + f64::from(node.age)))),
        meaning: "how new it is: 1 from the last answer, .5 from the one before, then a third and so on",
        labels: &[("", Label::new("How new it is", "it is new"))],
    },
    Signal {
        name: "graph.node.said_late",
        kind: SignalKind::Number(Maximum::Of(1.0), |node| node.said_late),
        meaning: "how far into its answer it was last voiced; people often say the main point last",
        labels: &[("", Label::new("Where in the answer you said it", "you said it towards the end of an answer"))],
    },
    Signal {
        name: "graph.node.focus_distance",
        kind: SignalKind::Number(Maximum::Of(FAR), |node| {
            node.is_focus_known.then(|| node.focus_distance.map_or(FAR, f64::from))
        }),
        meaning: "how many steps away from the idea last asked about; absent if that was no idea",
        labels: &[("", Label::new("Far from what was asked last", "it is far from what was asked last"))],
    },
    Signal {
        name: "graph.node.element_gap",
        kind: SignalKind::Number(Maximum::Of(1.0), |node| node.element_gap),
        meaning: "how much depth its least known element lacks; absent if it belongs to no element",
        labels: &[("", Label::new("Its subject is little known", "little is known of its subject"))],
    },
    Signal {
        name: "graph.node.label_words",
        kind: SignalKind::Number(Maximum::Of(4.0), |node| Some(f64::from(node.label_words))),
        meaning: "number of words of its label; a single word is little to ask about",
        labels: &[("low", Label::named("Only a word"))],
    },
    Signal {
        name: "meta.node.opportunity",
        kind: SignalKind::Word(&["exhausted", "probe_deeper", "fresh"], |node| {
            const HIGH: usize = 3;
            Some(if is_exhausted(node) {
                0
            } else if streak(node) == HIGH && node.is_deep_answer && node.since_yield >= 1 {
                1
            } else {
                2
            })
        }),
        meaning: "whether to leave it, go deeper or open it",
        labels: &[
            ("fresh", Label::new("Open to explore", "it is open to explore")),
            ("exhausted", Label::named("Nothing left in it")),
        ],
    },
];

/// Words of a count.
pub(super) const AMOUNTS: [&str; 4] = ["none", "low", "medium", "high"];

/// Steps from which an idea counts as far away.
const FAR: f64 = 4.0;

/// Turns without yield after which a node counts as stagnating.
const STAGNATION: u32 = 3;

/// Position of the word for a count: none, up to 2, up to 4, more.
pub(super) fn amount(count: u32) -> usize {
    match count {
        0 => 0,
        1 | 2 => 1,
        3 | 4 => 2,
        5.. => 3,
    }
}

/// Position of the word for a streak: none, 1, up to 3, more.
fn streak(node: &NodeFigures) -> usize {
    match node.focus_streak {
        0 => 0,
        1 => 1,
        2 | 3 => 2,
        4.. => 3,
    }
}

fn is_exhausted(node: &NodeFigures) -> bool {
    is_stagnating(node) && node.focus_streak >= 2 && node.shallow_share >= 2.0 / 3.0
}

fn is_stagnating(node: &NodeFigures) -> bool {
    node.focus_count >= 1 && node.since_yield >= STAGNATION
}
