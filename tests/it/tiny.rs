//! A study as small as can be, for tests that are not about its content.

use querent_engine::engine::{
    interview::{Interview, Step},
    session::{Input, SkipKind},
    study::Study,
};
use serde_json::json;

/// A study with two node types, three strategies and one element.
pub(crate) fn study() -> Study {
    // Words of their own, so that no two questions are alike, whatever the label.
    let words = |lead: &str, n: u32| (1..=9).map(|k| format!("{lead}{n}x{k}")).collect::<Vec<_>>().join(" ");
    let wordings =
        |lead: &str| (1..=12).map(|n| format!("{} “{{focus}}” {{topic}}?", words(lead, n))).collect::<Vec<_>>();
    let tactic = |id: &str| {
        json!({"id": id, "description": "d", "questions":
            {"node": wordings(id), "element": wordings(id), "global": wordings(id)}})
    };
    serde_json::from_value(json!({
        "format": 1, "id": "tiny", "version": "1", "language": "en", "title": "Tiny",
        "concept": {"id": "tea", "name": "Tea", "topic": "tea", "elements": [{"id": "warm", "label": "Warmth", "aliases": ["warm"]}]},
        "methodology": {
            "id": "tiny", "name": "Tiny", "goal": "g", "opening_bias": "o", "description": "d",
            "ontology": {
                "nodes": [
                    {"id": "feature", "name": "Feature", "level": 1, "description": "d"},
                    {"id": "goal", "name": "Goal", "level": 2, "terminal": true, "description": "d"},
                ],
                "edges": [{"id": "leads_to", "name": "leads to", "description": "d", "permitted": [["feature", "goal"]]}],
            },
            "strategies": [
                {"id": "deepen", "name": "Deepen", "description": "d", "tactics": ["laddering"],
                 "focus": {"kind": "node", "exclude_terminal": true}, "weights": {"graph.node.focus_count.none": 1.0}},
                {"id": "cover", "name": "Cover", "description": "d", "tactics": ["elaboration"], "focus": {"kind": "element"},
                 "weights": {"graph.element.focus_count.none": 0.5}},
                {"id": "reflect", "name": "Reflect", "description": "d", "tactics": ["validation"], "focus": {"kind": "global"},
                 "base": 0.2, "weights": {"temporal.strategy_repetition_count": -1.0}},
            ],
            "tactics": [tactic("laddering"), tactic("elaboration"), tactic("validation")],
        },
        "policy": {"policy": "signal_pools"},
        "limits": {"max_turns": 10, "min_turns": 10, "zero_yield": 50, "plateau": 50, "shallow": 50, "late_turns": 0},
        "texts": {"opening": ["What comes to mind when you think of tea?"], "thanks": "Thanks.", "goodbye": "Goodbye.", "safety": "Call someone."},
        "interface": {}, "pack": {}, "collect": false,
    }))
    .unwrap()
}

/// The start of an interview.
pub(crate) fn start() -> Input {
    Input::Start { session: "s-1".to_owned(), seed: 7, locale: "en".to_owned(), at: 1_000 }
}

/// An answer.
pub(crate) fn answer(text: &str, at: u64) -> Input {
    Input::Answer { text: text.to_owned(), at, manner: None }
}

/// A skipped question.
pub(crate) fn skip(kind: SkipKind, at: u64) -> Input {
    Input::Skip { kind, at }
}

/// An interview that has begun and been told these answers.
pub(crate) fn told(answers: &[&str]) -> Interview {
    let mut interview = Interview::new(study()).unwrap();
    interview.handle(start()).unwrap();
    for (index, text) in answers.iter().enumerate() {
        interview.handle(answer(text, 2_000 + index as u64)).unwrap();
    }
    interview
}

/// The text of the question that waits.
pub(crate) fn question(interview: &Interview) -> String {
    match interview.step() {
        Step::Ask { question, .. } => question.text,
        other => panic!("no question waits: {other:?}"),
    }
}
