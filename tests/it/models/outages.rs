//! Whole interviews while models fail: none stops, and the session says what stood in.

use querent_engine::engine::{
    dialogue::Source,
    interview::{Interview, replay},
    model::{FailureKind, Task},
    policy::StopReason,
    session::{Costs, LogEntry, Session},
    untrusted::question::{REPEAT_SIMILARITY, is_repeat},
};

use super::{
    interviewed,
    provider::{Fault, MODEL, Scripted, is_retry},
    split, started, study,
};

const POLICIES: [&str; 3] = ["signal_pools", "two_tier", "arbitration"];

/// What must hold of any interview that has ended.
fn check(interview: &Interview) {
    let session = interview.session();
    let outcome = session.outcome.clone().expect("it has ended");
    assert_ne!(outcome.reason, StopReason::OutOfQuestions);
    assert!(outcome.turns >= 3, "only {} turns", outcome.turns);
    let text = serde_json::to_string(&session).unwrap();
    let read: Session = serde_json::from_str(&text).unwrap();
    assert_eq!(read, session, "the file holds the session");
    let (again, differences) = replay(&read).unwrap();
    assert_eq!(differences, []);
    assert_eq!(again.turns(), interview.turns());
    assert_eq!(serde_json::to_string(&again.session()).unwrap(), text);
    is_sound(interview);
}

/// The graph holds nothing but what the study knows and the respondent said; no question comes twice.
fn is_sound(interview: &Interview) {
    let study = interview.study();
    let ontology = &study.methodology.ontology;
    for node in interview.graph().nodes() {
        assert!(ontology.node(&node.node_type).is_some(), "{node:?}");
        assert!((1..=80).contains(&node.label.chars().count()), "{node:?}");
        assert!((0.0..=1.0).contains(&node.confidence), "{node:?}");
        assert!(node.elements.iter().all(|element| study.concept.element(element).is_some()), "{node:?}");
        assert!(!node.quotes.is_empty(), "{node:?}");
        assert!(node.quotes.iter().all(|quote| !interview.quoted(*quote).is_empty()), "{node:?}");
    }
    for turn in interview.turns() {
        let Some(reading) = &turn.reading else { continue };
        let values = [reading.valence, reading.certainty, reading.specificity, reading.engagement, reading.ambiguity];
        assert!(values.iter().flatten().all(|value| (0.0..=1.0).contains(value)), "{reading:?}");
    }
    let asked: Vec<&str> = interview.turns().iter().map(|turn| turn.question.text.as_str()).collect();
    for (at, question) in asked.iter().enumerate() {
        assert!(!is_repeat(question, asked[..at].iter().copied(), REPEAT_SIMILARITY), "asked twice: {question}");
    }
}

fn failures(interview: &Interview) -> Vec<Option<FailureKind>> {
    interview.turns().iter().flat_map(|turn| &turn.calls).map(|call| call.failure).collect()
}

#[test]
fn an_interview_with_a_model_is_read_and_worded_by_it() {
    for policy in POLICIES {
        for study in [study(policy), split(policy)] {
            let mut provider = Scripted::new(&study, Fault::None);
            let interview = interviewed(&study, "cooperative", 3, &mut provider);
            check(&interview);
            let model = Source::Model { model: MODEL.to_owned() };
            let read = interview.turns().iter().filter(|turn| turn.source.as_ref() == Some(&model)).count();
            let asked = interview.turns().iter().filter(|turn| turn.question.source == model).count();
            let turns = interview.turns().len();
            assert!(read + 1 >= turns && asked + 2 >= turns, "{policy}: of {turns} turns {read} read, {asked} worded");
            assert!(failures(&interview).iter().all(Option::is_none), "{policy}: {:?}", failures(&interview));
        }
    }
}

#[test]
fn an_interview_completes_with_every_provider_dead() {
    for policy in POLICIES {
        for kind in
            [FailureKind::Auth, FailureKind::TimeoutTotal, FailureKind::Unavailable, FailureKind::BudgetExhausted]
        {
            let study = study(policy);
            let mut provider = Scripted::new(&study, Fault::Dead(kind));
            let interview = interviewed(&study, "cooperative", 3, &mut provider);
            check(&interview);
            let rules = |source: &Source| matches!(source, Source::Rules { .. });
            assert!(interview.turns().iter().all(|turn| turn.source.as_ref().is_none_or(rules)));
            assert!(interview.turns().iter().all(|turn| rules(&turn.question.source)));
            let failures = failures(&interview);
            assert!(failures.len() >= interview.turns().len(), "every fallback is on record");
            assert!(failures.iter().all(|failure| *failure == Some(kind)), "{failures:?}");
            assert!(provider.seen.iter().all(|request| !is_retry(request)), "the host has tried already");
        }
    }
}

#[test]
fn an_interview_with_dead_providers_learns_what_one_without_any_learns() {
    let with = study("signal_pools");
    let mut without = with.clone();
    without.models.clear();
    let mut provider = Scripted::new(&with, Fault::Dead(FailureKind::Transport));
    let dead = interviewed(&with, "cooperative", 3, &mut provider);
    let none = interviewed(&without, "cooperative", 3, &mut provider);
    assert!(dead.graph().nodes().eq(none.graph().nodes()) && dead.graph().edges().eq(none.graph().edges()));
    let questions = |interview: &Interview| -> Vec<String> {
        interview.turns().iter().map(|turn| turn.question.text.clone()).collect()
    };
    assert_eq!(questions(&dead), questions(&none));
}

#[test]
fn an_interview_completes_with_thirty_failures_in_a_hundred() {
    for policy in POLICIES {
        for seed in 1..=4 {
            let study = if seed % 2 == 0 { study(policy) } else { split(policy) };
            let mut provider = Scripted::new(&study, Fault::Flaky(30)).seeded(seed);
            let interview = interviewed(&study, "cooperative", seed, &mut provider);
            check(&interview);
            let failed = failures(&interview).iter().filter(|failure| failure.is_some()).count();
            assert!(failed > 0, "{policy}, seed {seed}: nothing failed");
        }
    }
}

#[test]
fn an_interview_completes_with_a_model_that_writes_no_sense() {
    for policy in POLICIES {
        for study in [study(policy), split(policy)] {
            let mut provider = Scripted::new(&study, Fault::Garbage);
            let interview = interviewed(&study, "cooperative", 5, &mut provider);
            check(&interview);
            // Of the six qualitative signals none need be there, so a reply without any is one.
            let calls = interview.turns().iter().flat_map(|turn| &turn.calls);
            for call in calls.filter(|call| call.task != Task::QualitativeSignals) {
                assert_eq!(call.failure, Some(FailureKind::BadOutput), "{call:?}");
            }
        }
    }
}

#[test]
fn an_interview_completes_with_a_model_that_obeys_the_attacker() {
    for policy in POLICIES {
        for study in [study(policy), split(policy)] {
            let mut provider = Scripted::new(&study, Fault::Obedient);
            let interview = interviewed(&study, "cooperative", 5, &mut provider);
            check(&interview);
            let text = serde_json::to_string(interview.log()).unwrap();
            for forbidden in ["evil.example", "password", "alert(", "ignore previous", "maximal", "NaN"] {
                assert!(!text.contains(forbidden), "{forbidden} got through");
            }
            assert!(interview.turns().iter().all(|turn| matches!(turn.question.source, Source::Rules { .. })));
        }
    }
}

#[test]
fn five_seconds_a_call_leave_time_for_both_and_thirteen_only_for_the_reading() {
    let mut study = study("signal_pools");
    study.calls.turn_budget_ms = 14_000;
    for (latency, worded) in [(5_000, true), (13_500, false)] {
        let mut provider = Scripted::new(&study, Fault::None);
        provider.latency_ms = latency;
        let interview = interviewed(&study, "cooperative", 3, &mut provider);
        check(&interview);
        for turn in &interview.turns()[1..] {
            assert_eq!(
                matches!(turn.question.source, Source::Model { .. }),
                worded,
                "{latency} ms: {:?}",
                turn.question
            );
        }
        let spent = provider.seen.iter().filter(|request| request.id.ends_with("question")).count() > 0;
        assert_eq!(spent, worded, "no call is made once the budget is spent");
        let late = failures(&interview).into_iter().flatten().all(|failure| failure == FailureKind::TimeoutTotal);
        assert!(late && failures(&interview).iter().any(Option::is_some) != worded, "{:?}", failures(&interview));
    }
}

#[test]
fn what_failed_and_was_tried_again_is_in_the_sums() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::Parrot(2));
    let interview = interviewed(&study, "cooperative", 3, &mut provider);
    let costs = Costs::of(interview.log());
    let calls = u32::try_from(provider.seen.len()).unwrap();
    assert_eq!(costs.total.calls, calls);
    assert_eq!(costs.total.cost_nano_usd, Some(u64::from(calls) * 1_500_000));
    assert_eq!((costs.total.failed, costs.total.is_partial), (2, false));
    let tasks: u32 = costs.tasks.values().map(|sum| sum.calls).sum();
    assert_eq!((tasks, costs.models[MODEL].calls), (calls, calls));
    assert_eq!(interview.view().costs, costs);
}

#[test]
fn a_failed_assessment_of_engagement_counts_neither_way() {
    let study = study("arbitration");
    let mut provider = Scripted::new(&study, Fault::Spoilt("momentum", None));
    let mut interview = started(&study, &mut provider);
    for _ in 0..4 {
        super::answer(&mut interview, "No idea really, it tastes creamy I guess, whatever.", &mut provider);
    }
    for turn in interview.turns() {
        assert_eq!(turn.reading.as_ref().unwrap().momentum, None);
    }
}

#[test]
fn an_outage_is_never_blamed_on_the_respondent() {
    let study = study("arbitration");
    let mut provider = Scripted::new(&study, Fault::Dead(FailureKind::Transport));
    let mut interview = started(&study, &mut provider);
    // Little the rules could code, but enough words to ask a model.
    super::answer(&mut interview, "It looks quite nice and good all in all, really nice.", &mut provider);
    let turn = &interview.turns()[0];
    assert!(!provider.seen.is_empty(), "{turn:#?}");
    assert_eq!(turn.decision.as_ref().unwrap().clarifies, None);
    let entries = interview.log().iter().filter(|entry| matches!(entry, LogEntry::Read(_))).count();
    assert_eq!(entries, 1);
}
