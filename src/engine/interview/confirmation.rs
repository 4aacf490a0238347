//! Before an answer ends the interview, its respondent is asked: an answer can be misread, and somebody in distress decides
//! for themselves.
//!
//! The question proposes an end ([`Question::proposes`]). The respondent agrees by a stop or in words; a skip or any other
//! answer goes on. Nobody is asked twice running: distress in a reply that does not ask to go on ends the interview.

use super::{
    Interview, fixed_questions,
    state::{DecidedTurn, QuestionPlan},
};
use crate::engine::{
    language::StopQuestion,
    policy::StopReason,
    session::Question,
    text::{TokenKind, tokens, word_list},
};

/// The question whether to stop, if the last answer shows distress and the study has a text for it, or if the answer may be a
/// wish to stop. Where the answer agrees to the end that was proposed, the interview ends.
pub(super) fn due(interview: &Interview, decided: &mut DecidedTurn) -> Option<QuestionPlan> {
    let reason = &mut decided.continuation.reason;
    let reading = decided.read.as_ref().map(|read| &read.reading);
    if let Some(proposed) = decided.utterance.context.question.proposes {
        let stops = reading.is_some_and(|reading| reading.wants_to_stop);
        let answer = decided.utterance.answer.as_deref().unwrap_or_default();
        let choice = if stops { Some(Choice::Stop) } else { choice(&interview.study.pack.talk.stop_here, answer) };
        *reason = match (choice, *reason) {
            (Some(Choice::Stop), None | Some(StopReason::RespondentStopped)) => Some(proposed),
            (Some(Choice::GoOn), Some(StopReason::Safety)) => None,
            (_, reason) => reason,
        };
        return None;
    }
    let (proposed, text) = match reason {
        Some(StopReason::Safety) => (StopReason::Safety, &interview.study.texts.pause),
        None if reading.is_some_and(|reading| reading.may_want_to_stop) && !is_refused(interview) => {
            (StopReason::RespondentStopped, &interview.study.pack.talk.stop_here.asks)
        }
        Some(_) | None => return None,
    };
    if text.trim().is_empty() || decided.continuation.turns_left == 0 {
        return None;
    }
    *reason = None;
    let plan = fixed_questions::plan(
        decided.utterance.context.turn + 1,
        text,
        decided.continuation.turns_left.saturating_sub(1),
    );
    Some(QuestionPlan { proposes: Some(proposed), ..plan })
}

/// Whether the respondent was asked before and went on. Then only what is sure to be a wish to stop ends the interview.
fn is_refused(interview: &Interview) -> bool {
    let mut earlier = interview.state.turns.iter().map(|turn| turn.question.proposes);
    earlier.any(|proposed| proposed == Some(StopReason::RespondentStopped))
}

/// The reason for the end of an interview that the respondent stopped at this question.
pub(super) fn reason_of_stop(question: &Question, reason: StopReason) -> StopReason {
    question.proposes.filter(|_| reason == StopReason::RespondentStopped).unwrap_or(reason)
}

/// Number of questions so far that proposed an end. They take a turn, but no place among the fixed questions.
pub(super) fn count(interview: &Interview, decided: &DecidedTurn) -> usize {
    let earlier = interview.state.turns.iter().map(|turn| &turn.question);
    earlier.chain([&decided.utterance.context.question]).filter(|question| question.proposes.is_some()).count()
}

/// What a reply chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Stop,
    GoOn,
}

/// What a reply chooses, by the parts between its marks. "I can't go on" holds "go on" and chooses nothing, so a part counts
/// only if there is nothing else in it.
fn choice(offer: &StopQuestion, reply: &str) -> Option<Choice> {
    let [agrees, goes_on] = [&offer.agrees, &offer.goes_on].map(|phrases| phrases.iter().map(|text| word_list(text)));
    let (agrees, goes_on): (Vec<_>, Vec<_>) = (agrees.collect(), goes_on.collect());
    let tokens = tokens(reply);
    let parts = tokens.split(|token| token.kind != TokenKind::Word).filter(|part| !part.is_empty());
    let mut parts = parts.map(|part| part.iter().map(|token| &*token.text).collect::<Vec<_>>());
    let first = parts.next()?;
    if consists_of(&first, &goes_on) || parts.any(|part| consists_of(&part, &goes_on)) {
        return Some(Choice::GoOn);
    }
    consists_of(&first, &agrees).then_some(Choice::Stop)
}

/// Whether words are some of these phrases, one after the other.
fn consists_of(words: &[&str], phrases: &[Vec<String>]) -> bool {
    let after = |phrase: &Vec<String>| {
        let is_here =
            !phrase.is_empty() && phrase.len() <= words.len() && phrase.iter().zip(words).all(|(a, b)| a == b);
        is_here && words.get(phrase.len()..).is_some_and(|rest| consists_of(rest, phrases))
    };
    words.is_empty() || phrases.iter().any(after)
}
