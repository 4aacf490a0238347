//! Prompts for questions: the kind of question, its reasons and its tone.

mod why;

use super::{
    escape::{JsonBlock, label, truncate},
    frame::PromptStudy,
    problem::RenderError,
    prompt::{Output, Prompt, Tag},
    study,
    template::{Slots, Template},
};
use crate::engine::{
    dialogue::Level,
    methodology::Tactic,
    model::{FocusContext, PastTurn, QuestionContext, Task},
    untrusted::question::Refusal,
};

const BASE: &str = include_str!("question/base.md");
const OPENING: &str = include_str!("question/opening.md");
const FOLLOWUP: &str = include_str!("question/followup.md");
const CLARIFY: &str = include_str!("question/clarify.md");
const CLOSING: &str = include_str!("question/closing.md");

/// Default strategy of the last question.
const FAREWELL: &str = "Thank the respondent in a few words and ask whether there is anything they would like to add.";

/// Maximum characters of an earlier answer, and of the last one.
const EARLIER: usize = 300;
const LAST: usize = 1_500;

/// Maximum characters of a focus: two labels and a separator.
const FOCUS: usize = 170;

/// The first question.
pub(super) fn opening(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionOpening, context, frame)?;
    slots.insert("bias", frame.methodology.opening_bias.trim().to_owned());
    template.prompt(&[BASE, OPENING], &slots, Output::Text)
}

/// A follow-up question.
pub(super) fn followup(context: &QuestionContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionFollowup, context, frame)?;
    slots.insert("data", with_focus(material(context), context, frame).block(tag));
    slots.insert("strategy", strategy(context, frame)?);
    slots.insert("tactics", tactics(context, frame)?);
    slots.insert("focus", focus(context.focus.as_ref(), frame)?);
    slots.insert("reasons", why::reasons(&context.signals));
    slots.insert("progress", progress(context));
    slots.insert("momentum", momentum(context.momentum).to_owned());
    template.prompt(&[BASE, FOLLOWUP], &slots, Output::Text)
}

/// A clarifying question.
pub(super) fn clarify(context: &QuestionContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionClarify, context, frame)?;
    slots.insert("data", with_focus(material(context), context, frame).block(tag));
    let why = if context.unclear.is_some() { "; `unclear` says why" } else { "" };
    slots.insert("why", why.to_owned());
    slots.insert("tactics", tactics(context, frame)?);
    slots.insert("momentum", momentum(context.momentum).to_owned());
    template.prompt(&[BASE, CLARIFY], &slots, Output::Text)
}

/// The last question.
pub(super) fn closing(context: &QuestionContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let (template, mut slots) = start(Task::QuestionClosing, context, frame)?;
    slots.insert("data", material(context).block(tag));
    let learned = if context.learned.is_empty() { "" } else { "; `learned` holds what was understood" };
    slots.insert("learned", learned.to_owned());
    let text = if context.strategy.is_some() { strategy(context, frame)? } else { FAREWELL.to_owned() };
    slots.insert("strategy", text);
    template.prompt(&[BASE, CLOSING], &slots, Output::Text)
}

/// The slots that all questions share.
fn start(task: Task, context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<(Template, Slots), RenderError> {
    let mut template = Template::new(task);
    let slots = Slots::from([
        ("rule", study::rule(&mut template, frame)?),
        ("language", frame.language_name()),
        ("study", frame.with_stimulus().object()),
        ("method", frame.method()),
        ("again", retry(context)),
    ]);
    Ok((template, slots))
}

/// Why the first wording was rejected. The sentence comes from this program, whatever the context contains.
fn retry(context: &QuestionContext) -> String {
    let Some(refused) = &context.refused else { return String::new() };
    let reason = Refusal::of(refused).map_or("It could not be used.", Refusal::sentence);
    format!("Your first wording was refused. {reason}")
}

fn strategy(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let id = context.strategy.as_ref();
    let id = id.ok_or(RenderError::Missing { task: Task::QuestionFollowup.id(), field: "strategy" })?;
    let found = frame.policy.strategy(frame.methodology, id);
    let strategy = found.ok_or(RenderError::Unknown { field: "strategy", what: "strategy" })?;
    Ok(sentences(&strategy.description, strategy.guidance.as_deref()))
}

fn tactics(context: &QuestionContext, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let all = frame.policy.tactics(frame.methodology);
    let found = context.tactics.iter().map(|id| all.iter().copied().find(|tactic| tactic.id == *id));
    let found: Option<Vec<&Tactic>> = found.collect();
    let found = found.ok_or(RenderError::Unknown { field: "tactics", what: "tactic" })?;
    let line = |tactic: &&Tactic| format!("- {}", sentences(&tactic.description, tactic.guidance.as_deref()));
    let lines: Vec<String> = found.iter().map(line).collect();
    Ok(match lines.len() {
        0 => String::new(),
        1 => format!("How to word it:\n{}", lines.concat()),
        2.. => format!("Ways to word it, choose one:\n{}", lines.join("\n")),
    })
}

fn sentences(description: &str, guidance: Option<&str>) -> String {
    let parts = [Some(description), guidance];
    parts.into_iter().flatten().map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Description of the focus. The data contains its label.
fn focus(focus: Option<&FocusContext>, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let Some(focus) = focus else { return Ok("the topic as a whole".to_owned()) };
    if let Some(id) = &focus.node_type {
        let found = frame.methodology.ontology.node(id);
        let node = found.ok_or(RenderError::Unknown { field: "focus.node_type", what: "node type" })?;
        return Ok(format!(
            "`focus`, which the respondent said. The method files it as {}: {}",
            node.name,
            node.description.trim()
        ));
    }
    Ok(match &focus.element {
        Some(_) => "`focus`, a part of the concept; name it in everyday words".to_owned(),
        None => "`focus`".to_owned(),
    })
}

fn momentum(level: Option<Level>) -> &'static str {
    match level {
        Some(Level::Low) => "The respondent is tiring: make it light and easy to answer.",
        Some(Level::High) => "The respondent is engaged: the question may go a step further.",
        Some(Level::Neutral) | None => "",
    }
}

fn progress(context: &QuestionContext) -> String {
    let graph = &context.graph;
    let parts = if graph.elements == 0 {
        String::new()
    } else {
        format!(", {} of {} parts of the concept covered", graph.covered, graph.elements)
    };
    format!(
        "So far: {} ideas, {} connections, {} in the longest line of reasons{parts}; {} questions left.",
        graph.nodes, graph.edges, graph.max_depth, context.turns_left
    )
}

fn material(context: &QuestionContext) -> JsonBlock {
    let mut material = JsonBlock::default();
    let last = context.recent.len().saturating_sub(1);
    let shown = |(at, past): (usize, &PastTurn)| past.truncate(if at == last { LAST } else { EARLIER });
    material.put_all("recent", &context.recent.iter().enumerate().map(shown).collect::<Vec<_>>());
    material.put_all("previous_questions", &context.previous_questions);
    if let Some(unclear) = &context.unclear {
        material.put("unclear", unclear);
    }
    let chains: Vec<Vec<String>> =
        context.learned.iter().map(|chain| chain.iter().map(|text| label(text)).collect()).collect();
    material.put_all("learned", &chains);
    material
}

/// Adds the focus, its quote and its element.
fn with_focus(mut material: JsonBlock, context: &QuestionContext, frame: &PromptStudy<'_>) -> JsonBlock {
    if let Some(focus) = &context.focus {
        // Two labels are separated as in a quotation of the templates; here they are not quoted.
        material.put("focus", &truncate(&focus.label.replace("” / “", " / "), FOCUS));
        if let Some(quote) = &focus.quote {
            material.put("focus_quote", quote);
        }
        let element = focus.element.as_ref().and_then(|id| frame.concept.element(id));
        if let Some(element) = element.filter(|element| element.label.to_lowercase() != focus.label.to_lowercase()) {
            material.put("focus_belongs_to", &element.label);
        }
    }
    material
}
