//! The machine while models are asked: what it refuses, how it resumes, edits and stops.

use querent_engine::engine::{
    dialogue::Source,
    interview::{Interview, InterviewError, Step, replay, reread},
    model::{FailureKind, OpeningSource, ReplyOutcome, Request, Task},
    policy::StopReason,
    session::{Input, LogEntry, SkipKind, StoppedBy},
};

use super::{
    ANSWERS, answer, interviewed,
    provider::{Fault, MODEL, Scripted},
    serve, split, started, study,
};
use crate::tiny::{skip, start};

fn requests(step: &Step) -> &[Request] {
    let Step::Call { requests } = step else { panic!("no call: {step:?}") };
    requests
}

fn tell(text: &str) -> Input {
    Input::Answer { text: text.to_owned(), at: 5, manner: None }
}

#[test]
fn a_turn_has_three_legs() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    assert!(provider.seen.is_empty(), "the opening is written");
    let hear = interview.handle(tell(ANSWERS[0])).unwrap();
    let ids = |step: &Step| requests(step).iter().map(|request| request.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&hear), ["t1.analysis"]);
    assert_eq!(interview.step(), hear, "asked again, the step is the same");
    let replies = provider.serve(requests(&hear));
    let digest = interview.handle(Input::Replies { replies, at: 6 }).unwrap();
    assert_eq!((ids(&digest), requests(&digest)[0].task), (vec!["t1.question".to_owned()], Task::QuestionFollowup));
    let replies = provider.serve(requests(&digest));
    let speak = interview.handle(Input::Replies { replies, at: 7 }).unwrap();
    let Step::Ask { question, can_edit } = speak else { panic!("{speak:?}") };
    assert!(can_edit);
    assert_eq!((question.turn, question.source), (2, Source::Model { model: MODEL.into() }));
    assert_eq!(interview.turns().len(), 1);
    assert_eq!(interview.turns()[0].calls.len(), 2);
}

#[test]
fn a_study_without_models_never_calls() {
    let mut study = study("signal_pools");
    study.models.clear();
    study.calls.opening = OpeningSource::Worded;
    let mut provider = Scripted::new(&study, Fault::None);
    let interview = interviewed(&study, "cooperative", 3, &mut provider);
    assert!(provider.seen.is_empty());
    assert!(!serde_json::to_string(&interview.session().log).unwrap().contains("\"calls\""));
}

#[test]
fn what_does_not_fit_a_call_is_refused_and_changes_nothing() {
    let study = split("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    let early = Input::Replies { replies: Vec::new(), at: 1 };
    assert!(matches!(interview.handle(early), Err(InterviewError::OutOfOrder { input: "replies", .. })));
    let step = interview.handle(tell(ANSWERS[0])).unwrap();
    let replies = provider.serve(requests(&step));
    let mut strange = replies.clone();
    strange[0].id = "t9.analysis".into();
    let mut twice = replies.clone();
    twice.push(twice[0].clone());
    let log = interview.log().to_vec();
    for (input, code) in [
        (start(), "out_of_order"),
        (tell("More."), "out_of_order"),
        (skip(SkipKind::Skipped, 5), "out_of_order"),
        (Input::Edit { turn: 1, text: "x".into(), at: 5, manner: None }, "out_of_order"),
        (
            Input::Remark { text: String::new(), fit: None, correction: String::new(), at: 5, disputed: Vec::new() },
            "out_of_order",
        ),
        (Input::Replies { replies: strange, at: 5 }, "unknown_reply"),
        (Input::Replies { replies: twice, at: 5 }, "unknown_reply"),
    ] {
        let failure = interview.handle(input).unwrap_err();
        assert_eq!(failure.code(), code, "{failure}");
        assert_eq!((interview.log(), interview.step()), (&log[..], step.clone()));
    }
    assert!(matches!(interview.handle(Input::Replies { replies, at: 6 }), Ok(Step::Call { .. })));
}

#[test]
fn a_request_without_a_reply_failed_in_the_network() {
    let study = split("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    let step = interview.handle(tell(ANSWERS[0])).unwrap();
    let mut replies = provider.serve(requests(&step));
    replies.retain(|reply| reply.id != "t1.momentum");
    let step = interview.handle(Input::Replies { replies, at: 6 }).unwrap();
    serve(&mut interview, step, &mut provider);
    let calls = &interview.turns()[0].calls;
    let failed: Vec<_> =
        calls.iter().filter(|call| call.failure.is_some()).map(|call| (&*call.id, call.failure)).collect();
    assert_eq!(failed, [("t1.momentum", Some(FailureKind::Transport))]);
}

#[test]
fn an_interview_resumes_in_the_middle_of_a_call_to_the_same_requests() {
    let mut study = split("arbitration");
    study.calls.opening = OpeningSource::Worded;
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = Interview::new(study.clone()).unwrap();
    let mut steps = vec![interview.handle(start()).unwrap()];
    let mut answers = ANSWERS.iter();
    loop {
        let step = steps.last().unwrap().clone();
        let resumed = Interview::resume(study.clone(), interview.log()).unwrap();
        assert_eq!(resumed.step(), step);
        assert_eq!(resumed.turns(), interview.turns());
        assert_eq!(resumed.session(), interview.session());
        let input = match step {
            Step::Call { requests } => Input::Replies { replies: provider.serve(&requests), at: 1 },
            Step::Ask { .. } => match answers.next() {
                Some(text) => tell(text),
                None => break,
            },
            other => panic!("{other:?}"),
        };
        steps.push(interview.handle(input).unwrap());
    }
    let calls = steps.iter().filter(|step| matches!(step, Step::Call { .. })).count();
    assert_eq!(calls, 9, "the opening, and two calls for each answer");
}

#[test]
fn every_cut_of_a_log_goes_on_to_the_same_session() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::FirstCut(Task::TurnAnalysis));
    let mut whole = started(&study, &mut provider);
    let mut told = Vec::new();
    for text in ANSWERS {
        answer(&mut whole, text, &mut provider);
        told.push(tell(text));
    }
    let edit = Input::Edit { turn: 4, text: "It saves me money.".into(), at: 9, manner: None };
    let step = whole.handle(edit.clone()).unwrap();
    serve(&mut whole, step, &mut provider);
    told.push(edit);
    let ending = Input::Stop { by: StoppedBy::Respondent, at: 10 };
    whole.handle(ending.clone()).unwrap();
    told.push(ending);
    let inputs = |log: &[LogEntry]| log.iter().filter(|entry| matches!(entry, LogEntry::Input(_))).count();
    for cut in 1..=whole.log().len() {
        let mut resumed = Interview::resume(study.clone(), &whole.log()[..cut]).unwrap();
        let mut provider = Scripted::new(&study, Fault::FirstCut(Task::TurnAnalysis));
        let step = resumed.step();
        serve(&mut resumed, step, &mut provider);
        for input in &told[inputs(resumed.log()) - 1..] {
            let mut input = input.clone();
            if let Input::Answer { at, .. } = &mut input {
                *at = 1;
            }
            let step = resumed.handle(input).unwrap();
            serve(&mut resumed, step, &mut provider);
        }
        assert_eq!(resumed.turns(), whole.turns(), "cut after entry {cut}");
        assert_eq!(resumed.session(), whole.session(), "cut after entry {cut}");
    }
}

#[test]
fn an_edited_answer_is_read_anew_under_ids_of_its_own() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, ANSWERS[0], &mut provider);
    answer(&mut interview, ANSWERS[1], &mut provider);
    for (text, ids) in [
        ("It froths.", ["t2.2.analysis", "t2.2.question"]),
        ("It froths well, so my latte looks professional.", ["t2.3.analysis", "t2.3.question"]),
    ] {
        let seen = provider.seen.len();
        let step = interview.handle(Input::Edit { turn: 2, text: text.into(), at: 9, manner: None }).unwrap();
        serve(&mut interview, step, &mut provider);
        assert_eq!(provider.seen[seen..].iter().map(|request| &*request.id).collect::<Vec<_>>(), ids);
        assert_eq!(interview.turns().len(), 2);
        assert_eq!(interview.turns()[1].answer.as_deref(), Some(text));
    }
    assert_eq!(replay(&interview.session()).unwrap().1, []);
}

#[test]
fn stopping_while_an_answer_is_read_keeps_the_answer() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    interview.handle(tell(ANSWERS[0])).unwrap();
    let step = interview.handle(Input::Stop { by: StoppedBy::Respondent, at: 6 }).unwrap();
    let Step::Finished { outcome } = step else { panic!("{step:?}") };
    assert_eq!((outcome.reason, outcome.turns), (StopReason::RespondentStopped, 1));
    let turn = &interview.turns()[0];
    assert!(matches!(turn.source, Some(Source::Rules { .. })) && !turn.extraction.as_ref().unwrap().nodes.is_empty());
    assert_eq!((turn.calls[0].failure, turn.continuation.reason), (Some(FailureKind::Cancelled), Some(outcome.reason)));
    let (again, differences) = replay(&interview.session()).unwrap();
    assert_eq!((again.turns(), again.session(), differences), (interview.turns(), interview.session(), vec![]));
}

#[test]
fn stopping_while_a_question_is_worded_keeps_the_turn_and_its_calls() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    let step = interview.handle(tell(ANSWERS[0])).unwrap();
    let replies = provider.serve(requests(&step));
    interview.handle(Input::Replies { replies, at: 6 }).unwrap();
    interview.handle(Input::Stop { by: StoppedBy::Host, at: 7 }).unwrap();
    let turn = &interview.turns()[0];
    let calls: Vec<_> = turn.calls.iter().map(|call| (&*call.id, call.failure)).collect();
    assert_eq!(calls, [("t1.analysis", None), ("t1.question", Some(FailureKind::Cancelled))]);
    assert_eq!((turn.continuation.reason, turn.next.as_ref()), (Some(StopReason::ClosedByHost), None));
    let (again, differences) = replay(&interview.session()).unwrap();
    assert_eq!((again.turns(), again.session(), differences), (interview.turns(), interview.session(), vec![]));
}

#[test]
fn the_opening_is_worded_if_the_study_wants_it_and_written_where_that_fails() {
    let mut study = study("signal_pools");
    study.calls.opening = OpeningSource::Worded;
    let asked = |interview: &Interview| match interview.step() {
        Step::Ask { question, .. } => question,
        other => panic!("{other:?}"),
    };
    let mut provider = Scripted::new(&study, Fault::None);
    let interview = started(&study, &mut provider);
    assert_eq!(asked(&interview).source, Source::Model { model: MODEL.into() });
    assert_eq!((provider.seen[0].id.as_str(), provider.seen[0].task), ("t0.question", Task::QuestionOpening));
    assert_eq!(replay(&interview.session()).unwrap().1, []);
    let mut provider = Scripted::new(&study, Fault::Dead(FailureKind::Auth));
    let interview = started(&study, &mut provider);
    assert_eq!(asked(&interview).text, study.texts.opening[0]);
    let LogEntry::Asked(opening) = &interview.log()[1] else { panic!("{:?}", interview.log()) };
    assert_eq!(opening.calls[0].failure, Some(FailureKind::Auth));
    let mut interview = Interview::new(study.clone()).unwrap();
    interview.handle(start()).unwrap();
    let step = interview.handle(Input::Stop { by: StoppedBy::Respondent, at: 2 }).unwrap();
    assert!(matches!(step, Step::Finished { .. }));
    assert_eq!(replay(&interview.session()).unwrap().0.session(), interview.session());
}

#[test]
fn a_wish_to_stop_ends_an_interview_before_any_model_is_asked() {
    for policy in ["signal_pools", "two_tier", "arbitration"] {
        let study = study(policy);
        let mut provider = Scripted::new(&study, Fault::None);
        let mut interview = started(&study, &mut provider);
        let (step, rounds) = answer(&mut interview, "I want to stop now.", &mut provider);
        let Step::Finished { outcome } = step else { panic!("{policy}: {step:?}") };
        assert_eq!((outcome.reason, rounds), (StopReason::RespondentStopped, 0), "{policy}");
        assert_eq!(outcome.text, study.texts.goodbye);
    }
}

#[test]
fn whether_somebody_is_in_distress_or_wants_to_stop_is_for_a_model_to_say_if_it_does() {
    let danger = "To be honest I want to kill myself.";
    let told = "My wife will murder me if another parcel turns up.";
    let plain = "It is creamy, so my coffee feels like a treat in the morning.";
    let (safety, stops) = (Some(StopReason::Safety), Some(StopReason::RespondentStopped));
    for (text, judged, proposed) in [
        (danger, "", safety),
        (danger, r#""distress": true, "wants_to_stop": false"#, safety),
        (told, "", safety),
        (told, r#""distress": false, "wants_to_stop": false"#, None),
        (plain, r#""distress": true, "wants_to_stop": false"#, safety),
        (plain, r#""distress": false, "wants_to_stop": true"#, stops),
        (plain, r#""distress": "perhaps", "wants_to_stop": 1"#, None),
    ] {
        let study = study("signal_pools");
        let mut provider = Scripted::new(&study, Fault::None);
        let mut interview = started(&study, &mut provider);
        let step = interview.handle(tell(text)).unwrap();
        let mut replies = provider.serve(requests(&step));
        let ReplyOutcome::Completion(completion) = &mut replies[0].outcome else { panic!("{replies:?}") };
        if !judged.is_empty() {
            let signals = format!("\"signals\": {{{judged}, ");
            assert!(completion.output.contains("\"signals\":{"), "{}", completion.output);
            completion.output = completion.output.replace("\"signals\":{", &signals);
        }
        let step = interview.handle(Input::Replies { replies, at: 6 }).unwrap();
        let (step, _) = serve(&mut interview, step, &mut provider);
        let Step::Ask { question, .. } = step else { panic!("{text}: {step:?}") };
        assert_eq!(question.proposes, proposed, "{text} {judged}");
        assert_eq!(replay(&interview.session()).unwrap().1, []);
    }
}

#[test]
fn a_bare_yes_is_worth_no_call_and_a_word_with_content_is() {
    for (text, is_read) in
        [("Yes.", false), ("ok", false), ("Not really, no.", false), ("🙂", false), ("Creamy.", true)]
    {
        let study = study("signal_pools");
        let mut provider = Scripted::new(&study, Fault::None);
        let mut interview = started(&study, &mut provider);
        answer(&mut interview, text, &mut provider);
        let asked = provider.seen.iter().any(|request| request.task == Task::TurnAnalysis);
        assert_eq!(asked, is_read, "{text}");
        assert_eq!(matches!(interview.turns()[0].source, Some(Source::Model { .. })), is_read, "{text}");
    }
}

#[test]
fn a_repeated_question_is_refused_told_so_and_worded_by_the_rules_in_the_end() {
    let study = study("signal_pools");
    for (times, by_model) in [(1, true), (2, false)] {
        let mut provider = Scripted::new(&study, Fault::Parrot(times));
        let mut interview = started(&study, &mut provider);
        answer(&mut interview, ANSWERS[0], &mut provider);
        let retry = provider.seen.iter().find(|request| request.id == "t1.question.retry").unwrap();
        let refused = serde_json::to_value(&retry.context).unwrap()["refused"].clone();
        assert!(refused.as_str().unwrap().contains("repeated an earlier question"), "{refused}");
        let next = interview.turns()[0].next.clone().unwrap();
        assert_eq!(matches!(next.source, Source::Model { .. }), by_model, "{next:?}");
        assert_eq!(interview.turns()[0].calls[1].drops["repeat"], 1);
    }
}

#[test]
fn rereading_keeps_what_models_read_and_calls_none() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::Flaky(50));
    let interview = interviewed(&study, "cooperative", 2, &mut provider);
    let (again, differences) = reread(&interview.session()).unwrap();
    assert_eq!(differences, []);
    assert_eq!(again.turns().len(), interview.turns().len());
}

#[test]
fn the_panel_tells_who_read_and_worded_and_what_it_took() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, ANSWERS[0], &mut provider);
    let view = serde_json::to_value(interview.view()).unwrap();
    let turn = &view["course"][0];
    assert_eq!(turn["read_by"]["model"]["model"], MODEL);
    assert_eq!(turn["worded_by"]["model"]["model"], MODEL);
    assert_eq!(turn["calls"][0]["sections"]["extraction"], "llm");
    assert_eq!((&turn["calls"][1]["latency_ms"], &turn["calls"][1]["cost_nano_usd"]), (&900.into(), &1_500_000.into()));
    assert_eq!(view["costs"]["total"]["cost_nano_usd"], 3_000_000);
}

#[test]
fn a_stage_that_fails_with_the_replies_leaves_the_call_standing() {
    let mut study = study("signal_pools");
    let mut provider_study = study.clone();
    provider_study.models.clear();
    for strategy in &mut study.methodology.strategies {
        strategy.base = f64::NAN;
    }
    let mut provider = Scripted::new(&provider_study, Fault::FirstCut(Task::TurnAnalysis));
    let mut interview = started(&study, &mut provider);
    let step = interview.handle(tell(ANSWERS[0])).unwrap();
    let again = interview.handle(Input::Replies { replies: provider.serve(requests(&step)), at: 6 }).unwrap();
    assert_eq!(requests(&again)[0].id, "t1.analysis.retry");
    let log = interview.log().to_vec();
    for _ in 0..2 {
        let replies = provider.serve(requests(&again));
        let failure = interview.handle(Input::Replies { replies, at: 7 }).unwrap_err();
        assert!(matches!(failure, InterviewError::Stage { stage: "strategy_selection", .. }), "{failure}");
        assert_eq!((interview.log(), interview.step()), (&log[..], again.clone()));
    }
}

#[test]
fn where_there_is_nobody_to_ask_the_rules_read_in_full() {
    let study = study("arbitration");
    let mut provider = Scripted::new(&study, Fault::Dead(FailureKind::Unavailable));
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, ANSWERS[0], &mut provider);
    let reading = interview.turns()[0].reading.clone().unwrap();
    assert!(reading.momentum.is_some());
    let mut without = study.clone();
    without.models.clear();
    let mut alone = started(&without, &mut provider);
    answer(&mut alone, ANSWERS[0], &mut provider);
    assert_eq!(alone.turns()[0].reading.as_ref(), Some(&reading));
}
