//! What is wrong with what was to be rendered.

/// What is wrong with a context as it was sent, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{path}`: {message}")]
pub struct Problem {
    /// Path within the context: `recent[3].answer`; `.` for the context itself.
    pub path: String,
    /// What is wrong and what is expected. Repeats nothing of the value.
    pub message: String,
}

/// Why a prompt could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The context is of another task.
    #[error("the context is not one of the task `{task}`")]
    OtherContext {
        /// Id of the task.
        task: &'static str,
    },
    /// The context lacks what the task cannot do without.
    #[error("`{task}` needs `{field}`")]
    Missing {
        /// Id of the task.
        task: &'static str,
        /// Field of the context.
        field: &'static str,
    },
    /// The context names something the study does not have.
    #[error("the study has no {what} of this name; `{field}` must name one")]
    Unknown {
        /// Field of the context.
        field: &'static str,
        /// Strategy, tactic, node type or element.
        what: &'static str,
    },
    /// A template and its task do not fit each other. A fault of ours: a test renders every template.
    #[error("template of `{task}`: {reason}")]
    Template {
        /// Id of the task.
        task: &'static str,
        /// What does not fit.
        reason: String,
    },
}
