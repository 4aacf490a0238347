//! The part of an interview that a task needs, for every task.

use serde::Serialize;

use super::context::{AnswerContext, QuestionContext};
#[cfg(feature = "studio")]
use super::{context::TextsContext, report::ReportContext, respondent::RespondentContext};

/// The part of an interview that a task needs. It has no tag in JSON: the task determines the variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TaskContext {
    /// For analyses.
    Answer(Box<AnswerContext>),
    /// For questions.
    Question(Box<QuestionContext>),
    /// For reports, scores and chat.
    #[cfg(feature = "studio")]
    Report(Box<ReportContext>),
    /// For the simulated respondent.
    #[cfg(feature = "studio")]
    Respondent(Box<RespondentContext>),
    /// For embeddings.
    #[cfg(feature = "studio")]
    Texts(TextsContext),
}
