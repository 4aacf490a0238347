//! The parts of a reading: each may be lost alone, and one call for all gives what one call a part gives.

use querent_engine::engine::{
    dialogue::{Depth, Level, Source},
    model::{FailureKind, Section, SectionSource, Task},
    session::Turn,
};
use serde_json::{Value, json};

use super::{
    answer, interviewed,
    provider::{Fault, MODEL, Scripted},
    reads_nothing_qualitative, split, started, study, without_calls,
};

const ANSWER: &str = "It is creamy, so my coffee feels like a treat in the morning.";

/// Parts with a value no other reader gives, and one that can be read by nobody.
const PARTS: [(Section, &str); 5] = [
    (Section::Extraction, "extraction"),
    (Section::Extractability, "extractability"),
    (Section::Momentum, "momentum"),
    (Section::Signals, "signals"),
    (Section::Ambiguity, "ambiguity"),
];

fn sources(turn: &Turn, section: Section) -> SectionSource {
    let mut calls = turn.calls.iter().rev();
    calls.find_map(|call| call.sections.get(&section)).copied().unwrap_or_else(|| panic!("{section:?}: {turn:#?}"))
}

#[test]
fn each_part_of_a_reading_may_be_lost_or_spoilt_alone() {
    for mode in ["batched", "split"] {
        for (lost, key) in PARTS {
            for instead in [None, Some(json!(null)), Some(json!({"x": 1}))] {
                let study = if mode == "batched" { study("signal_pools") } else { split("signal_pools") };
                let mut provider = Scripted::new(&study, Fault::Spoilt(key, instead.clone()));
                let mut interview = started(&study, &mut provider);
                answer(&mut interview, ANSWER, &mut provider);
                let turn = &interview.turns()[0];
                let place = format!("{mode}, {key} as {instead:?}");
                let reading = turn.reading.as_ref().unwrap();
                for (section, _) in PARTS {
                    let by_model = matches!(sources(turn, section), SectionSource::Llm | SectionSource::LlmRetry);
                    assert_eq!(by_model, section != lost, "{place}: {section:?}");
                }
                let momentum = reading.momentum.as_ref().map(|momentum| momentum.level);
                assert_eq!(momentum, (lost != Section::Momentum).then_some(Level::High), "{place}");
                assert_eq!(reading.response_depth == Some(Depth::Deep), lost != Section::Signals, "{place}");
                assert_eq!(reading.ambiguity == Some(0.15), lost != Section::Ambiguity, "{place}");
                assert!(reading.response_depth.is_some() && reading.ambiguity.is_some(), "{place}: rules stand in");
                assert!(!turn.extraction.as_ref().unwrap().nodes.is_empty(), "{place}");
                assert_eq!(turn.source, Some(Source::Model { model: MODEL.into() }), "{place}");
                let again = provider.seen.iter().filter(|request| request.id == "t1.extraction.retry").count();
                assert_eq!(
                    again,
                    usize::from(lost == Section::Extraction),
                    "{place}: only the extraction is worth a call"
                );
            }
        }
    }
}

#[test]
fn one_call_for_all_parts_gives_the_turns_that_one_call_a_part_gives() {
    for policy in ["signal_pools", "two_tier", "arbitration"] {
        let (batched, split) = (study(policy), split(policy));
        let (mut one, mut many) = (Scripted::new(&batched, Fault::None), Scripted::new(&split, Fault::None));
        let together = interviewed(&batched, "cooperative", 4, &mut one);
        let apart = interviewed(&split, "cooperative", 4, &mut many);
        assert!(one.seen.len() < many.seen.len());
        let (together, apart) = (without_calls(together.turns()), without_calls(apart.turns()));
        assert!(together.len() > 4);
        // The questions are worded in the order requests come, so only what was known and chosen is compared.
        for (one, other) in together.iter().zip(&apart) {
            assert_eq!(one.extraction, other.extraction, "{policy}, turn {}", one.turn);
            assert_eq!(one.reading, other.reading, "{policy}, turn {}", one.turn);
            assert_eq!(one, other, "{policy}, turn {}", one.turn);
        }
        assert_eq!(together.len(), apart.len());
    }
}

#[test]
fn qualitative_signals_are_asked_for_every_second_turn_if_the_policy_reads_them() {
    let study = study("two_tier");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    for _ in 0..4 {
        answer(&mut interview, ANSWER, &mut provider);
    }
    let with: Vec<bool> =
        interview.turns().iter().map(|turn| turn.reading.as_ref().unwrap().qualitative_reasoning()).collect();
    assert_eq!(with, [false, true, false, true]);
    let plain = reads_nothing_qualitative();
    let mut provider = Scripted::new(&plain, Fault::None);
    let mut interview = started(&plain, &mut provider);
    for _ in 0..2 {
        answer(&mut interview, ANSWER, &mut provider);
    }
    let asked = serde_json::to_value(&provider.seen).unwrap();
    let asked = asked.as_array().unwrap().iter().any(|request| request["context"]["qualitative"] == Value::Bool(true));
    assert!(!asked, "nobody reads them");
}

/// Whether a model's reading of the reasoning arrived.
trait Qualitative {
    fn qualitative_reasoning(&self) -> bool;
}

impl Qualitative for querent_engine::engine::dialogue::Reading {
    fn qualitative_reasoning(&self) -> bool {
        self.qualitative.as_ref().is_some_and(|signals| signals.reasoning.is_some())
    }
}

#[test]
fn isolated_ideas_are_asked_about_only_where_a_strategy_connects_them() {
    for (policy, expected) in [("arbitration", true), ("signal_pools", false)] {
        let study = study(policy);
        let mut provider = Scripted::new(&study, Fault::None);
        let mut interview = started(&study, &mut provider);
        answer(&mut interview, "It has a creamy texture.", &mut provider);
        assert!(interview.graph().node_count() > 0);
        answer(&mut interview, "My grandmother's kitchen comes to mind.", &mut provider);
        let rated = interview.turns()[1].reading.as_ref().unwrap().plausibility.clone();
        assert_eq!(!rated.is_empty(), expected, "{policy}: {rated:?}");
        assert!(rated.iter().all(|(_, plausibility)| *plausibility == 0.75));
    }
}

#[test]
fn a_reply_nobody_can_read_is_asked_for_once_more_in_a_shorter_form() {
    let study = study("two_tier");
    let mut provider = Scripted::new(&study, Fault::FirstCut(Task::TurnAnalysis));
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, ANSWER, &mut provider);
    answer(&mut interview, ANSWER, &mut provider);
    let asked: Vec<(&str, bool)> = provider
        .seen
        .iter()
        .filter(|request| request.turn == 2 && request.task == Task::TurnAnalysis)
        .map(|request| {
            (request.id.as_str(), serde_json::to_value(&request.context).unwrap()["qualitative"] == json!(true))
        })
        .collect();
    assert_eq!(asked, [("t2.analysis", true), ("t2.analysis.retry", false)]);
    let calls = &interview.turns()[1].calls;
    assert_eq!(calls[0].failure, Some(FailureKind::BadOutput));
    assert_eq!(calls[1].failure, None);
    assert_eq!(calls[1].sections[&Section::Extraction], SectionSource::LlmRetry);
}

#[test]
fn no_turn_calls_more_than_twice_in_a_row_but_for_repairs() {
    for (fault, most) in [
        (Fault::None, 2),
        (Fault::Dead(FailureKind::Transport), 2),
        (Fault::Garbage, 4),
        (Fault::Flaky(50), 4),
        (Fault::Parrot(99), 3),
    ] {
        for study in [study("arbitration"), split("arbitration")] {
            let mut provider = Scripted::new(&study, fault.clone());
            let mut interview = started(&study, &mut provider);
            for text in [ANSWER, "It reminds me of my grandmother's kitchen.", "Because it calms me down."] {
                let (_, rounds) = answer(&mut interview, text, &mut provider);
                assert!(rounds <= most, "{fault:?}: {rounds} rounds");
            }
        }
    }
}
