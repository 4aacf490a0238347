//! What a model wrote is checked before anybody sees it, as if a stranger had written it.

use serde::Serialize;

use super::{
    limits::{self, Limits},
    tasks::Work,
};
use crate::llm::{
    Class, Context, FailureKind, Form, Task,
    question::{Guard, Kind, Wording, accept},
    redaction::Allowed,
};

/// Words in a row that a reply and the system's text may not share (section 3.8: 8).
const RUN: usize = 8;

/// A question with the tactic it was worded by, as the engine reads it.
#[derive(Serialize)]
struct Asked<'a> {
    question: &'a str,
    tactic: &'a str,
}

/// The output as it may go out; else what kind of failure it is.
pub(super) fn completion(work: &Work<'_>, limits: &Limits, output: &str) -> Result<String, FailureKind> {
    if output.len() > limits.output {
        return Err(FailureKind::BadOutput);
    }
    match (work.task.class(), work.task.form()) {
        (Class::Question, Form::Text | Form::Json) if work.task != Task::SyntheticRespondent => question(work, output),
        (_, Form::Json) if !limits::is_shallow(output.as_bytes(), limits.depth) => Err(FailureKind::BadOutput),
        (_, Form::Json | Form::Text | Form::Vectors) => Ok(output.to_owned()),
    }
}

fn question(work: &Work<'_>, output: &str) -> Result<String, FailureKind> {
    let Context::Question(context) = &work.context else { return Err(FailureKind::BadOutput) };
    let study = &work.served.study;
    let guard = Guard {
        kind: if work.task == Task::QuestionClosing { Kind::Farewell } else { Kind::Question },
        asked: &context.previous_questions,
        marks: if study.redaction.is_some() { Allowed::Any } else { Allowed::None },
        language: &study.language,
        pack: &study.pack,
        forbidden: &[],
        offered: &context.tactics,
    };
    let Wording { text, tactic } = accept(output, &guard).map_err(|_| FailureKind::BadOutput)?;
    if Told::of(&work.prompt.system).is_in(&text) {
        return Err(FailureKind::BadOutput);
    }
    let Some(tactic) = tactic else { return Ok(text) };
    serde_json::to_string(&Asked { question: &text, tactic: &tactic }).map_err(|_| FailureKind::BadOutput)
}

/// The words a model was told, to be held against what it says.
#[derive(Clone, Debug)]
pub(super) struct Told(Vec<String>);

impl Told {
    /// The words of the system's text.
    pub(super) fn of(system: &str) -> Self {
        Self(words(system))
    }

    /// Whether a text shares a run of words with them: a model that tells what it was told.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let said = words(text);
        said.windows(RUN).any(|run| self.0.windows(RUN).any(|known| known == run))
    }
}

fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}
