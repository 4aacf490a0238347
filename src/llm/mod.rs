//! Language work: reading an answer and wording a question. The rules do it where no model is, or where one failed.

pub mod analysis;
mod call;
#[cfg(feature = "studio")]
pub mod calling;
mod context;
pub mod intake;
#[cfg(feature = "studio")]
pub mod prompts;
#[cfg(feature = "studio")]
pub mod providers;
pub mod question;
pub mod redaction;
pub mod reports;
pub mod rules;
#[cfg(feature = "studio")]
pub mod settings;
mod task;
mod timeline;

#[cfg(feature = "studio")]
pub use self::context::{AnswerLength, PersonaSketch, RespondentContext};
pub use self::{
    call::{
        Budget, CallFailure, CallRecord, Calls, Completion, Effort, FailureKind, Finish, Mode, Opening, Outcome, Reply,
        Request, Section, SectionSource, Usage,
    },
    context::{
        ANSWER_SEEN, ActiveSignal, AnswerContext, Context, ElementFacts, FocusContext, GraphSummary, KNOWN, KnownLabel,
        PREVIOUS_QUESTIONS, Past, QuestionContext, RECENT, ReportContext, TextsContext,
    },
    task::{Class, Form, Scope, Task},
    timeline::{Analysis, Choice, FoundIdea, FoundLink, RunnerUp, TimelineTurn, Truncation},
};
