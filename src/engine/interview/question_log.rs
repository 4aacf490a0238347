//! Questions in the log: writing them, taking them from it, and noting where a replay differs.

use serde::Serialize;

use super::{
    Difference, Interview, render_question,
    state::{QuestionPlan, Recording, WordingResult},
};
use crate::engine::{
    dialogue::{Probe, Source},
    json,
    model::CallRecord,
    session::{AskedQuestion, LogEntry, Question, Unasked},
    state::Trace,
    text::sha256,
};

/// The question from the log, if this turn is replayed. Notes a difference where today's plan is another one.
pub(super) fn recorded_question(
    interview: &mut Interview,
    plan: &QuestionPlan,
    recording: Recording<'_>,
) -> Option<WordingResult> {
    let Some(asked) = recording.asked else {
        return recording.unasked.map(|unasked| WordingResult { question: None, calls: unasked.calls.clone() });
    };
    let by_rules = matches!(asked.source, Source::Rules { .. });
    let template = plan.template.as_ref().map_or("", |template| template.text.as_str());
    if plan.probe != asked.probe && !asked.stays {
        let show = |probe: &Option<Probe>| json::write(probe).unwrap_or_default();
        note_difference(interview, plan.turn, "probe", show(&asked.probe), show(&plan.probe));
    } else if by_rules && template != asked.text {
        note_difference(interview, plan.turn, "question", asked.text.clone(), template.to_owned());
    }
    let focus = asked.probe.as_ref().map(|probe| render_question::focus_name(interview, probe)).unwrap_or_default();
    let plan = QuestionPlan { probe: asked.probe.clone(), focus, template: None, ..*plan };
    let question = plan.question(asked.text.clone(), asked.tactic.clone(), asked.source.clone());
    let question = Question { stays: asked.stays, ..question };
    Some(WordingResult { question: Some(question), calls: asked.calls.clone() })
}

/// The first 16 digits of the SHA-256 of a record: equal digests, equal state. Empty without a trace.
pub(super) fn digest<T: Serialize>(interview: &Interview, record: &T) -> String {
    if interview.trace == Trace::Outcome {
        return String::new();
    }
    let mut digest = sha256(json::write(record).unwrap_or_default().as_bytes());
    digest.truncate(16);
    digest
}

/// Logs a question with the digest of the record it follows.
pub(super) fn log_question(
    interview: &mut Interview,
    question: &Question,
    digest: String,
    calls: Vec<CallRecord>,
    recording: Recording<'_>,
) {
    if let Some(recorded) = recording.asked.filter(|recorded| recorded.digest != digest) {
        note_difference(interview, question.turn, "state", recorded.digest.clone(), digest.clone());
    }
    interview.log.push(LogEntry::Asked(AskedQuestion {
        turn: question.turn,
        source: question.source.clone(),
        text: question.text.clone(),
        probe: question.probe.clone(),
        tactic: question.tactic.clone(),
        stays: question.stays,
        digest,
        calls,
    }));
}

/// Logs the calls for a question that was not asked.
pub(super) fn log_unasked(interview: &mut Interview, turn: u32, calls: Vec<CallRecord>) {
    if !calls.is_empty() {
        interview.log.push(LogEntry::Unasked(Unasked { turn, calls }));
    }
}

fn note_difference(interview: &mut Interview, turn: u32, what: &'static str, recorded: String, found: String) {
    interview.differences.push(Difference { turn, what, recorded, found });
}
