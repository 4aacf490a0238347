//! Errors in contexts and templates.

/// An error in a context.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{path}`: {message}")]
pub struct ContextError {
    /// Path in the context: `recent[3].answer`; `.` for the context itself.
    pub path: String,
    /// The error and what is expected, without the value.
    pub message: String,
}

/// Why a prompt cannot be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The context belongs to another task.
    #[error("the context is not one of the task `{task}`")]
    OtherContext {
        /// Id of the task.
        task: &'static str,
    },
    /// The context lacks a required field.
    #[error("`{task}` needs `{field}`")]
    Missing {
        /// Id of the task.
        task: &'static str,
        /// Field of the context.
        field: &'static str,
    },
    /// The context names something that the study does not define.
    #[error("the study has no {what} of this name; `{field}` must name one")]
    Unknown {
        /// Field of the context.
        field: &'static str,
        /// Strategy, tactic, node type or element.
        what: &'static str,
    },
    /// A template does not match its slots. A test renders every template.
    #[error("template of `{task}`: {reason}")]
    Template {
        /// Id of the task.
        task: &'static str,
        /// The mismatch.
        reason: String,
    },
}
