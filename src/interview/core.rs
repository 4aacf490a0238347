//! Questions asked of everyone, in the study's own words, before, within and after those the interview finds.
//!
//! Which of them is due follows from what was answered, so that an edited answer and a replay come to the same question.

use super::{
    Interview,
    turn::Decided,
    wording::{Plan, Template},
};
use crate::{
    policy::StopReason,
    study::{CoreQuestion, When},
};

impl Interview {
    /// The core question that comes before the opening.
    pub(super) fn before_opening(&self) -> Option<&str> {
        self.core(When::First).next().map(|question| question.ask.as_str())
    }

    /// What is put after a turn without regard to the chosen probe: the next question of the core, or the opening that waits
    /// behind it. An interview that would end asks the last questions first, unless somebody wants it to end.
    pub(super) fn core_plan(&self, decided: &mut Decided) -> Option<Plan> {
        if self.study.core.is_empty() {
            return None;
        }
        let turn = decided.heard.context.turn;
        let first = self.core(When::First).count();
        let after = usize::try_from(turn).unwrap_or(usize::MAX);
        let in_row = self.core(When::First).nth(after).map(|question| question.ask.as_str());
        let ended = self.now.turns.iter().find_map(|turn| turn.continuation.reason);
        let reason = &mut decided.continuation.reason;
        if reason.is_some_and(is_wanted) {
            return None;
        }
        *reason = ended.or(*reason);
        let text = if reason.is_some() {
            self.core(When::Last).find(|question| !self.was_put(question))?.ask.as_str()
        } else if let Some(text) = in_row {
            text
        } else if first > 0 && after == first {
            self.study.texts.opening.iter().find(|text| !text.trim().is_empty())?
        } else {
            let due = |question: &&CoreQuestion| question.after_turn.is_some_and(|after| after <= turn);
            self.study.core.iter().filter(due).find(|question| !self.was_put(question))?.ask.as_str()
        };
        Some(Plan {
            turn: turn + 1,
            probe: None,
            focus: String::new(),
            turns_left: decided.continuation.turns_left.saturating_sub(1),
            template: Some(Template { text: text.to_owned(), tactic: None }),
        })
    }

    fn core(&self, when: When) -> impl Iterator<Item = &CoreQuestion> {
        self.study.core.iter().filter(move |question| question.stands(when))
    }

    fn was_put(&self, question: &CoreQuestion) -> bool {
        self.now.history.iter().any(|exchange| exchange.question == question.ask)
    }
}

/// Endings after which nothing more is asked, whatever the study wants to know.
fn is_wanted(reason: StopReason) -> bool {
    matches!(reason, StopReason::RespondentStopped | StopReason::Safety | StopReason::ClosedByHost)
}
