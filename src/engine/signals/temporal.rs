//! Pool `temporal`: the need for variety.

use super::{GlobalView, Label, Maximum, Signal, SignalKind};

/// The pool.
pub(super) const POOL: &[Signal<GlobalView>] = &[
    Signal {
        name: "temporal.strategy_repetition_count",
        kind: SignalKind::Number(Maximum::Of(5.0), |view| Some(f64::from(view.strategy_repetition))),
        meaning: "how often the last strategy was used lately; high = ask in another way",
        labels: &[
            ("", Label::named("Same way of asking")),
            ("mid", Label::named("Same way, again")),
            ("high", Label::named("Same way, too often")),
        ],
    },
    Signal {
        name: "temporal.turns_since_strategy_change",
        kind: SignalKind::Number(Maximum::Of(5.0), |view| Some(f64::from(view.strategy_run))),
        meaning: "how long the same strategy was used without a break; high = ask in another way",
        labels: &[("", Label::new("Long one way of asking", "it is time for another way of asking"))],
    },
    Signal {
        name: "temporal.turns_since_focus_change",
        kind: SignalKind::Number(Maximum::Of(5.0), |view| Some(f64::from(view.focus_run))),
        meaning: "how long the conversation has stayed with one subject",
        labels: &[("high", Label::new("Long on one idea", "we have been on one idea for long"))],
    },
];
