//! Pool `temporal`: need for variety.

use super::{GlobalView, Kind, Maximum, Signal};

/// The pool.
pub(super) const POOL: [&Signal<GlobalView>; 3] = [&STRATEGY_REPETITION, &STRATEGY_RUN, &FOCUS_RUN];

const STRATEGY_REPETITION: Signal<GlobalView> = Signal {
    name: "temporal.strategy_repetition_count",
    kind: Kind::Number(Maximum::Of(5.0), |view| Some(f64::from(view.strategy_repetition))),
    meaning: "how often the last strategy was used lately; high = ask in another way",
};

const STRATEGY_RUN: Signal<GlobalView> = Signal {
    name: "temporal.turns_since_strategy_change",
    kind: Kind::Number(Maximum::Of(5.0), |view| Some(f64::from(view.strategy_run))),
    meaning: "how long the same strategy was used without a break; high = ask in another way",
};

const FOCUS_RUN: Signal<GlobalView> = Signal {
    name: "temporal.turns_since_focus_change",
    kind: Kind::Number(Maximum::Of(5.0), |view| Some(f64::from(view.focus_run))),
    meaning: "how long the talk has stayed with one subject",
};
