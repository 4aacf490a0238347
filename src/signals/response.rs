//! Pool `llm`: what the last answer tells beside its ideas, whoever read it.

use super::{GlobalView, Kind, Maximum, Signal};

/// The pool.
pub(super) const POOL: [&Signal<GlobalView>; 11] = [
    &RESPONSE_DEPTH,
    &SENTIMENT,
    &VALENCE,
    &CERTAINTY,
    &SPECIFICITY,
    &ENGAGEMENT,
    &INTELLECTUAL_ENGAGEMENT,
    &UNCERTAINTY,
    &AMBIGUITY,
    &HEDGING,
    &TREND,
];

const SHARE: Maximum = Maximum::Of(1.0);

const RESPONSE_DEPTH: Signal<GlobalView> = Signal {
    name: "llm.response_depth",
    kind: Kind::Word(&["surface", "shallow", "moderate", "deep"], |view| {
        view.reading.response_depth.map(|depth| depth as usize)
    }),
    meaning: "how much the last answer holds",
};

const SENTIMENT: Signal<GlobalView> = Signal {
    name: "llm.sentiment",
    kind: Kind::Word(&["negative", "neutral", "positive"], |view| view.reading.sentiment.map(|tone| tone as usize)),
    meaning: "tone of the last answer",
};

const VALENCE: Signal<GlobalView> = Signal {
    name: "llm.valence",
    kind: Kind::Number(SHARE, |view| view.reading.valence),
    meaning: "tone of the last answer, from against to for",
};

const CERTAINTY: Signal<GlobalView> = Signal {
    name: "llm.certainty",
    kind: Kind::Number(SHARE, |view| view.reading.certainty),
    meaning: "how sure the person sounds",
};

const SPECIFICITY: Signal<GlobalView> = Signal {
    name: "llm.specificity",
    kind: Kind::Number(SHARE, |view| view.reading.specificity),
    meaning: "how concrete the last answer is",
};

const ENGAGEMENT: Signal<GlobalView> = Signal {
    name: "llm.engagement",
    kind: Kind::Number(SHARE, |view| view.reading.engagement),
    meaning: "how willing the person is",
};

const INTELLECTUAL_ENGAGEMENT: Signal<GlobalView> = Signal {
    name: "llm.intellectual_engagement",
    kind: Kind::Number(SHARE, |view| view.reading.intellectual_engagement),
    meaning: "how much reasoning the last answer shows",
};

const UNCERTAINTY: Signal<GlobalView> = Signal {
    name: "llm.uncertainty",
    kind: Kind::Number(SHARE, |view| view.reading.uncertainty),
    meaning: "words of doubt",
};

const AMBIGUITY: Signal<GlobalView> =
    Signal { name: "llm.ambiguity", kind: Kind::Number(SHARE, |view| view.reading.ambiguity), meaning: "vague words" };

const HEDGING: Signal<GlobalView> = Signal {
    name: "llm.hedging_language",
    kind: Kind::Word(&["none", "low", "medium", "high"], |view| view.reading.hedging.map(|hedging| hedging as usize)),
    meaning: "how guarded the wording is",
};

const TREND: Signal<GlobalView> = Signal {
    name: "llm.global_response_trend",
    kind: Kind::Word(&["deepening", "stable", "shallowing", "fatigued"], |view| Some(view.trend as usize)),
    meaning: "where the answers are heading; fatigued = change the subject or end",
};
