//! Prompts about a finished session: report, summary, and questions of a researcher.

use serde_json::Value;

use super::{
    escape::{self, JsonBlock, label, truncate},
    frame::PromptStudy,
    problem::RenderError,
    prompt::{Output, Prompt, Tag},
    schema::{integer, list, number, object, one_of, text},
    study,
    template::{Slots, Template},
    timeline::bounded,
};
use crate::engine::model::{ANSWER_SEEN, PastTurn, ReportContext, Task};

const SYNTHESIS: &str = include_str!("report/synthesis.md");
const SUMMARY: &str = include_str!("report/exec_summary.md");
const CHAT: &str = include_str!("report/chat.md");

/// Maximum characters of all answers, about 50,000 tokens. Beyond it the oldest answers are shortened.
const TRANSCRIPT: usize = 160_000;

/// Turns at the end that are never shortened.
const LATEST: usize = 4;

/// Maximum characters of a synthesis, about 5,000 tokens, and of the ending.
const SYNTHESIS_SEEN: usize = 16_000;
const ENDING: usize = 2_000;

/// Characters at the start and at the end of a shortened answer.
const KEPT: (usize, usize) = (300, 200);

pub(super) fn synthesis(context: &ReportContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let mut template = Template::new(Task::Synthesis);
    let mut slots = about(&mut template, frame)?;
    slots.insert("nodes", frame.node_types());
    slots.insert("data", session(context).block(tag));
    let output = Output::Json { name: Task::Synthesis.id().to_owned(), schema: synthesis_schema(frame) };
    template.prompt(&[SYNTHESIS], &slots, output)
}

pub(super) fn summary(context: &ReportContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::ExecSummary;
    let report = context.earlier.as_ref().ok_or(RenderError::Missing { task: task.id(), field: "earlier" })?;
    let mut template = Template::new(task);
    let mut slots = Slots::from([("rule", study::rule(&mut template, frame)?), ("language", frame.language_name())]);
    slots.insert("data", JsonBlock::default().with("report", report).block(tag));
    template.prompt(&[SUMMARY], &slots, Output::Text)
}

pub(super) fn chat(context: &ReportContext, frame: &PromptStudy<'_>, tag: &Tag) -> Result<Prompt, RenderError> {
    let task = Task::Chat;
    let question = context.question.as_ref().ok_or(RenderError::Missing { task: task.id(), field: "question" })?;
    let mut template = Template::new(task);
    let mut slots = about(&mut template, frame)?;
    let mut material = session(context);
    if let Some(report) = &context.earlier {
        material.put("report", report);
    }
    material.put_all("talk", &context.talk);
    slots.insert("data", material.block(tag));
    slots.insert("question", escape::marked("question", tag, &escape::json(question)));
    template.prompt(&[CHAT], &slots, Output::Text)
}

/// The slots about the study.
pub(super) fn about(template: &mut Template, frame: &PromptStudy<'_>) -> Result<Slots, RenderError> {
    Ok(Slots::from([
        ("rule", study::rule(template, frame)?),
        ("language", frame.language_name()),
        ("study", frame.with_parts().object()),
        ("method", frame.method()),
    ]))
}

/// The session: transcript, graph and elements.
pub(super) fn session(context: &ReportContext) -> JsonBlock {
    let mut material = JsonBlock::default();
    material.put_all("transcript", &bounded_transcript(&context.transcript));
    let nodes: Vec<_> = context.nodes.iter().map(|node| (label(&node.label), &node.node_type)).collect();
    material.put_all("nodes", &nodes);
    let edges = context.edges.iter().map(|(from, kind, to)| (label(from), kind, label(to)));
    material.put_all("connections", &edges.collect::<Vec<_>>());
    let chains = context.chains.iter().map(|chain| chain.iter().map(|text| label(text)).collect::<Vec<_>>());
    material.put_all("lines_of_reasons", &chains.collect::<Vec<_>>());
    material.put_all("parts_heard", &context.elements);
    material
}

/// The session for a judge: timeline, measures and reports; without a timeline as [`session`].
pub(super) fn timeline(context: &ReportContext) -> JsonBlock {
    if context.timeline.is_empty() {
        return session(context);
    }
    let mut material = JsonBlock::default();
    material.put_all("measures", &context.measures);
    material.put("timeline", &context.timeline.iter().map(bounded).collect::<Vec<_>>());
    if let Some(truncated) = &context.truncated {
        material.put("omitted_for_length", truncated);
    }
    if let Some(ending) = &context.ending {
        material.put("ending", &truncate(ending, ENDING));
    }
    if let Some(synthesis) = &context.synthesis {
        material.put("synthesis", &truncate(synthesis, SYNTHESIS_SEEN));
    }
    let summary: Vec<String> = context.summary.iter().map(|line| truncate(line, ENDING)).collect();
    material.put_all("executive_summary", &summary);
    material
}

/// The transcript within its limit. The oldest answers lose their middle first; the latest are never shortened.
fn bounded_transcript(transcript: &[PastTurn]) -> Vec<PastTurn> {
    let mut turns: Vec<PastTurn> = transcript.iter().map(|past| past.truncate(ANSWER_SEEN)).collect();
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

fn synthesis_schema(frame: &PromptStudy<'_>) -> Value {
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
