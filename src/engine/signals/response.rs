//! Pool `llm`: properties of the last answer beside its ideas, read by a model or by rules.

use crate::engine::dialogue::AnswerAct;

use super::{GlobalView, Label, Maximum, Signal, SignalKind};

const SHARE: Maximum = Maximum::Of(1.0);

/// The pool.
pub(super) const POOL: &[Signal<GlobalView>] = &[
    Signal {
        name: "llm.response_depth",
        kind: SignalKind::Word(&["surface", "shallow", "moderate", "deep"], |view| {
            view.reading.response_depth.map(|depth| depth as usize)
        }),
        meaning: "how much the last answer holds",
        labels: &[
            ("surface", Label::new("Last answer on the surface", "the last answer stayed on the surface")),
            ("shallow", Label::new("Last answer shallow", "the last answer was short")),
            ("moderate", Label::new("Last answer moderate", "the last answer said something")),
            ("deep", Label::new("Last answer deep", "the last answer went deep")),
        ],
    },
    Signal {
        name: "llm.answer_act",
        kind: SignalKind::Word(&AnswerAct::WORDS, |view| view.reading.act.map(|act| act as usize)),
        meaning: "what the last answer does in the conversation",
        labels: &[
            ("discloses", Label::new("Discloses", "the last answer told something personal")),
            ("tells_event", Label::new("Tells an event", "the last answer told what happened")),
            ("gives_reason", Label::new("Gives a reason", "the last answer gave a reason")),
            ("confused", Label::new("Confused", "the last question was not understood")),
        ],
    },
    Signal {
        name: "llm.sentiment",
        kind: SignalKind::Word(&["negative", "neutral", "positive"], |view| {
            view.reading.sentiment.map(|tone| tone as usize)
        }),
        meaning: "tone of the last answer",
        labels: &[],
    },
    Signal {
        name: "llm.valence",
        kind: SignalKind::Number(SHARE, |view| view.reading.valence),
        meaning: "tone of the last answer, from against to for",
        labels: &[
            ("low", Label::new("Cool in tone", "the last answer was cool in tone")),
            ("mid", Label::new("Even in tone", "the last answer was even in tone")),
            ("high", Label::new("Warm in tone", "the last answer was warm in tone")),
        ],
    },
    Signal {
        name: "llm.certainty",
        kind: SignalKind::Number(SHARE, |view| view.reading.certainty),
        meaning: "how sure the person sounds",
        labels: &[
            ("low", Label::new("Unsure", "the last answer was unsure")),
            ("mid", Label::new("Fairly sure", "the last answer was fairly sure")),
            ("high", Label::new("Sure", "the last answer was sure")),
        ],
    },
    Signal {
        name: "llm.specificity",
        kind: SignalKind::Number(SHARE, |view| view.reading.specificity),
        meaning: "how concrete the last answer is",
        labels: &[
            ("low", Label::new("Vague", "the last answer was vague")),
            ("mid", Label::new("Fairly concrete", "the last answer was fairly concrete")),
            ("high", Label::new("Concrete", "the last answer was concrete")),
        ],
    },
    Signal {
        name: "llm.engagement",
        kind: SignalKind::Number(SHARE, |view| view.reading.engagement),
        meaning: "how willing the person is",
        labels: &[
            ("low", Label::new("Not willing to talk", "little was said")),
            ("mid", Label::new("Fairly willing to talk", "there is some will to talk")),
            ("high", Label::new("Willing to talk", "there is a will to talk")),
        ],
    },
    Signal {
        name: "llm.intellectual_engagement",
        kind: SignalKind::Number(SHARE, |view| view.reading.intellectual_engagement),
        meaning: "how much reasoning the last answer shows",
        labels: &[
            ("mid", Label::new("Gives some reasons", "the last answer gave some reasons")),
            ("high", Label::new("Gives reasons", "the last answer gave reasons")),
        ],
    },
    Signal {
        name: "llm.uncertainty",
        kind: SignalKind::Number(SHARE, |view| view.reading.uncertainty),
        meaning: "words of doubt",
        labels: &[],
    },
    Signal {
        name: "llm.ambiguity",
        kind: SignalKind::Number(SHARE, |view| view.reading.ambiguity),
        meaning: "vague words",
        labels: &[],
    },
    Signal {
        name: "llm.hedging_language",
        kind: SignalKind::Word(&["none", "low", "medium", "high"], |view| {
            view.reading.hedging.map(|hedging| hedging as usize)
        }),
        meaning: "how guarded the wording is",
        labels: &[],
    },
    Signal {
        name: "llm.global_response_trend",
        kind: SignalKind::Word(&["deepening", "stable", "shallowing", "fatigued"], |view| Some(view.trend as usize)),
        meaning: "trend of the answers; fatigued = change the subject or end",
        labels: &[
            ("shallowing", Label::new("Answers grow shallower", "answers grow shallower")),
            ("fatigued", Label::new("Answers grow tired", "answers grow tired")),
        ],
    },
];
