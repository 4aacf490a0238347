//! What the log says of a question: who worded it, and a digest that tells whether a replay went the same way.

use serde::Serialize;

use super::{Difference, Interview, Recorded, wording::Plan};
use crate::{
    dialogue::{Probe, Source},
    llm::CallRecord,
    session::{AskedQuestion, Entry, Question, Unasked},
    state::Trace,
    text::sha256,
};

impl Interview {
    /// The question the log holds, with a note where it would be another one today.
    pub(super) fn as_recorded(&mut self, plan: &Plan, recorded: &AskedQuestion) -> Question {
        let by_rules = matches!(recorded.source, Source::Rules { .. });
        let template = plan.template.as_ref().map_or("", |template| template.text.as_str());
        if plan.probe != recorded.probe {
            let show = |probe: &Option<Probe>| serde_json::to_string(probe).unwrap_or_default();
            self.differ(plan.turn, "probe", show(&recorded.probe), show(&plan.probe));
        } else if by_rules && template != recorded.text {
            self.differ(plan.turn, "question", recorded.text.clone(), template.to_owned());
        }
        let focus = recorded.probe.as_ref().map(|probe| self.focus_text(probe)).unwrap_or_default();
        let plan = Plan { probe: recorded.probe.clone(), focus, template: None, ..*plan };
        plan.question(recorded.text.clone(), recorded.tactic.clone(), recorded.source.clone())
    }

    /// The digest of what a question follows, where the log holds any.
    pub(super) fn digest_of<T: Serialize>(&self, record: &T) -> String {
        match self.trace {
            Trace::Whole => digest(record),
            Trace::Outcome => String::new(),
        }
    }

    pub(super) fn log_question(
        &mut self,
        question: &Question,
        digest: String,
        calls: Vec<CallRecord>,
        recorded: Recorded<'_>,
    ) {
        if let Some(recorded) = recorded.asked
            && recorded.digest != digest
        {
            self.differ(question.turn, "state", recorded.digest.clone(), digest.clone());
        }
        self.log.push(Entry::Asked(AskedQuestion {
            turn: question.turn,
            source: question.source.clone(),
            text: question.text.clone(),
            probe: question.probe.clone(),
            tactic: question.tactic.clone(),
            digest,
            calls,
        }));
    }

    /// Notes the calls for a question that was not put.
    pub(super) fn log_unasked(&mut self, turn: u32, calls: Vec<CallRecord>) {
        if !calls.is_empty() {
            self.log.push(Entry::Unasked(Unasked { turn, calls }));
        }
    }

    fn differ(&mut self, turn: u32, what: &'static str, recorded: String, found: String) {
        self.differences.push(Difference { turn, what, recorded, found });
    }
}

/// Room for the record of a turn, in bytes, so that it grows rarely.
const RECORD: usize = 1 << 15;

/// First 16 digits of the SHA-256 of a record: equal digests, equal state.
fn digest<T: Serialize>(record: &T) -> String {
    let mut json = Vec::with_capacity(RECORD);
    if serde_json::to_writer(&mut json, record).is_err() {
        json.clear();
    }
    let mut digest = sha256(&json);
    digest.truncate(16);
    digest
}
