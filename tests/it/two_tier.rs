//! Interviews whose questions `two_tier` chooses, with the settings and wordings that come with the project.

use std::collections::BTreeSet;

use querent_engine::{
    engine::{
        interview::{Interview, Step},
        policy::{Policy, StopReason},
        session::Input,
        study::Study,
    },
    studio::documents::{self, folder},
};

use crate::program::root;

const METHODOLOGIES: [&str; 5] =
    ["critical_incident", "customer_journey_mapping", "jobs_to_be_done", "means_end_chain", "repertory_grid"];
const POLICIES: [&str; 2] = ["two_tier", "two_tier_uniform"];
const ANSWERS: [&str; 6] = [
    "I like the creamy texture because it makes my coffee taste better.",
    "It feels like a treat, and that calm lets me be patient with the kids.",
    "I don’t like that it is expensive, so I do not buy it every week.",
    "It is plant-based, so I feel I do something for the planet.",
    "Maybe it froths well, which helps with cappuccino.",
    "Family breakfasts are better with it.",
];

/// The shipped study about oat milk with another policy and methodology.
fn study(policy: &str, methodology: &str) -> Study {
    let mut files = folder::folder(&root().join("config")).unwrap();
    let shipped = String::from_utf8(files.get("studies/oat_milk.yaml").unwrap().to_vec()).unwrap();
    let changed = shipped
        .replace("policy: signal_pools", &format!("policy: {policy}"))
        .replace("methodology: means_end_chain", &format!("methodology: {methodology}"));
    files.insert("studies/oat_milk.yaml", changed);
    documents::study(&files, "studies/oat_milk.yaml").unwrap_or_else(|findings| panic!("{policy}: {findings:?}"))
}

/// Holds an interview to its end; the answers begin again when they are used up.
fn held(study: Study, answers: &[&str]) -> Interview {
    let mut interview = Interview::new(study).unwrap();
    interview.handle(Input::Start { session: "s".into(), seed: 1, locale: "en".into(), at: 0 }).unwrap();
    for (turn, answer) in (1..).zip(answers.iter().cycle()) {
        if matches!(interview.step(), Step::Finished { .. }) {
            break;
        }
        interview.handle(Input::Answer { text: (*answer).to_owned(), at: turn, manner: None }).unwrap();
    }
    interview
}

fn ending(interview: &Interview) -> (StopReason, u32) {
    match interview.step() {
        Step::Finished { outcome } => (outcome.reason, outcome.turns),
        other => panic!("still going on: {other:?}"),
    }
}

#[test]
fn every_policy_can_ask_with_every_methodology_to_the_planned_end() {
    for policy in POLICIES {
        for methodology in METHODOLOGIES {
            let interview = held(study(policy, methodology), &ANSWERS);
            let (reason, turns) = ending(&interview);
            assert!(matches!(reason, StopReason::MaxTurns | StopReason::ClosingStrategy), "{policy}: {reason:?}");
            assert_eq!(turns, 11, "{policy}, {methodology}");
            let asked: BTreeSet<&str> = interview.turns().iter().map(|turn| turn.question.text.as_str()).collect();
            assert_eq!(asked.len(), interview.turns().len(), "{policy}, {methodology}: a question was put twice");
        }
    }
}

#[test]
fn tallies_replay_and_the_study_reads_back_the_same() {
    let study = study("two_tier", "means_end_chain");
    let written = serde_json::to_string(&study).unwrap();
    let read: Study = serde_json::from_str(&written).unwrap();
    assert_eq!(read, study);
    let interview = held(read, &ANSWERS);
    for decision in interview.turns().iter().filter_map(|turn| turn.decision.as_ref()) {
        for ranked in [&decision.chosen].into_iter().chain(&decision.alternatives).chain(&decision.vetoes) {
            assert!((ranked.tally.replay() - ranked.tally.total()).abs() < f64::EPSILON);
        }
        assert!(decision.alternatives.iter().all(|other| other.score <= decision.chosen.score));
    }
}

#[test]
fn a_closing_question_is_asked_and_answered_before_the_end() {
    let interview = held(study("two_tier_uniform", "means_end_chain"), &["I like it.", "It is fine."]);
    let (reason, _) = ending(&interview);
    assert_eq!(reason, StopReason::ClosingStrategy);
    let last = interview.turns().last().unwrap();
    assert_eq!(&*last.question.probe.as_ref().unwrap().strategy, "closing");
    assert!(last.answer.is_some());
}

#[test]
fn with_nothing_to_ask_the_interview_ends() {
    let mut study = study("two_tier", "means_end_chain");
    let Policy::TwoTier(config) = &mut study.policy else { panic!("another policy") };
    config.strategies.iter_mut().for_each(|strategy| strategy.enabled = strategy.id.as_ref() == "contrast");
    let interview = held(study, &["It is oat milk."]);
    assert_eq!(ending(&interview), (StopReason::OutOfQuestions, 1));
    let decision = interview.turns()[0].decision.as_ref().unwrap();
    assert!(decision.is_fallback && decision.chosen.tally.is_vetoed());
}

#[test]
fn a_subject_the_respondent_passed_over_is_left_alone() {
    let mut interview = held(study("two_tier_uniform", "means_end_chain"), &[]);
    let mut passed = Vec::new();
    for (turn, answer) in (1..).zip(ANSWERS.iter().cycle()).take(8) {
        let Step::Ask { question, .. } = interview.step() else { panic!("ended early") };
        let focus = question.probe.map(|probe| probe.focus);
        if let Some(focus) = focus.filter(|focus| focus.node().is_some()) {
            assert!(!passed.contains(&focus), "asked again about {focus:?}");
            passed.push(focus);
            interview
                .handle(Input::Skip { kind: querent_engine::engine::session::SkipKind::Declined, at: turn })
                .unwrap();
        } else {
            interview.handle(Input::Answer { text: (*answer).to_owned(), at: turn, manner: None }).unwrap();
        }
    }
    assert!(!passed.is_empty(), "no question was about an idea");
}

#[test]
fn a_policy_file_names_each_mistake_where_it_stands() {
    let mut files = folder::folder(&root().join("config")).unwrap();
    files.insert("policies/mine.yaml", "policy: two_tier\nscorers:\n  - {id: noveltie, weight: 1}\n  - id: novelty\n    strategy_weights: {depen: 1, default: -1}\n");
    let findings: Vec<(String, u32)> = documents::check(&files, ["policies/mine.yaml"])
        .into_iter()
        .map(|finding| (finding.path, finding.place.line))
        .collect();
    let expected =
        [("scorers[0].id", 3), ("scorers[1].strategy_weights.depen", 5), ("scorers[1].strategy_weights.default", 5)];
    for (path, line) in expected {
        assert!(findings.contains(&(path.to_owned(), line)), "{path} in {findings:?}");
    }
    assert_eq!(findings.len(), expected.len());
}

#[test]
fn every_wording_is_one_short_question() {
    let Policy::TwoTier(config) = study("two_tier", "means_end_chain").policy else { panic!("another policy") };
    let mut seen = BTreeSet::new();
    for tactic in &config.tactics {
        let questions = &tactic.questions;
        for (pool, has_focus) in [(&questions.node, true), (&questions.element, true), (&questions.global, false)] {
            assert!(pool.is_empty() || pool.len() >= 6, "{} has few wordings", tactic.id);
            for text in pool {
                let asked =
                    text.replace("{topic}", "oat milk").replace("{focus}", "don’t have to worry about what’s in it");
                assert_eq!(text.contains("“{focus}”"), has_focus, "{text}");
                assert!(asked.matches('?').count() == 1 && asked.ends_with('?'), "{text}");
                assert!(asked.split_whitespace().count() <= 24, "{text}");
                assert!(!asked.contains(['{', '\'', '"']), "{text}");
                assert!(seen.insert(text.clone()), "twice: {text}");
            }
        }
    }
}
