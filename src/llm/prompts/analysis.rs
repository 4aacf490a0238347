//! What is asked about an answer: everything in one call, or one part of it.

mod form;

use super::{
    Frame, Output, Prompt, RenderError, Tag, escape,
    escape::Material,
    prompt_of, study,
    template::{Draft, Slots},
};
use crate::{
    dialogue::qualitative::{
        ContradictionType, Intensity, ReasoningQuality, ResponseType, Suggestion, Trajectory, UncertaintyType,
    },
    llm::{AnswerContext, Past, Section, Task, analysis::fields::SECTIONS},
};

const BASE: &str = include_str!("analysis/base.md");
const TYPES: &str = include_str!("analysis/types.md");

/// Most characters of an earlier answer.
const EARLIER: usize = 240;

/// Turns before that a reading of one answer is shown.
const BEFORE: usize = 3;

/// The parts a batch asks for now and then. Those it always asks for come first in [`SECTIONS`], in the order they are to
/// be written: a reply that is cut still holds the ideas.
fn optional(context: &AnswerContext) -> impl Iterator<Item = Section> {
    let asked = [(Section::Qualitative, context.qualitative), (Section::Plausibility, !context.isolates.is_empty())];
    let order = SECTIONS.iter().map(|(section, _)| *section);
    order.filter(move |section| asked.contains(&(*section, true)))
}

/// The parts a batch always asks for.
fn always() -> Vec<Section> {
    let now_and_then = [Section::Qualitative, Section::Plausibility];
    SECTIONS.iter().map(|(section, _)| *section).filter(|section| !now_and_then.contains(section)).collect()
}

fn file(section: Section) -> &'static str {
    match section {
        Section::Extraction => include_str!("analysis/extraction.md"),
        Section::Extractability => include_str!("analysis/extractability.md"),
        Section::Momentum => include_str!("analysis/momentum.md"),
        Section::Signals => include_str!("analysis/signals.md"),
        Section::Ambiguity => include_str!("analysis/ambiguity.md"),
        Section::Qualitative => include_str!("analysis/qualitative.md"),
        Section::Plausibility => include_str!("analysis/plausibility.md"),
    }
}

/// The key of a part in the batch; what it says of itself where it is asked for alone.
fn name(section: Section, task: Task) -> &'static str {
    let key = SECTIONS.iter().find(|(known, _)| *known == section).map(|(_, key)| *key);
    if task == Task::TurnAnalysis { key.unwrap_or_default() } else { "The object" }
}

pub(super) fn render(task: Task, context: &AnswerContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let mut draft = Draft::new(task);
    let part = task.part();
    let always = part.map_or_else(always, |part| vec![part]);
    let optional: Vec<Section> = if part.is_some() { Vec::new() } else { optional(context).collect() };
    let extracts = always.contains(&Section::Extraction);
    let mut slots = Slots::new();
    slots.insert("rule", study::rule(&mut draft, frame)?);
    slots.insert("language", frame.language_name());
    slots.insert("study", if extracts { frame.with_elements() } else { frame.brief() }.object());
    slots.insert("types", if extracts { types(&mut draft, frame)? } else { String::new() });
    slots.insert("sections", texts(&mut draft, &always, task)?);
    // What is asked for now and then stands behind the data, so that the part before stays the same.
    slots.insert("extra", texts(&mut draft, &optional, task)?);
    slots.insert("data", material(task, context).block(tag));
    let sections: Vec<Section> = always.into_iter().chain(optional).collect();
    let schema = form::schema(part, &sections, frame);
    let output = Output::Json { name: task.id().to_owned(), schema };
    Ok(prompt_of(task, draft.finish(&[BASE], &slots)?, output))
}

fn types(draft: &mut Draft, frame: &Frame<'_>) -> Result<String, RenderError> {
    let slots =
        Slots::from([("nodes", frame.node_types()), ("edges", frame.edge_types()), ("guidelines", frame.guidelines())]);
    draft.text(TYPES, &slots)
}

fn texts(draft: &mut Draft, sections: &[Section], task: Task) -> Result<String, RenderError> {
    let mut texts = Vec::new();
    for &section in sections {
        let mut slots = Slots::from([("name", name(section, task).to_owned())]);
        if section == Section::Qualitative {
            slots.insert("words", words());
        }
        texts.push(draft.text(file(section), &slots)?);
    }
    Ok(texts.join("\n"))
}

/// The words of the qualitative readings with what they mean, from their types.
fn words() -> String {
    let said = |name: &str, words: &[(&str, &str)]| {
        let words: Vec<String> = words
            .iter()
            .map(|(word, meaning)| format!("{word} ({})", meaning.trim().trim_end_matches('.').to_lowercase()))
            .collect();
        format!("- {name}: {}", words.join(", "))
    };
    [
        said("uncertainty.uncertainty_type", UncertaintyType::WORDS),
        said("reasoning.reasoning_quality", ReasoningQuality::WORDS),
        said("emotional.intensity", Intensity::WORDS),
        said("emotional.trajectory", Trajectory::WORDS),
        said("contradiction.contradiction_type", ContradictionType::WORDS),
        said("knowledge_ceiling.response_type", ResponseType::WORDS),
        said("concept_depth.suggestion", Suggestion::WORDS),
    ]
    .join("\n")
}

fn material(task: Task, context: &AnswerContext) -> Material {
    let mut material = Material::default();
    let shown = if context.qualitative || task == Task::QualitativeSignals { context.recent.len() } else { BEFORE };
    let start = context.recent.len().saturating_sub(shown);
    let recent: Vec<Past> = context.recent.iter().skip(start).map(|past| past.cut(EARLIER)).collect();
    material.put_all("recent", &recent);
    let wants_graph = matches!(task, Task::TurnAnalysis | Task::GraphExtraction | Task::PlausibilityCheck);
    if wants_graph {
        let known: Vec<_> =
            context.existing_nodes.iter().map(|node| (escape::label(&node.label), &node.node_type)).collect();
        material.put_all("existing_nodes", &known);
    }
    if let Some(focus) = context.focus.as_ref().filter(|_| wants_graph) {
        material.put("question_is_about", &escape::label(&focus.label));
    }
    if matches!(task, Task::TurnAnalysis | Task::PlausibilityCheck) {
        material
            .put_all("isolates", &context.isolates.iter().map(|isolate| escape::label(isolate)).collect::<Vec<_>>());
    }
    material.put("question", &context.question);
    material.put("answer", &escape::cut(&context.answer, crate::llm::ANSWER_SEEN));
    material
}
