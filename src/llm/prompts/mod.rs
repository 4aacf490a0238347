//! What is said to a model: one template and one file a task family, rendered without a clock, a network or a random
//! source.
//!
//! Invariant: what a respondent wrote, and every label made from it, enters a prompt only through `escape`, as JSON
//! between marks nobody who writes an answer can know. The system text is the same in every call of a task within a
//! session; what differs stands in the user text.

mod analysis;
mod available;
mod contract;
mod escape;
mod frame;
mod judge;
mod leak;
mod problem;
mod prompt;
mod question;
mod report;
mod respondent;
mod schema;
mod study;
mod template;
mod timeline;

use self::template::Finished;
pub use self::{
    contract::{
        ANSWER_CONTEXT, Maximum, QUESTION_CONTEXT, REPORT_CONTEXT, RESPONDENT_CONTEXT, TEXTS_CONTEXT, Unit, maxima,
        read_context,
    },
    escape::weight,
    frame::Frame,
    judge::{FAILURE_TAGS, judge_texts},
    leak::leaks,
    problem::{Problem, RenderError},
    prompt::{Output, Prompt, Tag},
    timeline::bounded,
};
use super::{Context, Task, TextsContext};

/// Renders the prompt of a task. The same arguments give the same bytes.
///
/// # Errors
/// [`RenderError`] names what the context lacks or what the study does not have.
pub fn render(task: Task, context: &Context, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    match (task, context) {
        (
            Task::TurnAnalysis
            | Task::ExtractabilityCheck
            | Task::GraphExtraction
            | Task::MomentumAssessment
            | Task::ResponseSignals
            | Task::QualitativeSignals
            | Task::Ambiguity
            | Task::PlausibilityCheck,
            Context::Answer(context),
        ) => analysis::render(task, context, frame, tag),
        (
            Task::QuestionOpening | Task::QuestionFollowup | Task::QuestionClarify | Task::QuestionClosing,
            Context::Question(context),
        ) => question::render(task, context, frame, tag),
        (Task::Synthesis, Context::Report(context)) => report::synthesis(context, frame, tag),
        (Task::ExecSummary, Context::Report(context)) => report::summary(context, frame, tag),
        (Task::Chat, Context::Report(context)) => report::chat(context, frame, tag),
        (Task::ScoreAnalysis, Context::Report(context)) => judge::score(context, frame, tag),
        (Task::MissingTools, Context::Report(context)) => judge::tools(context, frame, tag),
        (Task::SyntheticRespondent, Context::Respondent(context)) => respondent::render(context, frame, tag),
        (Task::Embeddings, Context::Texts(context)) => Ok(embeddings(context)),
        (
            _,
            Context::Answer(_) | Context::Question(_) | Context::Report(_) | Context::Respondent(_) | Context::Texts(_),
        ) => Err(RenderError::OtherContext { task: task.id() }),
    }
}

fn prompt_of(task: Task, finished: Finished, output: Output) -> Prompt {
    let Finished { version, hash, system, user } = finished;
    Prompt {
        task,
        version,
        hash,
        system,
        user,
        texts: Vec::new(),
        output,
        temperature_hundredths: task.temperature(),
        max_output: task.max_output(),
        seed: None,
    }
}

/// Texts go as they are: there is no prompt they could speak to.
fn embeddings(context: &TextsContext) -> Prompt {
    let nothing =
        Finished { version: 1, hash: crate::text::sha256(b"1\n"), system: String::new(), user: String::new() };
    Prompt { texts: context.texts.clone(), ..prompt_of(Task::Embeddings, nothing, Output::Vectors) }
}
