//! What is asked about a finished session: the report, its core, and questions of a researcher.

use serde_json::Value;

use super::{
    Frame, Output, Prompt, RenderError, Tag, escape,
    escape::Material,
    prompt_of,
    schema::{integer, list, number, object, one_of, text},
    study,
    template::{Draft, Slots},
};
use crate::llm::{Past, ReportContext, Task};

const SYNTHESIS: &str = include_str!("report/synthesis.md");
const SUMMARY: &str = include_str!("report/exec_summary.md");
const CHAT: &str = include_str!("report/chat.md");

/// Most characters of all answers together, about 50,000 tokens; above it the oldest are shortened first.
const TRANSCRIPT: usize = 160_000;

/// Turns at the end that are never shortened.
const LATEST: usize = 4;

/// Most characters of a synthesis in words, about 5,000 tokens, and of how an interview ended.
const SYNTHESIS_SEEN: usize = 16_000;
const ENDING: usize = 2_000;

/// Characters kept of the beginning and of the end of a shortened answer.
const KEPT: (usize, usize) = (300, 200);

pub(super) fn synthesis(context: &ReportContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let mut draft = Draft::new(Task::Synthesis);
    let mut slots = about(&mut draft, frame)?;
    slots.insert("nodes", frame.node_types());
    slots.insert("data", session(context).block(tag));
    let output = Output::Json { name: Task::Synthesis.id().to_owned(), schema: form(frame) };
    Ok(prompt_of(Task::Synthesis, draft.finish(&[SYNTHESIS], &slots)?, output))
}

pub(super) fn summary(context: &ReportContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::ExecSummary;
    let report = context.earlier.as_ref().ok_or(RenderError::Missing { task: task.id(), field: "earlier" })?;
    let mut draft = Draft::new(task);
    let mut slots = Slots::from([("rule", study::rule(&mut draft, frame)?), ("language", frame.language_name())]);
    slots.insert("data", Material::default().put("report", report).block(tag));
    Ok(prompt_of(task, draft.finish(&[SUMMARY], &slots)?, Output::Text))
}

pub(super) fn chat(context: &ReportContext, frame: &Frame<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::Chat;
    let question = context.question.as_ref().ok_or(RenderError::Missing { task: task.id(), field: "question" })?;
    let mut draft = Draft::new(task);
    let mut slots = about(&mut draft, frame)?;
    let mut material = session(context);
    if let Some(report) = &context.earlier {
        material.put("report", report);
    }
    material.put_all("talk", &context.talk);
    slots.insert("data", material.block(tag));
    slots.insert("question", escape::marked("question", tag, &escape::json(question)));
    Ok(prompt_of(task, draft.finish(&[CHAT], &slots)?, Output::Text))
}

/// What every report is told of the study.
pub(super) fn about(draft: &mut Draft, frame: &Frame<'_>) -> Result<Slots, RenderError> {
    Ok(Slots::from([
        ("rule", study::rule(draft, frame)?),
        ("language", frame.language_name()),
        ("study", frame.with_parts().object()),
        ("method", frame.method()),
    ]))
}

/// The session: transcript, graph and what was heard of each part of the concept.
pub(super) fn session(context: &ReportContext) -> Material {
    let mut material = Material::default();
    material.put_all("transcript", &fitting(&context.transcript));
    let nodes: Vec<_> = context.nodes.iter().map(|node| (escape::label(&node.label), &node.node_type)).collect();
    material.put_all("nodes", &nodes);
    let edges = context.edges.iter().map(|(from, kind, to)| (escape::label(from), kind, escape::label(to)));
    material.put_all("connections", &edges.collect::<Vec<_>>());
    let chains = context.chains.iter().map(|chain| chain.iter().map(|label| escape::label(label)).collect::<Vec<_>>());
    material.put_all("lines_of_reasons", &chains.collect::<Vec<_>>());
    material.put_all("parts_heard", &context.elements);
    material
}

/// The session as a judge sees it: turn by turn, with the measures and what was written about it. Where nobody made a
/// timeline, as any report sees it.
pub(super) fn timeline(context: &ReportContext) -> Material {
    if context.timeline.is_empty() {
        return session(context);
    }
    let mut material = Material::default();
    material.put_all("measures", &context.measures);
    material.put("timeline", &context.timeline.iter().map(super::timeline::bounded).collect::<Vec<_>>());
    if let Some(truncated) = &context.truncated {
        material.put("omitted_for_length", truncated);
    }
    if let Some(ending) = &context.ending {
        material.put("ending", &escape::cut(ending, ENDING));
    }
    if let Some(synthesis) = &context.synthesis {
        material.put("synthesis", &escape::cut(synthesis, SYNTHESIS_SEEN));
    }
    let summary: Vec<String> = context.summary.iter().map(|line| escape::cut(line, ENDING)).collect();
    material.put_all("executive_summary", &summary);
    material
}

/// The transcript within its bound: answers above it lose their middle, the oldest first, the latest never.
fn fitting(transcript: &[Past]) -> Vec<Past> {
    let mut turns: Vec<Past> = transcript.iter().map(|past| past.cut(crate::llm::ANSWER_SEEN)).collect();
    let mut length: usize = turns.iter().map(|past| past.answer.chars().count()).sum();
    let old = turns.len().saturating_sub(LATEST);
    for past in turns.iter_mut().take(old) {
        if length <= TRANSCRIPT {
            break;
        }
        let count = past.answer.chars().count();
        past.answer = shortened(&past.answer, count);
        length -= count - past.answer.chars().count();
    }
    turns
}

fn shortened(answer: &str, count: usize) -> String {
    let (first, last) = KEPT;
    if count <= first + last + 100 {
        return answer.to_owned();
    }
    let head: String = answer.chars().take(first).collect();
    let tail: String = answer.chars().skip(count - last).collect();
    format!("{head} [… {} characters omitted …] {tail}", count - first - last)
}

fn form(frame: &Frame<'_>) -> Value {
    let turns = || list(&integer());
    let theme = object(&[("title", text()), ("summary", text()), ("turns", turns()), ("quotes", list(&text()))]);
    let chain = object(&[("path", list(&text())), ("strength", number()), ("turns", turns())]);
    let finding = object(&[
        ("element_id", one_of(frame.concept.elements.iter().map(|element| &element.id))),
        ("stance", one_of(["for", "against", "mixed", "neutral"])),
        ("summary", text()),
        ("turns", turns()),
    ]);
    let contradiction = object(&[("summary", text()), ("turns", turns()), ("quotes", list(&text()))]);
    object(&[
        ("themes", list(&theme)),
        ("chains", list(&chain)),
        ("element_findings", list(&finding)),
        ("contradictions", list(&contradiction)),
        ("open_points", list(&text())),
        ("narrative", text()),
    ])
}
