//! Model calls: which model, with which prompt, within which limits, and whether the output may be used.

mod check;
mod attempt;
mod call_model;

pub(super) use self::{
    attempt::model_class,
    call_model::{call_model, max_cost},
    check::check_output,
};
use super::auth::ServedStudy;
use crate::{
    engine::model::{Task, TaskContext},
    studio::prompts::Prompt,
};

/// A task that is ready to be sent to a model.
pub(super) struct TaskCall<'a> {
    pub(super) served: &'a ServedStudy,
    pub(super) task: Task,
    pub(super) turn: u32,
    pub(super) session: &'a str,
    pub(super) request: &'a str,
    pub(super) context: TaskContext,
    pub(super) prompt: Prompt,
    pub(super) max_output: u32,
    pub(super) deadline_ms: u32,
    pub(super) started_at: u64,
    /// Model that is called before those of the task's class.
    pub(super) first: Option<&'a str>,
    pub(super) deadline: Deadline,
}

/// The deadline of the job that a call belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    /// Milliseconds since the epoch.
    pub(super) ends_at: u64,
    /// Milliseconds before the deadline after which no attempt starts.
    pub(super) margin_ms: u64,
}

impl Deadline {
    /// No deadline.
    pub(super) const NONE: Self = Self { ends_at: u64::MAX, margin_ms: 0 };

    /// Whether it is too late to start an attempt.
    pub(super) fn is_over(self, now: u64) -> bool {
        now.saturating_add(self.margin_ms) > self.ends_at
    }
}
