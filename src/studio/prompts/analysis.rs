//! Prompts for the analysis of an answer: all sections in one call, or one section.

mod form;

use super::{
    escape::{JsonBlock, label, truncate},
    frame::PromptStudy,
    problem::RenderError,
    prompt::{Output, Prompt, Tag},
    study,
    template::{Slots, Template},
};
use crate::engine::{
    dialogue::{
        AnswerAct,
        qualitative::{
            ContradictionType, Intensity, ReasoningQuality, ResponseType, Suggestion, Trajectory, UncertaintyType,
        },
    },
    model::{ANSWER_SEEN, AnswerContext, PastTurn, Section, Task},
    untrusted::analysis::fields::SECTIONS,
};

const BASE: &str = include_str!("analysis/base.md");
const TYPES: &str = include_str!("analysis/types.md");

/// Meanings of the acts of an answer, in their order.
const ACTS: [&str; 17] = [
    "says what was asked",
    "goes on at length unasked",
    "tells a feeling, a loss, shame or a conflict",
    "tells what happened once",
    "says why",
    "says next to nothing",
    "does not know",
    "has no more to say",
    "will not say",
    "did not understand the question",
    "has said so before",
    "asks what the question means",
    "asks about the interview or who asks",
    "says the interviewer got it wrong",
    "says the question misses the subject or the point",
    "objects to the question or the interview",
    "speaks of something else",
];

/// Maximum characters of an earlier answer.
const EARLIER: usize = 240;

/// Earlier turns in an analysis without qualitative signals.
const BEFORE: usize = 3;

/// The sections of a batch: those in every request, and those of some requests. A truncated reply still contains the first.
fn batch_sections(context: &AnswerContext) -> (Vec<Section>, Vec<Section>) {
    let is_optional = |section: &Section| matches!(section, Section::Qualitative | Section::Plausibility);
    let (mut optional, always): (Vec<Section>, Vec<Section>) =
        SECTIONS.iter().map(|(section, _)| *section).partition(is_optional);
    optional.retain(|section| match section {
        Section::Qualitative => context.qualitative,
        _ => !context.isolates.is_empty(),
    });
    (always, optional)
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

pub(super) fn render(
    task: Task,
    context: &AnswerContext,
    frame: &PromptStudy<'_>,
    tag: &Tag,
) -> Result<Prompt, RenderError> {
    let mut template = Template::new(task);
    let alone = task.section();
    let (always, optional) = alone.map_or_else(|| batch_sections(context), |section| (vec![section], Vec::new()));
    let extracts = always.contains(&Section::Extraction);
    let mut slots = Slots::new();
    slots.insert("rule", study::rule(&mut template, frame)?);
    slots.insert("language", frame.language_name());
    slots.insert("study", if extracts { frame.with_elements() } else { frame.brief() }.object());
    slots.insert("types", if extracts { types(&mut template, frame)? } else { String::new() });
    slots.insert("sections", texts(&mut template, &always, task)?);
    // Optional sections follow the data, so that the text before it is the same in every request.
    slots.insert("extra", texts(&mut template, &optional, task)?);
    slots.insert("data", material(task, context).block(tag));
    let sections: Vec<Section> = always.into_iter().chain(optional).collect();
    let schema = form::schema(alone, &sections, frame);
    template.prompt(&[BASE], &slots, Output::Json { name: task.id().to_owned(), schema })
}

fn types(template: &mut Template, frame: &PromptStudy<'_>) -> Result<String, RenderError> {
    let slots =
        Slots::from([("nodes", frame.node_types()), ("edges", frame.edge_types()), ("guidelines", frame.guidelines())]);
    template.text(TYPES, &slots)
}

fn texts(template: &mut Template, sections: &[Section], task: Task) -> Result<String, RenderError> {
    let mut texts = Vec::new();
    for &section in sections {
        let name = if task == Task::TurnAnalysis { form::key(section) } else { "The object" };
        let mut slots = Slots::from([("name", name.to_owned())]);
        if section == Section::Qualitative {
            slots.insert("words", choices());
        }
        if section == Section::Signals {
            slots.insert("acts", acts());
        }
        texts.push(template.text(file(section), &slots)?);
    }
    Ok(texts.join("\n"))
}

/// What an answer may do, with meanings.
fn acts() -> String {
    let meanings = AnswerAct::WORDS.iter().zip(ACTS);
    meanings.map(|(word, meaning)| format!("{word} ({meaning})")).collect::<Vec<_>>().join(", ")
}

/// The choices of the qualitative signals with their meanings.
fn choices() -> String {
    let line = |name: &str, words: &[(&str, &str)]| {
        let words: Vec<String> = words
            .iter()
            .map(|(word, meaning)| format!("{word} ({})", meaning.trim().trim_end_matches('.').to_lowercase()))
            .collect();
        format!("- {name}: {}", words.join(", "))
    };
    [
        line("uncertainty.uncertainty_type", UncertaintyType::WORDS),
        line("reasoning.reasoning_quality", ReasoningQuality::WORDS),
        line("emotional.intensity", Intensity::WORDS),
        line("emotional.trajectory", Trajectory::WORDS),
        line("contradiction.contradiction_type", ContradictionType::WORDS),
        line("knowledge_ceiling.response_type", ResponseType::WORDS),
        line("concept_depth.suggestion", Suggestion::WORDS),
    ]
    .join("\n")
}

fn material(task: Task, context: &AnswerContext) -> JsonBlock {
    let mut material = JsonBlock::default();
    let shown = if context.qualitative || task == Task::QualitativeSignals { context.recent.len() } else { BEFORE };
    let start = context.recent.len().saturating_sub(shown);
    let recent: Vec<PastTurn> = context.recent.iter().skip(start).map(|past| past.truncate(EARLIER)).collect();
    material.put_all("recent", &recent);
    let wants_graph = matches!(task, Task::TurnAnalysis | Task::GraphExtraction | Task::PlausibilityCheck);
    if wants_graph {
        let known: Vec<_> = context.existing_nodes.iter().map(|node| (label(&node.label), &node.node_type)).collect();
        material.put_all("existing_nodes", &known);
    }
    if let Some(focus) = context.focus.as_ref().filter(|_| wants_graph) {
        // Only an idea can be the end of a connection; a part of the concept cannot.
        let key = if focus.node_type.is_some() { "question_is_about" } else { "question_touches" };
        material.put(key, &label(&focus.label));
    }
    if matches!(task, Task::TurnAnalysis | Task::PlausibilityCheck) {
        let isolates: Vec<String> = context.isolates.iter().map(|isolate| label(isolate)).collect();
        material.put_all("isolates", &isolates);
    }
    material.put("question", &context.question);
    material.put("answer", &truncate(&context.answer, ANSWER_SEEN));
    material
}
