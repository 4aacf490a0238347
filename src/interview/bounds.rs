//! How an interview begins and ends.

use super::{
    Failure, Interview, Recorded, Waiting,
    calls::Errand,
    reading::conclude,
    summary::summary,
    wording::{OpenWording, Phrased, Plan, Template, Then},
};
use crate::{policy::StopReason, session::Outcome};

impl Interview {
    /// The opening: turn 0, a question without a probe.
    pub(super) fn open(&mut self, recorded: Recorded<'_>) -> Result<(), Failure> {
        let text =
            self.study.texts.opening.iter().find(|text| !text.trim().is_empty()).ok_or_else(|| {
                Failure::Study("it has no opening question; add one under `texts.opening`".to_owned())
            })?;
        let own = self.before_opening().map(str::to_owned);
        let is_own = own.is_some();
        let text = own.unwrap_or_else(|| text.clone());
        let plan = Plan {
            turn: 1,
            probe: None,
            focus: String::new(),
            turns_left: self.study.limits.max_turns.saturating_sub(1),
            template: Some(Template { text, tactic: None }),
        };
        if let Some(phrased) = self.recorded_wording(&plan, recorded) {
            self.opened(phrased, recorded);
            return Ok(());
        }
        let errand = if is_own { Errand::default() } else { self.ask_for_opening(&plan) };
        if errand.requests.is_empty() {
            let question = plan.by_rules();
            self.opened(Phrased { question, calls: errand.records }, recorded);
        } else {
            self.now.waiting = Waiting::Wording(Box::new(OpenWording { then: Then::Opening, plan, errand }));
        }
        Ok(())
    }

    /// The first question has its words.
    pub(super) fn opened(&mut self, phrased: Phrased, recorded: Recorded<'_>) {
        let Phrased { question: Some(question), calls } = phrased else { return };
        self.save_response(Some(&question));
        let digest = self.digest_of(&question);
        self.log_question(&question, digest, calls, recorded);
    }

    /// Ends the interview from outside. An answer that models are still reading is read by the rules, so that nothing said
    /// is lost; a question they are still wording is not put.
    pub(super) fn stop(&mut self, reason: StopReason, recorded: Recorded<'_>) -> Result<(), Failure> {
        match std::mem::take(&mut self.now.waiting) {
            Waiting::Reading(mut open) => {
                open.heard.stopped = Some(reason);
                open.errand.cancel();
                let analysis = self.analyse(&open);
                let (heard, read) = conclude(*open, analysis);
                let read = recorded.read.cloned().unwrap_or(read);
                self.digest(heard, Some(read), recorded)
            }
            Waiting::Wording(mut open) => {
                open.errand.cancel();
                let calls = recorded.unasked.map_or(open.errand.records, |unasked| unasked.calls.clone());
                match open.then {
                    Then::Opening => {
                        self.log_unasked(open.plan.turn, calls);
                        self.finish(reason);
                    }
                    Then::Turn(mut decided) => {
                        decided.continuation.reason = Some(reason);
                        self.speak(*decided, Phrased { question: None, calls }, recorded);
                    }
                }
                Ok(())
            }
            Waiting::Start | Waiting::Respondent(_) | Waiting::Nothing(_) => {
                self.finish(reason);
                Ok(())
            }
        }
    }

    /// Ends the interview.
    pub(super) fn finish(&mut self, reason: StopReason) {
        let texts = &self.study.texts;
        let text = match reason {
            StopReason::Safety if !texts.safety.trim().is_empty() => texts.safety.clone(),
            StopReason::Safety
            | StopReason::RespondentStopped
            | StopReason::MaxTurns
            | StopReason::ClosingStrategy
            | StopReason::ElementsCovered
            | StopReason::GraphSaturated
            | StopReason::QualityDegraded
            | StopReason::DepthPlateau
            | StopReason::AllNodesExhausted
            | StopReason::OutOfQuestions
            | StopReason::FatigueDetected
            | StopReason::ExplorationComplete
            | StopReason::ClosedByHost => texts.goodbye.clone(),
        };
        let turns = self.now.history.last().map_or(0, |exchange| exchange.turn);
        let summary = summary(&self.now.graph, &self.study.methodology.ontology);
        self.now.answered = None;
        self.now.waiting = Waiting::Nothing(Outcome { reason, turns, text, summary });
    }
}
