//! Prompts for the judge of a finished session: a score, and missing tools of the interviewer.

use super::{
    escape::{JsonBlock, truncate},
    frame::PromptStudy,
    problem::RenderError,
    prompt::{Output, Prompt, Tag},
    report,
    template::{Slots, Template},
};
use crate::engine::model::{ReportContext, Task};

const BASE: &str = include_str!("judge/score_analysis.md");
const TURN: &str = include_str!("judge/turn.md");
const FIRST: &str = include_str!("judge/first.md");
const AGAIN: &str = include_str!("judge/again.md");
const IMPROVEMENTS: &str = include_str!("judge/improvements.md");
const TOOLS: &str = include_str!("judge/missing_tools.md");

/// Maximum characters of an earlier report: 8,000 tokens.
const EARLIER: usize = 28_000;

/// The failures that a judge may name, in order.
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

/// The prompt for a score. With an earlier report it asks for the total only, without the session.
pub(super) fn score(context: &ReportContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let mut template = Template::new(Task::ScoreAnalysis);
    let mut slots = rubric(&mut template, frame)?;
    let (material, file) = match &context.earlier {
        Some(report) => (JsonBlock::default().with("report", &truncate(report, EARLIER)), AGAIN),
        None => (report::timeline(context), FIRST),
    };
    slots.insert("data", material.block(tag));
    let improvements = Slots::from([("improvements", template.text(IMPROVEMENTS, &Slots::new())?)]);
    slots.insert("task", template.text(file, &improvements)?);
    template.prompt(&[BASE, TURN], &slots, Output::Text)
}

/// The prompt for missing tools, after a score report that left them out.
pub(super) fn tools(context: &ReportContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::MissingTools;
    let earlier = context.earlier.as_ref().ok_or(RenderError::Missing { task: task.id(), field: "earlier" })?;
    let mut template = Template::new(task);
    let mut slots = rubric(&mut template, frame)?;
    let material = report::timeline(context).with("report", &truncate(earlier, EARLIER));
    slots.insert("data", material.block(tag));
    slots.insert("improvements", template.text(IMPROVEMENTS, &Slots::new())?);
    template.prompt(&[BASE, TOOLS], &slots, Output::Text)
}

fn rubric(template: &mut Template, frame: &PromptStudy<'_>) -> Result<Slots, RenderError> {
    let mut slots = report::about(template, frame)?;
    slots.insert("study", frame.for_judge().object());
    slots.insert("nodes", frame.node_types());
    slots.insert("last_rungs", frame.last_rungs());
    slots.insert("phases", frame.phases());
    slots.insert("guidelines", frame.guidelines());
    slots.insert("available", frame.available());
    slots.insert("tags", FAILURE_TAGS.join(", "));
    Ok(slots)
}

/// The judge's prompts without the session, by name.
///
/// # Errors
/// [`RenderError`] if a template does not match its slots.
pub fn judge_texts(frame: &PromptStudy<'_>) -> Result<Vec<(&'static str, String)>, RenderError> {
    let mut template = Template::new(Task::ScoreAnalysis);
    let mut slots = rubric(&mut template, frame)?;
    // The slots of the session and of the task stay.
    slots.insert("data", "{{data}}".to_owned());
    slots.insert("task", "{{task}}".to_owned());
    let score = template.prompt(&[BASE, TURN], &slots, Output::Text)?;
    slots.remove("task");
    slots.insert("improvements", Template::new(Task::MissingTools).text(IMPROVEMENTS, &Slots::new())?);
    let tools = Template::new(Task::MissingTools).prompt(&[BASE, TOOLS], &slots, Output::Text)?;
    Ok(vec![
        ("system", score.system),
        ("score_report", score.user),
        ("output", FIRST.to_owned()),
        ("improvements", IMPROVEMENTS.to_owned()),
        ("reminder", AGAIN.to_owned()),
        ("improvement_report", tools.user),
    ])
}
