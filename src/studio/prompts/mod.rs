//! Prompts: one template and one file for each family of tasks.
//!
//! Invariant: words of respondents enter a prompt only through `escape`, as JSON between secret tags. The system text is the
//! same in every call of a task in a session. Rendering uses no clock, network or random source.

mod frame;
mod leak;
mod problem;
mod prompt;
mod schema;
mod contract;
mod escape;
mod template;
mod timeline;
mod available;
mod study;
mod analysis;
mod question;
mod report;
mod judge;
mod respondent;

pub use self::{
    contract::{
        ANSWER_CONTEXT, FieldLimit, LimitUnit, QUESTION_CONTEXT, REPORT_CONTEXT, RESPONDENT_CONTEXT, TEXTS_CONTEXT,
        field_limits, read_context,
    },
    escape::weight,
    frame::PromptStudy,
    judge::{FAILURE_TAGS, judge_texts},
    leak::LeakDetector,
    problem::{ContextError, RenderError},
    prompt::{Output, Prompt, Tag},
    timeline::bounded,
};
use crate::engine::{
    model::{Task, TaskClass, TaskContext},
    text::sha256,
};

/// Renders the prompt of a task. Equal arguments give equal bytes.
///
/// # Errors
/// [`RenderError`] if the context lacks a field or names something unknown to the study.
pub fn render(task: Task, context: &TaskContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    match (task, context) {
        (_, TaskContext::Answer(context)) if task.class() == TaskClass::Analysis => {
            analysis::render(task, context, frame, tag)
        }
        (Task::QuestionOpening, TaskContext::Question(context)) => question::opening(context, frame),
        (Task::QuestionFollowup, TaskContext::Question(context)) => question::followup(context, frame, tag),
        (Task::QuestionClarify, TaskContext::Question(context)) => question::clarify(context, frame, tag),
        (Task::QuestionClosing, TaskContext::Question(context)) => question::closing(context, frame, tag),
        (Task::Synthesis, TaskContext::Report(context)) => report::synthesis(context, frame, tag),
        (Task::ExecSummary, TaskContext::Report(context)) => report::summary(context, frame, tag),
        (Task::Chat, TaskContext::Report(context)) => report::chat(context, frame, tag),
        (Task::ScoreAnalysis, TaskContext::Report(context)) => judge::score(context, frame, tag),
        (Task::MissingTools, TaskContext::Report(context)) => judge::tools(context, frame, tag),
        (Task::SyntheticRespondent, TaskContext::Respondent(context)) => respondent::render(context, frame, tag),
        // Texts are sent as they are, without a template.
        (Task::Embeddings, TaskContext::Texts(context)) => Ok(Prompt {
            task,
            version: 1,
            hash: sha256(b"1\n"),
            system: String::new(),
            user: String::new(),
            texts: context.texts.clone(),
            output: Output::Vectors,
            temperature_hundredths: task.temperature(),
            max_output: task.max_output(),
            seed: None,
        }),
        _ => Err(RenderError::OtherContext { task: task.id() }),
    }
}
