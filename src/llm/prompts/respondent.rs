//! What a made-up respondent is asked.

use super::{
    Frame, Output, Prompt, RenderError, Tag, escape,
    escape::Material,
    prompt_of, study,
    template::{Draft, Slots},
};
use crate::llm::{Past, RespondentContext, Task};

const FILE: &str = include_str!("synthetic_respondent.md");

/// Turns before that a made-up respondent remembers.
const REMEMBERED: usize = 5;

/// Most characters of an answer given before.
const EARLIER: usize = 400;

pub(super) fn render(context: &RespondentContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::SyntheticRespondent;
    let mut draft = Draft::new(task);
    let mut slots = Slots::new();
    slots.insert("rule", study::rule(&mut draft)?);
    slots.insert("language", frame.language_name());
    slots.insert("study", frame.with_stimulus().object());
    slots.insert("persona", escape::json(&context.persona));
    let start = context.recent.len().saturating_sub(REMEMBERED);
    let recent: Vec<Past> = context.recent.iter().skip(start).map(|past| past.cut(EARLIER)).collect();
    slots.insert("data", Material::default().put_all("recent", &recent).put("question", &context.question).block(tag));
    let deflect = if context.deflect {
        "This time evade: answer in a few words beside the point, or turn the question away, as this person would."
    } else {
        ""
    };
    slots.insert("deflect", deflect.to_owned());
    Ok(prompt_of(task, draft.finish(&[FILE], &slots)?, Output::Text))
}
