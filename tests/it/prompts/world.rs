//! A study and a context for every task.

use std::path::Path;

use querent_engine::{
    dialogue::Level,
    documents::Folder,
    llm::{
        ActiveSignal, AnswerContext, Context, ElementFacts, FocusContext, GraphSummary, KnownLabel, Past,
        QuestionContext, ReportContext, RespondentContext, Task, TextsContext,
        prompts::{Prompt, Tag, render},
    },
    signals::Value,
    study::Study,
};
