//! What is said to a model: one template and one file a task, rendered without a clock, a network or a random source.
//!
//! Invariant: what a respondent wrote, and every label made from it, enters a prompt only through [`escape`], as JSON
//! between marks nobody who writes an answer can know.

mod contract;
mod frame;
mod problem;
mod prompt;

pub use self::{
    contract::{
        ANSWER_CONTEXT, Maximum, QUESTION_CONTEXT, REPORT_CONTEXT, RESPONDENT_CONTEXT, TEXTS_CONTEXT, Unit, maxima,
        read_context,
    },
    frame::Frame,
    problem::{Problem, RenderError},
    prompt::{Output, Prompt, Tag},
};
use super::{Context, Task};

/// Renders the prompt of a task. The same arguments give the same bytes.
///
/// # Errors
/// [`RenderError`] names what the context lacks or what the study does not have.
pub fn render(task: Task, context: &Context, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let _ = (context, frame, tag);
    Err(RenderError::Template { task: task.id(), reason: "the template is not written yet".to_owned() })
}
