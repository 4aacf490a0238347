//! What is asked for with a question: which question, why this one, and how it is to sound.

mod why;

use super::{
    Frame, Output, Prompt, RenderError, Tag, escape,
    escape::Material,
    prompt_of, study,
    template::{Draft, Slots},
};
use crate::{
    dialogue::Level,
    llm::{FocusContext, Past, QuestionContext, Task, question::Refusal},
    methodology::Tactic,
};

const BASE: &str = include_str!("question/base.md");
const OPENING: &str = include_str!("question/opening.md");
const FOLLOWUP: &str = include_str!("question/followup.md");
const CLARIFY: &str = include_str!("question/clarify.md");
const CLOSING: &str = include_str!("question/closing.md");

/// What the last turn does where no strategy says it.
const FAREWELL: &str = "Thank the respondent in a few words and ask whether there is anything they would like to add.";

/// Most characters of an earlier answer, and of the last one.
const EARLIER: usize = 300;
const LAST: usize = 1_500;

/// Most characters of what a question is about: two labels and what joins them.
const FOCUS: usize = 170;

pub(super) fn render(
    task: Task,
    context: &QuestionContext,
    frame: &Frame<'_>,
    tag: &Tag,
) -> Result<Prompt, RenderError> {
    let mut draft = Draft::new(task);
    let mut slots = Slots::new();
    slots.insert("rule", study::rule(&mut draft, frame)?);
    slots.insert("language", frame.language_name());
    slots.insert("study", frame.with_stimulus().object());
    slots.insert("method", frame.method());
    slots.insert("again", again(context));
    let file = match task {
        Task::QuestionOpening => {
            slots.insert("bias", frame.methodology.opening_bias.trim().to_owned());
            OPENING
        }
        Task::QuestionClarify => {
            slots.insert("data", material(task, context, frame).block(tag));
            let why = if context.unclear.is_some() { "; `unclear` says why" } else { "" };
            slots.insert("why", why.to_owned());
            slots.insert("tactics", tactics(context, frame)?);
            slots.insert("momentum", momentum(context.momentum).to_owned());
            CLARIFY
        }
        Task::QuestionClosing => {
            slots.insert("data", material(task, context, frame).block(tag));
            let learned = if context.learned.is_empty() { "" } else { "; `learned` holds what was understood" };
            slots.insert("learned", learned.to_owned());
            let said = if context.strategy.is_some() { strategy(context, frame)? } else { FAREWELL.to_owned() };
            slots.insert("strategy", said);
            CLOSING
        }
        Task::QuestionFollowup
        | Task::TurnAnalysis
        | Task::ExtractabilityCheck
        | Task::GraphExtraction
        | Task::MomentumAssessment
        | Task::ResponseSignals
        | Task::QualitativeSignals
        | Task::Ambiguity
        | Task::PlausibilityCheck
        | Task::Synthesis
        | Task::ExecSummary
        | Task::ScoreAnalysis
        | Task::MissingTools
        | Task::Chat
        | Task::SyntheticRespondent
        | Task::Embeddings => {
            slots.insert("data", material(task, context, frame).block(tag));
            slots.insert("strategy", strategy(context, frame)?);
            slots.insert("tactics", tactics(context, frame)?);
            slots.insert("focus", focus(context.focus.as_ref(), frame)?);
            slots.insert("reasons", why::reasons(&context.signals));
            slots.insert("progress", progress(context));
            slots.insert("momentum", momentum(context.momentum).to_owned());
            FOLLOWUP
        }
    };
    Ok(prompt_of(task, draft.finish(&[BASE, file], &slots)?, Output::Text))
}

/// What was wrong with the first try: one of our own sentences, whatever was sent.
fn again(context: &QuestionContext) -> String {
    let Some(refused) = &context.refused else { return String::new() };
    let reason = Refusal::of(refused).map_or("It could not be used.", Refusal::sentence);
    format!("Your first wording was refused. {reason}")
}

fn strategy(context: &QuestionContext, frame: &Frame<'_>) -> Result<String, RenderError> {
    let id = context.strategy.as_ref();
    let id = id.ok_or(RenderError::Missing { task: Task::QuestionFollowup.id(), field: "strategy" })?;
    let found = frame.policy.strategy(frame.methodology, id);
    let strategy = found.ok_or(RenderError::Unknown { field: "strategy", what: "strategy" })?;
    Ok(sentences(&strategy.description, strategy.guidance.as_deref()))
}

fn tactics(context: &QuestionContext, frame: &Frame<'_>) -> Result<String, RenderError> {
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

/// What the question is about, in words of the study; the label itself stands in the data.
fn focus(focus: Option<&FocusContext>, frame: &Frame<'_>) -> Result<String, RenderError> {
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

fn material(task: Task, context: &QuestionContext, frame: &Frame<'_>) -> Material {
    let mut material = Material::default();
    let last = context.recent.len().saturating_sub(1);
    let shown = |(at, past): (usize, &Past)| past.cut(if at == last { LAST } else { EARLIER });
    material.put_all("recent", &context.recent.iter().enumerate().map(shown).collect::<Vec<_>>());
    material.put_all("previous_questions", &context.previous_questions);
    if let Some(unclear) = &context.unclear {
        material.put("unclear", unclear);
    }
    let lines: Vec<Vec<String>> =
        context.learned.iter().map(|line| line.iter().map(|label| escape::label(label)).collect()).collect();
    material.put_all("learned", &lines);
    if let Some(focus) = context.focus.as_ref().filter(|_| task != Task::QuestionClosing) {
        // Two labels come joined as templates quote them; here nothing quotes them.
        material.put("focus", &escape::cut(&focus.label.replace("” / “", " / "), FOCUS));
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
