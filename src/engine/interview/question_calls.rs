//! Calls that word a question: the plan of the question, the request, and the check of the reply.

use super::{
    Interview, model_context,
    pending_calls::{self, PendingCalls, left_ms, request, request_id, spent_ms},
    redact, render_question,
    state::{DecidedTurn, Follows, PendingQuestion, QuestionPlan},
};
use crate::engine::{
    dialogue::Source,
    id::Name,
    model::{FailureKind, OpeningSource, QuestionContext, Request, Task, TaskContext},
    session::{AnswerReading, Question},
    untrusted::question::{self, QuestionForms, QuestionGuard, QuestionPurpose, StudyVocabulary},
};

/// The plan of the question that puts the chosen probe, with the wording by the rules.
pub(super) fn plan(interview: &Interview, decided: &DecidedTurn) -> QuestionPlan {
    let probe = &decided.decision.chosen.probe;
    QuestionPlan {
        turn: decided.utterance.context.turn + 1,
        probe: Some(probe.clone()),
        focus: render_question::focus_name(interview, probe),
        proposes: None,
        turns_left: decided.continuation.turns_left.saturating_sub(1),
        template: render_question::render(interview, probe),
    }
}

/// The request for the opening question, if the study lets a model word it.
pub(super) fn request_opening(interview: &Interview, turns_left: u32) -> PendingCalls {
    if interview.study.calls.opening == OpeningSource::Written || interview.study.models.is_empty() {
        return PendingCalls::default();
    }
    let context = model_context::opening_context(turns_left);
    request_wording(interview, Task::QuestionOpening, 0, context, 0)
}

/// The request for the question that puts the chosen probe.
pub(super) fn request_question(interview: &Interview, decided: &DecidedTurn, plan: &QuestionPlan) -> PendingCalls {
    let study = &interview.study;
    if study.models.is_empty() {
        return PendingCalls::default();
    }
    let DecidedTurn { utterance, read, decision, .. } = decided;
    let strategy = study.policy.strategy(&study.methodology, &decision.chosen.probe.strategy);
    let task = if decision.clarifies.is_some() {
        Task::QuestionClarify
    } else if strategy.is_some_and(|strategy| strategy.closes) {
        Task::QuestionClosing
    } else {
        Task::QuestionFollowup
    };
    let context = model_context::question_context(interview, decision, plan.turns_left);
    request_wording(interview, task, utterance.context.turn, context, reading_ms(read.as_ref()))
}

/// The request for a wording. It fails at once if the turn's budget is spent.
fn request_wording(interview: &Interview, task: Task, turn: u32, context: QuestionContext, spent: u64) -> PendingCalls {
    let mut calls = PendingCalls::default();
    let left = left_ms(interview.study.calls.turn_budget_ms, spent);
    let (id, context) = (request_id(interview, turn, "question"), TaskContext::Question(Box::new(context)));
    calls.requests.push(request(id, task, turn, context, left.unwrap_or_default()));
    if left.is_none() {
        calls.fail(FailureKind::TimeoutTotal);
    }
    calls
}

/// A question that puts no probe: what the policy chose was not asked, so it may choose it again.
fn staying(question: Question) -> Question {
    Question { probe: None, focus: String::new(), tactic: None, stays: true, ..question }
}

/// The question in a model's reply, if the guard accepts it. Otherwise adds one retry that gives the reason, if time is left.
pub(super) fn accept_reply(
    interview: &Interview,
    pending: &mut PendingQuestion,
    answered: &Request,
) -> Option<Question> {
    let study = &interview.study;
    let (_, reply) = pending.calls.outputs.pop()?;
    let TaskContext::Question(context) = &answered.context else { return None };
    let guard = QuestionGuard {
        kind: if answered.task == Task::QuestionClosing {
            QuestionPurpose::Farewell
        } else {
            QuestionPurpose::Question
        },
        asked: &redact::asked_questions(interview),
        marks: redact::allowed_marks(interview),
        language: &study.language,
        pack: &study.pack,
        forbidden: &study.calls.forbidden,
        may_stay: context.may_stay,
        forms: tactic_forms(interview, context.tactic.as_ref()),
        said: Some(&redact::answers(interview)),
        is_safety_only: false,
        study: Some(&StudyVocabulary::of(&study.concept, &study.methodology.ontology)),
    };
    let refusal = match question::validate_question(&reply, &guard) {
        Ok(wording) => {
            let model = pending.calls.records.last().and_then(|record| record.model.clone()).unwrap_or_default();
            let text = redact::restore(interview, wording.text);
            let question = pending.plan.question(text, context.tactic.clone(), Source::Model { model });
            return Some(if wording.stays { staying(question) } else { question });
        }
        Err(refusal) => refusal,
    };
    if let Some(record) = pending.calls.records.last_mut() {
        record.failure = Some(FailureKind::BadOutput);
        *record.drops.entry(refusal.code().to_owned()).or_default() += 1;
    }
    let before = match &pending.follows {
        Follows::Start => 0,
        Follows::Turn(decided) => reading_ms(decided.read.as_ref()),
    };
    let left = left_ms(study.calls.turn_budget_ms, before.saturating_add(spent_ms(&pending.calls.records)));
    if let Some(left) = left.filter(|_| !pending_calls::is_retry(&answered.id)) {
        let context = QuestionContext { refused: Some(refusal.sentence().to_owned()), ..(**context).clone() };
        let (id, context) = (pending_calls::retry_id(&answered.id), TaskContext::Question(Box::new(context)));
        pending.calls.requests.push(request(id, answered.task, answered.turn, context, left));
    }
    None
}

/// The forms that the questions of a tactic have.
fn tactic_forms(interview: &Interview, tactic: Option<&Name>) -> QuestionForms {
    let study = &interview.study;
    let known = study.policy.tactics(&study.methodology);
    let found = known.iter().find(|known| Some(&known.id) == tactic);
    found.map(|tactic| QuestionForms::of_tactic(tactic, &study.pack)).unwrap_or_default()
}

/// Milliseconds that the reading of the answer took.
fn reading_ms(read: Option<&AnswerReading>) -> u64 {
    read.map_or(0, |read| spent_ms(&read.calls))
}
