//! Runs one simulated interview from start to end.

use super::SimulatedRespondent;
use crate::engine::{
    interview::{Interview, InterviewError, Step},
    model::{CallFailure, CallUsage, FailureKind, Reply, ReplyOutcome, Request},
    session::{Input, Question, StoppedBy},
};

/// Time between two inputs, in milliseconds. Without a clock, the same answers give the same file.
pub const PACE: u64 = 1000;

/// The respondent and the models of a simulated interview.
pub trait Participants {
    /// The answer to a question.
    fn answer(&mut self, question: &Question, interview: &Interview) -> String;

    /// The replies to requests to models. A request without a reply has failed.
    fn replies(&mut self, requests: Vec<Request>, interview: &Interview) -> Vec<Reply>;
}

impl Participants for SimulatedRespondent<'_> {
    fn answer(&mut self, question: &Question, _: &Interview) -> String {
        SimulatedRespondent::answer(self, question)
    }

    /// No model takes part, so the rules read and ask, as after a network failure.
    fn replies(&mut self, requests: Vec<Request>, _: &Interview) -> Vec<Reply> {
        requests.into_iter().map(|request| Reply { id: request.id, outcome: unavailable() }).collect()
    }
}

/// Runs an interview to its end. `fresh` is an interview that has not started; clones of one share the study.
///
/// # Errors
/// [`Failure`] if the interview refuses an input or a stage fails.
pub fn run_interview<C: Participants>(
    fresh: Interview,
    company: &mut C,
    session: String,
    seed: u64,
) -> Result<Interview, InterviewError> {
    run_interview_until(fresh, company, session, seed, u32::MAX)
}

/// Runs an interview up to the unanswered question of this turn, or to its end.
///
/// # Errors
/// [`Failure`] if the interview refuses an input or a stage fails.
pub fn run_interview_until<C: Participants>(
    fresh: Interview,
    company: &mut C,
    session: String,
    seed: u64,
    turn: u32,
) -> Result<Interview, InterviewError> {
    let mut interview = fresh;
    let locale = interview.study().language.clone();
    let mut at = 0;
    let mut step = interview.handle(Input::Start { session, seed, locale, at })?;
    loop {
        at += PACE;
        step = match step {
            Step::Ask { question, .. } if question.turn >= turn => return Ok(interview),
            Step::Ask { question, .. } => {
                let text = company.answer(&question, &interview);
                interview.handle(Input::Answer { text, at, manner: None })?
            }
            Step::Call { requests } => {
                let replies = company.replies(requests, &interview);
                interview.handle(Input::Replies { replies, at })?
            }
            // This cannot happen after the start; stopping keeps the loop finite.
            Step::Start => interview.handle(Input::Stop { by: StoppedBy::Host, at })?,
            Step::Finished { .. } => return Ok(interview),
        };
    }
}

fn unavailable() -> ReplyOutcome {
    ReplyOutcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "no model takes part in a simulation".to_owned(),
        effort: CallUsage::default(),
    })
}
