//! Pool `node`: one value for each active node, on whether to dig there, come back or leave it alone.

use super::{Kind, Maximum, NodeView, Signal};

/// The pool.
pub(super) const POOL: [&Signal<NodeView>; 20] = [
    &EXHAUSTED,
    &EXHAUSTION_SCORE,
    &YIELD_STAGNATION,
    &FOCUS_STREAK,
    &FOCUS_COUNT,
    &IS_CURRENT_FOCUS,
    &RECENCY_SCORE,
    &IS_ORPHAN,
    &EDGE_COUNT,
    &HAS_OUTGOING,
    &NOVELTY,
    &STRATEGY_REPETITION,
    &MENTIONS,
    &WARMTH,
    &NEWNESS,
    &SAID_LATE,
    &FOCUS_DISTANCE,
    &ELEMENT_GAP,
    &LABEL_WORDS,
    &OPPORTUNITY,
];

/// Words of a count.
pub(super) const AMOUNTS: [&str; 4] = ["none", "low", "medium", "high"];

/// Position of the word for a count: none, up to 2, up to 4, more.
pub(super) fn amount(count: u32) -> usize {
    match count {
        0 => 0,
        1 | 2 => 1,
        3 | 4 => 2,
        5.. => 3,
    }
}

/// Turns without yield after which a node counts as stagnating.
const STAGNATION: u32 = 3;

const EXHAUSTED: Signal<NodeView> = Signal {
    name: "graph.node.exhausted",
    kind: Kind::Flag(|node| Some(is_exhausted(node))),
    meaning: "nothing more to get here now",
};

fn is_exhausted(node: &NodeView) -> bool {
    is_stagnating(node) && node.focus_streak >= 2 && node.shallow_share >= 2.0 / 3.0
}

fn is_stagnating(node: &NodeView) -> bool {
    node.focus_count >= 1 && node.since_yield >= STAGNATION
}

const EXHAUSTION_SCORE: Signal<NodeView> = Signal {
    name: "graph.node.exhaustion_score",
    kind: Kind::Number(Maximum::Of(1.0), |node| {
        if node.focus_count == 0 {
            return Some(0.0);
        }
        let dry = f64::from(node.since_yield.min(10)) / 10.0;
        let insisted = f64::from(node.focus_streak.min(5)) / 5.0;
        Some(dry * 0.4 + insisted * 0.3 + node.shallow_share * 0.3)
    }),
    meaning: "how used up it is; below .3 fresh, from .6 used up",
};

const YIELD_STAGNATION: Signal<NodeView> = Signal {
    name: "graph.node.yield_stagnation",
    kind: Kind::Flag(|node| Some(is_stagnating(node))),
    meaning: "early warning: answers about it bring little",
};

const FOCUS_STREAK: Signal<NodeView> = Signal {
    name: "graph.node.focus_streak",
    kind: Kind::Word(&AMOUNTS, |node| Some(streak(node))),
    meaning: "how long it has been asked about without a break",
};

/// Position of the word for a streak: none, 1, up to 3, more.
fn streak(node: &NodeView) -> usize {
    match node.focus_streak {
        0 => 0,
        1 => 1,
        2 | 3 => 2,
        4.. => 3,
    }
}

const FOCUS_COUNT: Signal<NodeView> = Signal {
    name: "graph.node.focus_count",
    kind: Kind::Word(&AMOUNTS, |node| Some(amount(node.focus_count))),
    meaning: "how often it has been asked about at all",
};

const IS_CURRENT_FOCUS: Signal<NodeView> = Signal {
    name: "graph.node.is_current_focus",
    kind: Kind::Flag(|node| Some(node.is_current_focus)),
    meaning: "the subject right now",
};

const RECENCY_SCORE: Signal<NodeView> = Signal {
    name: "graph.node.recency_score",
    kind: Kind::Number(Maximum::Of(1.0), |node| {
        Some(node.since_focus.map_or(0.0, |turns| (1.0 - f64::from(turns) / 20.0).max(0.0)))
    }),
    meaning: "how recently it was asked about",
};

const IS_ORPHAN: Signal<NodeView> = Signal {
    name: "graph.node.is_orphan",
    kind: Kind::Flag(|node| Some(node.entering + node.leaving == 0)),
    meaning: "stands alone; needs a connection",
};

const EDGE_COUNT: Signal<NodeView> = Signal {
    name: "graph.node.edge_count",
    kind: Kind::Number(Maximum::Of(8.0), |node| Some(f64::from(node.entering + node.leaving))),
    meaning: "how connected it is",
};

const HAS_OUTGOING: Signal<NodeView> = Signal {
    name: "graph.node.has_outgoing",
    kind: Kind::Flag(|node| Some(node.leaving > 0)),
    meaning: "leads on to something",
};

const NOVELTY: Signal<NodeView> = Signal {
    name: "graph.node.novelty",
    kind: Kind::Word(&["low", "medium", "high"], |node| {
        Some(match node.age {
            0..=2 => 2,
            3 => 1,
            4.. => 0,
        })
    }),
    meaning: "how new it is",
};

const STRATEGY_REPETITION: Signal<NodeView> = Signal {
    name: "graph.node.strategy_repetition",
    kind: Kind::Word(&AMOUNTS, |node| Some(amount(node.same_strategy))),
    meaning: "the same way of asking about it again and again",
};

const MENTIONS: Signal<NodeView> = Signal {
    name: "graph.node.mentions",
    kind: Kind::Number(Maximum::Of(5.0), |node| Some(f64::from(node.mentions))),
    meaning: "how often the person voiced it",
};

const WARMTH: Signal<NodeView> = Signal {
    name: "graph.node.warmth",
    kind: Kind::Number(Maximum::Of(1.0), |node| Some(f64::midpoint(1.0, f64::from(node.stance)))),
    meaning: "how warmly it was spoken of; 0 against it, .5 neither, 1 for it",
};

const NEWNESS: Signal<NodeView> = Signal {
    name: "graph.node.newness",
    kind: Kind::Number(Maximum::Of(1.0), |node| Some(1.0 / (1.0 + f64::from(node.age)))),
    meaning: "how new it is: 1 from the last answer, .5 from the one before, then a third and so on",
};

const SAID_LATE: Signal<NodeView> = Signal {
    name: "graph.node.said_late",
    kind: Kind::Number(Maximum::Of(1.0), |node| node.said_late),
    meaning: "how far into its answer it was last voiced; what people lead up to comes last",
};

/// Steps from which on an idea is as far away as can be.
const FAR: f64 = 4.0;

const FOCUS_DISTANCE: Signal<NodeView> = Signal {
    name: "graph.node.focus_distance",
    kind: Kind::Number(Maximum::Of(FAR), |node| {
        node.is_focus_known.then(|| node.focus_distance.map_or(FAR, f64::from))
    }),
    meaning: "how many steps away from what was last asked about; absent if that was no idea",
};

const ELEMENT_GAP: Signal<NodeView> = Signal {
    name: "graph.node.element_gap",
    kind: Kind::Number(Maximum::Of(1.0), |node| node.element_gap),
    meaning: "how much the least known element it belongs to still lacks; absent if it belongs to none",
};

const LABEL_WORDS: Signal<NodeView> = Signal {
    name: "graph.node.label_words",
    kind: Kind::Number(Maximum::Of(4.0), |node| Some(f64::from(node.label_words))),
    meaning: "how many words it is called by; one alone, easier or important, is little to ask about",
};

const OPPORTUNITY: Signal<NodeView> = Signal {
    name: "meta.node.opportunity",
    kind: Kind::Word(&["exhausted", "probe_deeper", "fresh"], |node| {
        const HIGH: usize = 3;
        Some(if is_exhausted(node) {
            0
        } else if streak(node) == HIGH && node.is_deep_answer && node.since_yield >= 1 {
            1
        } else {
            2
        })
    }),
    meaning: "leave it, dig on, or open it",
};
