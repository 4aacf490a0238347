//! Language models: tasks, requests, contexts, replies and their records.

mod task;
mod timeline;
mod context;
#[cfg(feature = "studio")]
mod report;
#[cfg(feature = "studio")]
mod respondent;
mod task_context;
mod call;

pub use self::{
    call::{
        CallBudget, CallFailure, CallMode, CallRecord, CallSettings, CallUsage, Completion, FailureKind, FinishReason,
        OpeningSource, Reply, ReplyOutcome, Request, SectionSource, TokenUsage,
    },
    context::{
        ANSWER_SEEN, AnswerContext, FocusContext, KNOWN, KnownLabel, LEARNED, PREVIOUS_QUESTIONS, PastTurn,
        QuestionContext, RECENT, TextsContext,
    },
    task::{OutputFormat, Section, Task, TaskClass, TaskScope},
    task_context::TaskContext,
    timeline::{
        ActiveSignal, FoundIdea, FoundLink, RunnerUp, TimelineAnalysis, TimelineChoice, TimelineTruncation,
        TimelineTurn,
    },
};
#[cfg(feature = "studio")]
pub use self::{
    report::{ElementFacts, ReportContext},
    respondent::{AnswerLength, PersonaSketch, RespondentContext},
};
