//! What the judge of a finished session is asked: a score, and what would have helped the interviewer.

use super::{
    Frame, Output, Prompt, RenderError, Tag,
    escape::Material,
    prompt_of, report,
    template::{Draft, Slots},
};
use crate::llm::{ReportContext, Task};

const BASE: &str = include_str!("judge/score_analysis.md");
const TURN: &str = include_str!("judge/turn.md");
const FIRST: &str = include_str!("judge/first.md");
const AGAIN: &str = include_str!("judge/again.md");
const TOOLS: &str = include_str!("judge/missing_tools.md");

/// Most characters of an earlier report that is sent back: 8,000 tokens.
const EARLIER: usize = 28_000;

/// Failures a judge may name, in order. Each is bad, so that a hit has one meaning.
pub const FAILURE_TAGS: [&str; 14] = [
    "leading_question",
    "double_question",
    "closed_question_run",
    "missed_probe",
    "shallow_ladder",
    "coverage_gap",
    "repeated_question",
    "ignored_fatigue",
    "unresolved_ambiguity",
    "words_in_mouth",
    "topic_drift",
    "unsupported_extraction",
    "premature_close",
    "late_close",
];

/// The score report. With an earlier report the total alone is asked for once more, without the session.
pub(super) fn score(context: &ReportContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::ScoreAnalysis;
    let mut draft = Draft::new(task);
    let mut slots = rubric(&mut draft, frame)?;
    let (material, file) = match &context.earlier {
        Some(report) => (own_report(report), AGAIN),
        None => (report::timeline(context), FIRST),
    };
    slots.insert("data", material.block(tag));
    slots.insert("task", draft.text(file, &Slots::new())?);
    Ok(prompt_of(task, draft.finish(&[BASE, TURN], &slots)?, Output::Text))
}

/// What would have helped, after the score report.
pub(super) fn tools(context: &ReportContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::MissingTools;
    let earlier = context.earlier.as_ref().ok_or(RenderError::Missing { task: task.id(), field: "earlier" })?;
    let mut draft = Draft::new(task);
    let mut slots = rubric(&mut draft, frame)?;
    let mut material = report::timeline(context);
    material.put("report", &super::escape::cut(earlier, EARLIER));
    slots.insert("data", material.block(tag));
    Ok(prompt_of(task, draft.finish(&[BASE, TOOLS], &slots)?, Output::Text))
}

fn own_report(report: &str) -> Material {
    let mut material = Material::default();
    material.put("report", &super::escape::cut(report, EARLIER));
    material
}

fn rubric(draft: &mut Draft, frame: &Frame<'_>) -> Result<Slots, RenderError> {
    let mut slots = report::about(draft, frame)?;
    slots.insert("study", frame.for_judge().object());
    slots.insert("nodes", frame.node_types());
    slots.insert("last_rungs", frame.last_rungs());
    slots.insert("phases", frame.phases());
    slots.insert("guidelines", frame.guidelines());
    slots.insert("available", frame.available());
    slots.insert("tags", FAILURE_TAGS.join(", "));
    Ok(slots)
}

/// Everything a judge is asked besides the session, by name, as a study fills it.
///
/// # Errors
/// [`RenderError`] where a template and its slots do not fit each other.
pub fn judge_texts(frame: &Frame<'_>) -> Result<Vec<(&'static str, String)>, RenderError> {
    let mut draft = Draft::new(Task::ScoreAnalysis);
    let mut slots = rubric(&mut draft, frame)?;
    // The places of the session and of the task stay as they are in the file.
    slots.insert("data", "{{data}}".to_owned());
    slots.insert("task", "{{task}}".to_owned());
    let score = draft.finish(&[BASE, TURN], &slots)?;
    slots.remove("task");
    let tools = Draft::new(Task::MissingTools).finish(&[BASE, TOOLS], &slots)?;
    Ok(vec![
        ("system", score.system),
        ("score_report", score.user),
        ("output", FIRST.to_owned()),
        ("reminder", AGAIN.to_owned()),
        ("improvement_report", tools.user),
    ])
}
