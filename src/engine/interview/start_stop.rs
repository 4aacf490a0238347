//! The start of an interview, and its end from outside.

use super::{
    Interview, InterviewError, answer_calls, confirmation, fixed_questions,
    pending_calls::PendingCalls,
    question_calls, question_log,
    state::{Follows, PendingQuestion, Recording, Waiting, WordingResult},
};
use crate::engine::{model::FailureKind, policy::StopReason};

impl Interview {
    /// Asks the first question: a fixed question if the study has one, else the opening, which a model may word.
    pub(super) fn start(&mut self, recording: Recording<'_>) -> Result<(), InterviewError> {
        let opening = fixed_questions::opening(&self.study).ok_or_else(InterviewError::no_opening)?;
        let fixed = fixed_questions::before_opening(&self.study);
        let turns_left = self.study.limits.max_turns.saturating_sub(1);
        let is_fixed = fixed.is_some();
        let plan = fixed_questions::plan(1, fixed.unwrap_or(opening), turns_left);
        if let Some(worded) = question_log::recorded_question(self, &plan, recording) {
            self.save_opening(worded, recording);
            return Ok(());
        }
        let calls =
            if is_fixed { PendingCalls::default() } else { question_calls::request_opening(self, plan.turns_left) };
        if calls.requests.is_empty() {
            self.save_opening(WordingResult { question: plan.by_rules(), calls: calls.records }, recording);
        } else {
            let pending = PendingQuestion { follows: Follows::Start, plan, calls };
            self.state.waiting = Waiting::Wording(Box::new(pending));
        }
        Ok(())
    }

    /// Ends the interview from outside. The rules read an answer that models are still reading. A question that a model is
    /// still wording is not asked.
    pub(super) fn stop(&mut self, reason: StopReason, recording: Recording<'_>) -> Result<(), InterviewError> {
        match std::mem::take(&mut self.state.waiting) {
            Waiting::Reading(mut reading) => {
                reading.utterance.stopped = Some(reason);
                reading.calls.fail(FailureKind::Cancelled);
                let analysis = answer_calls::analyse_replies(self, &reading);
                let (utterance, read) = answer_calls::merge_readings(*reading, analysis);
                let read = recording.read.cloned().unwrap_or(read);
                self.decide_next(utterance, Some(read), recording)
            }
            Waiting::Wording(mut pending) => {
                pending.calls.fail(FailureKind::Cancelled);
                let calls = recording.unasked.map_or(pending.calls.records, |unasked| unasked.calls.clone());
                match pending.follows {
                    Follows::Start => {
                        question_log::log_unasked(self, pending.plan.turn, calls);
                        self.finish(reason);
                    }
                    Follows::Turn(mut decided) => {
                        decided.continuation.reason = Some(reason);
                        self.close_turn(*decided, WordingResult { question: None, calls }, recording);
                    }
                }
                Ok(())
            }
            Waiting::Respondent(question) => {
                self.finish(confirmation::reason_of_stop(&question, reason));
                Ok(())
            }
            Waiting::Start | Waiting::Nothing(_) => {
                self.finish(reason);
                Ok(())
            }
        }
    }
}
