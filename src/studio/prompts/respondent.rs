//! The prompt for a simulated respondent. The system text contains the persona; the user text contains the plan for the
//! answer: length, evasion, habit of speech.

use super::{
    escape::JsonBlock,
    frame::PromptStudy,
    problem::RenderError,
    prompt::{Output, Prompt, Tag},
    study,
    template::{Slots, Template},
};
use crate::engine::model::{AnswerLength, PastTurn, RespondentContext, Task};

const FILE: &str = include_str!("synthetic_respondent.md");

/// Earlier turns in the prompt.
const REMEMBERED: usize = 5;

/// Maximum characters of an earlier answer.
const EARLIER: usize = 400;

pub(super) fn render(context: &RespondentContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let mut template = Template::new(Task::SyntheticRespondent);
    let mut slots = Slots::new();
    slots.insert("rule", study::rule(&mut template, frame)?);
    slots.insert("language", frame.language_name());
    slots.insert("study", frame.with_stimulus().object());
    slots.insert("persona", persona(context).object());
    slots.insert("data", data(context).block(tag));
    slots.insert("length", length(context.length).to_owned());
    slots.insert("manner", manner(context));
    template.prompt(&[FILE], &slots, Output::Text)
}

fn persona(context: &RespondentContext) -> JsonBlock {
    let persona = &context.persona;
    let mut material = JsonBlock::default();
    material.put("name", &persona.name);
    material.put("description", &persona.description);
    material.put_all("traits", &persona.traits);
    material.put("speech_pattern", &persona.speech_pattern);
    material.put_all("says", &persona.says);
    material.put_all("knows", &persona.knows);
    material
}

fn data(context: &RespondentContext) -> JsonBlock {
    let start = context.recent.len().saturating_sub(REMEMBERED);
    let recent: Vec<PastTurn> = context.recent.iter().skip(start).map(|past| past.truncate(EARLIER)).collect();
    let mut material = JsonBlock::default();
    material.put_all("recent", &recent);
    material.put("question", &context.question);
    material.put_all("evasions", if context.deflect { &context.evasions } else { &[] });
    for (name, text) in [("aside", &context.aside), ("instead", &context.instead)] {
        if let Some(text) = text {
            material.put(name, text);
        }
    }
    material
}

fn length(length: AnswerLength) -> &'static str {
    match length {
        AnswerLength::Acknowledgment => "A word or two that say nothing new, no sentence.",
        AnswerLength::Brief => "One short sentence.",
        AnswerLength::Medium => "Two sentences.",
        AnswerLength::Detailed => "Three sentences.",
    }
}

fn manner(context: &RespondentContext) -> String {
    let evade = if context.evasions.is_empty() {
        "This time evade: a few words beside the point, or turn the question away, as this person would."
    } else {
        "This time evade, in the way of `evasions`: do not answer the question."
    };
    let parts = [
        (context.deflect, evade),
        (context.instead.is_some(), "This time say what `instead` says, in words of your own, in place of an answer."),
        (context.aside.is_some(), "Somewhere in it say what `aside` says, in words of your own."),
        (context.tired, "You have grown tired of the questions."),
    ];
    parts.into_iter().filter_map(|(holds, part)| holds.then_some(part)).collect::<Vec<_>>().join(" ")
}
