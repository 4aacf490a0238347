//! Fixed questions: every respondent is asked them, in the study's own words.
//!
//! A question is due by the answers so far. So an edited answer and a replay lead to the same question.

use super::{
    Interview, confirmation,
    state::{DecidedTurn, QuestionPlan, TemplateQuestion},
};
use crate::engine::{
    policy::StopReason,
    study::{CoreQuestion, CoreQuestionTime, Study},
};

/// The plan of a question in the study's own words.
pub(super) fn plan(turn: u32, text: &str, turns_left: u32) -> QuestionPlan {
    QuestionPlan {
        turn,
        probe: None,
        focus: String::new(),
        proposes: None,
        turns_left,
        template: Some(TemplateQuestion { text: text.to_owned(), tactic: None }),
    }
}

/// The study's opening question.
pub(super) fn opening(study: &Study) -> Option<&str> {
    study.texts.opening.iter().map(String::as_str).find(|text| !text.trim().is_empty())
}

/// The fixed question that comes before the opening.
pub(super) fn before_opening(study: &Study) -> Option<&str> {
    of_kind(study, CoreQuestionTime::First).next().map(|question| question.ask.as_str())
}

/// The fixed question due after a turn, in place of the chosen probe; or the opening that fixed questions precede.
///
/// Before the interview ends, its last questions are asked, unless the respondent or the host stopped it.
pub(super) fn due(interview: &Interview, decided: &mut DecidedTurn) -> Option<QuestionPlan> {
    let Interview { study, state, .. } = interview;
    if study.core.is_empty() {
        return None;
    }
    let turn = decided.utterance.context.turn;
    let position = usize::try_from(turn).unwrap_or(usize::MAX).saturating_sub(confirmation::count(interview, decided));
    let first_count = of_kind(study, CoreQuestionTime::First).count();
    let ended = state.turns.iter().find_map(|turn| turn.continuation.reason);
    let reason = &mut decided.continuation.reason;
    if matches!(reason, Some(StopReason::RespondentStopped | StopReason::Safety | StopReason::ClosedByHost)) {
        return None;
    }
    *reason = ended.or(*reason);
    let is_new = |question: &&CoreQuestion| state.history.iter().all(|exchange| exchange.question != question.ask);
    let text = if reason.is_some() {
        &of_kind(study, CoreQuestionTime::Last).find(is_new)?.ask
    } else if let Some(question) = of_kind(study, CoreQuestionTime::First).nth(position) {
        &question.ask
    } else if first_count > 0 && position == first_count {
        opening(study)?
    } else {
        let is_due = |question: &&CoreQuestion| question.after_turn.is_some_and(|after| after <= turn);
        &study.core.iter().filter(is_due).find(is_new)?.ask
    };
    Some(plan(turn + 1, text, decided.continuation.turns_left.saturating_sub(1)))
}

fn of_kind(study: &Study, when: CoreQuestionTime) -> impl Iterator<Item = &CoreQuestion> {
    study.core.iter().filter(move |question| question.is_at(when))
}
