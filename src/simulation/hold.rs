//! One interview, from the first question to the end.

use super::Respondent;
use crate::{
    interview::{Failure, Interview, Step},
    llm::{CallFailure, Effort, FailureKind, Outcome, Reply, Request},
    session::{Input, Question, StoppedBy},
};

/// Time between two inputs, in milliseconds. There is no clock here: the same answers give the same file.
pub const PACE: u64 = 1000;

/// Who speaks in a simulated interview beside the engine.
pub trait Company {
    /// The answer to a question.
    fn answer(&mut self, question: &Question, interview: &Interview) -> String;

    /// What becomes of requests to models; a request without a reply has failed.
    fn replies(&mut self, requests: Vec<Request>, interview: &Interview) -> Vec<Reply>;
}

impl Company for Respondent<'_> {
    fn answer(&mut self, question: &Question, _: &Interview) -> String {
        Respondent::answer(self, question)
    }

    /// No model takes part: the rules read and ask, as they do for anybody whose network fails.
    fn replies(&mut self, requests: Vec<Request>, _: &Interview) -> Vec<Reply> {
        requests.into_iter().map(|request| Reply { id: request.id, outcome: unavailable() }).collect()
    }
}

/// Interviews a respondent to the end. `fresh` is an interview that has not begun; many can be made by cloning one, which
/// reads the study once.
///
/// # Errors
/// [`Failure`] if the interview refuses an input or a stage fails.
pub fn hold<C: Company>(fresh: Interview, company: &mut C, session: String, seed: u64) -> Result<Interview, Failure> {
    hold_until(fresh, company, session, seed, u32::MAX)
}

/// The same up to the question of this turn, which is not answered, or to the end if that comes first.
///
/// # Errors
/// [`Failure`] if the interview refuses an input or a stage fails.
pub fn hold_until<C: Company>(
    fresh: Interview,
    company: &mut C,
    session: String,
    seed: u64,
    turn: u32,
) -> Result<Interview, Failure> {
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
            // Nobody can start an interview twice; ending it keeps the loop finite whatever the machine does.
            Step::Start => interview.handle(Input::Stop { by: StoppedBy::Host, at })?,
            Step::Finished { .. } => return Ok(interview),
        };
    }
}

fn unavailable() -> Outcome {
    Outcome::Failure(CallFailure {
        kind: FailureKind::Unavailable,
        message: "no model takes part in a simulation".to_owned(),
        effort: Effort::default(),
    })
}
