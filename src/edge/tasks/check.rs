//! Checks a model's output as untrusted input before it is sent on.

use serde::Serialize;

use super::TaskCall;
use crate::{
    edge::{budget::EndpointLimits, http::is_shallow},
    engine::{
        model::{FailureKind, OutputFormat, Task, TaskClass, TaskContext},
        redaction::AllowedPlaceholders,
        untrusted::question::{AcceptedQuestion, QuestionGuard, QuestionPurpose, StudyVocabulary, validate_question},
    },
    studio::prompts::LeakDetector,
};

/// A question that stays with the last answer, in the form that the engine reads.
#[derive(Serialize)]
struct StayingQuestion<'a> {
    question: &'a str,
    stays: bool,
}

/// The output in the form that may be sent, or the kind of failure.
pub(in crate::edge) fn check_output(
    call: &TaskCall<'_>,
    limits: &EndpointLimits,
    output: &str,
) -> Result<String, FailureKind> {
    if output.len() > limits.output {
        return Err(FailureKind::BadOutput);
    }
    match (call.task.class(), call.task.output_format()) {
        (TaskClass::Question, OutputFormat::Text | OutputFormat::Json) if call.task != Task::SyntheticRespondent => {
            check_question(call, output)
        }
        (_, OutputFormat::Json) if !is_shallow(output.as_bytes(), limits.depth) => Err(FailureKind::BadOutput),
        (_, OutputFormat::Json | OutputFormat::Text | OutputFormat::Vectors) => Ok(output.to_owned()),
    }
}

fn check_question(call: &TaskCall<'_>, output: &str) -> Result<String, FailureKind> {
    let TaskContext::Question(context) = &call.context else { return Err(FailureKind::BadOutput) };
    let study = &call.served.study;
    let guard = QuestionGuard {
        kind: if call.task == Task::QuestionClosing { QuestionPurpose::Farewell } else { QuestionPurpose::Question },
        asked: &context.previous_questions,
        marks: if study.redaction.is_some() { AllowedPlaceholders::Any } else { AllowedPlaceholders::None },
        language: &study.language,
        pack: &study.pack,
        forbidden: &[],
        may_stay: context.may_stay,
        is_safety_only: true,
        study: Some(&StudyVocabulary::of(&study.concept, &study.methodology.ontology)),
        ..QuestionGuard::default()
    };
    let AcceptedQuestion { text, stays } = validate_question(output, &guard).map_err(|_| FailureKind::BadOutput)?;
    if LeakDetector::new(&call.prompt.system).leaks(&text) {
        return Err(FailureKind::BadOutput);
    }
    if !stays {
        return Ok(text);
    }
    serde_json::to_string(&StayingQuestion { question: &text, stays }).map_err(|_| FailureKind::BadOutput)
}
