//! What a model is told: within the contract with the endpoint, and no more than it needs.

use querent_engine::{
    engine::{
        model::{QuestionContext, Task, TaskContext},
        session::{Input, SkipKind},
    },
    studio::prompts::read_context,
};

use super::{
    answer, interviewed,
    provider::{Fault, Scripted},
    serve, split, started, study,
};

fn question_contexts<'a>(provider: &'a Scripted<'_>) -> Vec<&'a QuestionContext> {
    provider
        .seen
        .iter()
        .filter_map(|request| match &request.context {
            TaskContext::Question(context) => Some(&**context),
            _ => None,
        })
        .collect()
}

#[test]
fn every_request_of_an_interview_keeps_the_contract_with_the_endpoint() {
    for policy in ["signal_pools", "two_tier", "arbitration"] {
        for study in [study(policy), split(policy)] {
            let mut provider = Scripted::new(&study, Fault::Parrot(3));
            interviewed(&study, "cooperative", 6, &mut provider);
            for request in &provider.seen {
                let value = serde_json::to_value(&request.context).unwrap();
                let read =
                    read_context(request.task, value).unwrap_or_else(|problem| panic!("{}: {problem:?}", request.id));
                assert_eq!(read, request.context);
                assert!(request.budget.deadline_ms <= request.task.deadline_ms());
                assert_eq!(request.budget.max_output, request.task.max_output());
            }
        }
    }
}

#[test]
fn endless_answers_stay_within_the_contract() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    for _ in 0..12 {
        let endless = "Ünd ich mag es sehr, weil es cremig ist \u{0}\"\\ 🫖 ".repeat(400);
        if let querent_engine::engine::interview::Step::Finished { .. } = interview.step() {
            break;
        }
        answer(&mut interview, &endless, &mut provider);
    }
    assert!(provider.seen.len() > 4);
    for request in &provider.seen {
        let value = serde_json::to_value(&request.context).unwrap();
        let size = value.to_string().len();
        assert!(size < 60 * 1024, "{}: {size} bytes", request.id);
        read_context(request.task, value).unwrap_or_else(|problem| panic!("{}: {problem:?}", request.id));
    }
}

#[test]
fn a_question_is_asked_for_with_its_strategy_and_one_tactic() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let interview = interviewed(&study, "cooperative", 6, &mut provider);
    let contexts = question_contexts(&provider);
    assert!(contexts.len() > 4);
    for (context, turn) in contexts.iter().zip(interview.turns()) {
        let chosen = &turn.decision.as_ref().unwrap().chosen;
        assert_eq!(context.strategy.as_ref(), Some(&chosen.probe.strategy));
        let strategies = study.policy.strategies(&study.methodology).iter();
        let own = strategies.filter(|strategy| strategy.id == chosen.probe.strategy).flat_map(|found| &found.tactics);
        let mut own = own.cloned().peekable();
        // A repair has no strategy and no tactic.
        let is_repair = own.peek().is_none() && context.tactic.is_none();
        assert!(is_repair || own.any(|id| Some(id) == context.tactic), "{:?}", context.tactic);
        assert_eq!(context.recent.last().unwrap().turn, turn.turn);
        assert!(context.previous_questions.contains(&turn.question.text));
    }
}

#[test]
fn known_ideas_come_near_the_focus_first() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    interviewed(&study, "cooperative", 6, &mut provider);
    let mut checked = 0;
    for request in &provider.seen {
        let TaskContext::Answer(context) = &request.context else { continue };
        let Some(focus) = context.focus.as_ref().filter(|focus| focus.node_type.is_some()) else { continue };
        assert_eq!(context.existing_nodes.first().map(|known| &known.label), Some(&focus.label));
        assert!(focus.quote.is_some(), "where it was said");
        checked += 1;
    }
    assert!(checked > 2, "only {checked} questions about an idea");
}

#[test]
fn an_answer_that_cannot_be_used_is_asked_about_with_the_reason() {
    let mut study = study("arbitration");
    study.methodology.conversation = querent_engine::engine::methodology::Conversation::default();
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, "Yes.", &mut provider);
    let request = provider.seen.last().unwrap();
    let TaskContext::Question(context) = &request.context else { panic!("{request:?}") };
    assert_eq!(request.task, Task::QuestionClarify);
    assert_eq!(context.unclear.as_deref(), Some("nothing but assent or refusal"));
}

#[test]
fn a_skipped_question_is_followed_by_a_worded_one() {
    let study = study("signal_pools");
    let mut provider = Scripted::new(&study, Fault::None);
    let mut interview = started(&study, &mut provider);
    answer(&mut interview, "It is creamy, so my coffee feels like a treat.", &mut provider);
    let step = interview.handle(Input::Skip { kind: SkipKind::Skipped, at: 3 }).unwrap();
    let (_, rounds) = serve(&mut interview, step, &mut provider);
    assert_eq!((rounds, provider.seen.last().unwrap().id.as_str()), (1, "t2.question"));
    let TaskContext::Question(context) = &provider.seen.last().unwrap().context else { panic!() };
    assert_eq!(context.recent.last().map(|past| past.answer.as_str()), Some(""));
}
