//! One interview, from the first question to the end.

use super::Respondent;
use crate::{
    interview::{Failure, Interview, Step},
    llm::{CallFailure, Effort, FailureKind, Outcome, Reply},
    session::{Input, StoppedBy},
};

/// Time between two inputs, in milliseconds. There is no clock here: the same answers give the same file.
pub const PACE: u64 = 1000;

/// Interviews a respondent to the end. `fresh` is an interview that has not begun; many can be made by cloning one, which
/// reads the study once.
///
/// # Errors
/// [`Failure`] if the interview refuses an input or a stage fails.
pub fn hold(
    fresh: Interview,
    respondent: &mut Respondent<'_>,
    session: String,
    seed: u64,
) -> Result<Interview, Failure> {
    hold_until(fresh, respondent, session, seed, u32::MAX)
}

/// The same up to the question of this turn, which is not answered, or to the end if that comes first.
///
/// # Errors
/// [`Failure`] if the interview refuses an input or a stage fails.
pub fn hold_until(
    fresh: Interview,
    respondent: &mut Respondent<'_>,
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
                let text = respondent.answer(&question);
                interview.handle(Input::Answer { text, at, manner: None })?
            }
            // No model takes part in a simulation: the rules read and ask, as they do for anybody whose network fails.
            Step::Call { requests } => {
                let replies = requests.into_iter().map(|request| Reply { id: request.id, outcome: unavailable() });
                interview.handle(Input::Replies { replies: replies.collect(), at })?
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
