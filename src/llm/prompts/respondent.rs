//! What a made-up respondent is asked.
//!
//! Who answers stands in the system text and stays the same through an interview; what was drawn for this one answer, its
//! length, an evasion, a habit of speech, stands in the user text.

use super::{
    Frame, Output, Prompt, RenderError, Tag,
    escape::Material,
    prompt_of, study,
    template::{Draft, Slots},
};
use crate::llm::{AnswerLength, Past, RespondentContext, Task};

const FILE: &str = include_str!("synthetic_respondent.md");

/// Turns before that a made-up respondent remembers.
const REMEMBERED: usize = 5;

/// Most characters of an answer given before.
const EARLIER: usize = 400;

pub(super) fn render(context: &RespondentContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::SyntheticRespondent;
    let mut draft = Draft::new(task);
    let mut slots = Slots::new();
    slots.insert("rule", study::rule(&mut draft, frame)?);
    slots.insert("language", frame.language_name());
    slots.insert("study", frame.with_stimulus().object());
    slots.insert("persona", persona(context).object());
    slots.insert("data", data(context).block(tag));
    slots.insert("length", length(context.length).to_owned());
    slots.insert("manner", manner(context));
    Ok(prompt_of(task, draft.finish(&[FILE], &slots)?, Output::Text))
}

fn persona(context: &RespondentContext) -> Material {
    let persona = &context.persona;
    let mut material = Material::default();
    material.put("name", &persona.name);
    material.put("description", &persona.description);
    material.put_all("traits", &persona.traits);
    material.put("speech_pattern", &persona.speech_pattern);
    material.put_all("says", &persona.says);
    material.put_all("knows", &persona.knows);
    material
}

fn data(context: &RespondentContext) -> Material {
    let start = context.recent.len().saturating_sub(REMEMBERED);
    let recent: Vec<Past> = context.recent.iter().skip(start).map(|past| past.cut(EARLIER)).collect();
    let mut material = Material::default();
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
