//! An interview turn by turn, made for a judge from the records of its turns.

use serde_json::Value as Json;

use super::{Investigation, material::cut};
use crate::{
    dialogue::{Focus, Probe, Reading, Source},
    graph::{ExtractedNode, Extraction, Span},
    llm::{ActiveSignal, Analysis, CallRecord, Choice, FoundIdea, FoundLink, RunnerUp, TimelineTurn},
    policy::{Decision, Op, Ranked, Term},
    session::{Question, Turn},
    signals::Value,
    text::slice,
};

/// Reasons of a choice that are told.
const REASONS: usize = 3;
/// Most characters of a quote, of what a focus is called, and of a name, as the contract of a report has them.
const QUOTE: usize = 300;
const FOCUS: usize = 400;
const NAME: usize = 80;

/// Every turn, the oldest first.
pub(super) fn timeline(interview: &Investigation<'_>) -> Vec<TimelineTurn> {
    let before = std::iter::once(None).chain(interview.turns.iter().map(Some));
    interview.turns.iter().zip(before).map(|(turn, before)| told(turn, before, interview)).collect()
}

/// How an interview ended, one line.
pub(super) fn ending(interview: &Investigation<'_>) -> Option<String> {
    let outcome = interview.outcome?;
    let reason = word(&outcome.reason);
    let limits = &interview.study.limits;
    let lines: Vec<String> = outcome.summary.iter().map(|line| line.join(" → ")).collect();
    let shown =
        if lines.is_empty() { String::new() } else { format!("; the respondent was shown: {}", lines.join("; ")) };
    Some(format!("{reason} after turn {} of {} to {}{shown}", outcome.turns, limits.min_turns, limits.max_turns))
}

fn told(turn: &Turn, before: Option<&Turn>, interview: &Investigation<'_>) -> TimelineTurn {
    let answer = turn.answer.as_deref().unwrap_or_default();
    let momentum = turn.reading.as_ref().and_then(|reading| reading.momentum.as_ref()).map(|momentum| momentum.level);
    // The question of a turn was chosen, and worded, at the end of the one before.
    let asking = before.into_iter().flat_map(|before| &before.calls).filter(|call| !is_reading(call));
    let reading = turn.calls.iter().filter(|call| is_reading(call));
    TimelineTurn {
        turn: turn.turn,
        choice: before.and_then(|before| before.decision.as_ref()).and_then(|decision| {
            // A question of the core takes the place of the one that was chosen.
            let probe = turn.question.probe.as_ref()?;
            (decision.chosen.probe.strategy == probe.strategy).then(|| choice(decision, &turn.question, interview))
        }),
        question: turn.question.text.clone(),
        worded_by: worded_by(&turn.question, interview),
        answer: turn.answer.clone(),
        momentum,
        analysis: turn.extraction.as_ref().map(|extraction| Analysis {
            read_by: turn.source.as_ref().map_or_else(String::new, name),
            uncodable: (!extraction.extractable).then(|| extraction.reason.clone().unwrap_or_default()),
            nodes: extraction.nodes.iter().map(|node| idea(node, answer)).collect(),
            edges: links(extraction, answer),
            understood: extraction.understood.clone(),
            signals: turn.reading.as_ref().map(signals).unwrap_or_default(),
        }),
        analysis_omitted: None,
        fallbacks: asking.chain(reading).filter_map(fallback).collect(),
    }
}

fn choice(decision: &Decision, question: &Question, interview: &Investigation<'_>) -> Choice {
    Choice {
        phase: decision.phase.clone(),
        strategy: decision.chosen.probe.strategy.clone(),
        tactic: question.tactic.clone(),
        focus: if question.focus.is_empty() {
            focus(&decision.chosen.probe, interview)
        } else {
            question.focus.clone()
        },
        score: decision.chosen.score.map(thousandths),
        reasons: loudest(&decision.chosen.tally.terms),
        runner_up: decision.alternatives.first().map(|ranked| runner_up(ranked, interview)),
        clarifies: decision.clarifies.clone(),
    }
}

fn runner_up(ranked: &Ranked, interview: &Investigation<'_>) -> RunnerUp {
    RunnerUp {
        strategy: ranked.probe.strategy.clone(),
        focus: focus(&ranked.probe, interview),
        score: ranked.score.map(thousandths),
    }
}

/// What a probe is about, by the labels of ideas and elements.
pub(super) fn focus(probe: &Probe, interview: &Investigation<'_>) -> String {
    let label = |id| interview.graph.node(id).map_or_else(String::new, |node| node.label.clone());
    let element =
        |id: &str| interview.study.concept.element(id).map_or_else(|| id.to_owned(), |element| element.label.clone());
    let called = match &probe.focus {
        Focus::Global => interview.study.concept.topic.clone(),
        Focus::Node { node } => label(*node),
        Focus::Nodes { nodes } => nodes.iter().map(|node| label(*node)).collect::<Vec<_>>().join("; "),
        Focus::Pair { a, b, .. } => format!("{} / {}", label(*a), label(*b)),
        Focus::Gap { element: id, .. } | Focus::Element { element: id } => element(id),
    };
    cut(&called, FOCUS)
}

/// The terms that moved a score most, loudest first; of equally loud ones the first.
fn loudest(terms: &[Term]) -> Vec<ActiveSignal> {
    let before = std::iter::once(0.0).chain(terms.iter().map(|term| term.total));
    let mut active: Vec<ActiveSignal> = terms
        .iter()
        .zip(before)
        .filter(|(term, _)| !matches!(term.op, Op::Base | Op::Absent | Op::Veto))
        .map(|(term, before)| ActiveSignal {
            source: term.source.to_string(),
            value: term.raw.map(|raw| Value::Number(thousandths(raw))),
            moved: thousandths(term.total - before),
        })
        .filter(|signal| signal.moved != 0.0)
        .collect();
    active.sort_by(|a, b| b.moved.abs().total_cmp(&a.moved.abs()));
    active.truncate(REASONS);
    active
}

/// Finer figures say nothing to a judge.
fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn idea(node: &ExtractedNode, answer: &str) -> FoundIdea {
    let quote = said(answer, node.quote);
    FoundIdea {
        quote: (quote != node.label).then_some(quote),
        label: node.label.clone(),
        node_type: node.node_type.clone(),
        elements: node.elements.clone(),
        reaction: node.reaction,
        is_vague: node.is_ambiguous,
    }
}

/// Connections; words that are told with one of their ideas are not told twice.
fn links(extraction: &Extraction, answer: &str) -> Vec<FoundLink> {
    let is_told = |span: Span| extraction.nodes.iter().any(|node| node.quote == span);
    extraction
        .edges
        .iter()
        .map(|edge| FoundLink {
            source: edge.source_label.clone(),
            relation: edge.relation_type.clone(),
            target: edge.target_label.clone(),
            quote: (!is_told(edge.quote)).then(|| said(answer, edge.quote)),
        })
        .collect()
}

fn said(answer: &str, span: Span) -> String {
    cut(slice(answer, span.start, span.end), QUOTE)
}

/// What an answer tells beside its ideas: whatever a reading gave, and flags that are set. Engagement stands beside it.
fn signals(reading: &Reading) -> Vec<String> {
    let Ok(Json::Object(fields)) = crate::json::value(reading) else { return Vec::new() };
    let fields = fields.into_iter().filter_map(|(name, value)| match value {
        Json::Bool(true) => Some(name),
        // Hundredths: finer figures say nothing to a judge.
        Json::Number(number) => Some(format!("{name} {:.2}", number.as_f64()?)),
        Json::String(word) => Some(format!("{name} {word}")),
        Json::Bool(false) | Json::Null | Json::Array(_) | Json::Object(_) => None,
    });
    fields.collect()
}

fn worded_by(question: &Question, interview: &Investigation<'_>) -> String {
    let study = interview.study;
    let is_own =
        study.core.iter().any(|core| core.ask == question.text) || study.texts.opening.contains(&question.text);
    if is_own { "study".to_owned() } else { name(&question.source) }
}

/// `rules`, or the name of a model.
pub(super) fn name(source: &Source) -> String {
    match source {
        Source::Rules { .. } => "rules".to_owned(),
        Source::Model { model } => cut(model, NAME),
    }
}

fn is_reading(call: &CallRecord) -> bool {
    call.task.class() == crate::llm::Class::Analysis
}

fn fallback(call: &CallRecord) -> Option<String> {
    Some(format!("{}: {}", call.task.id(), word(call.failure.as_ref()?)))
}

/// The word by which a value is written.
pub(super) fn word<T: serde::Serialize>(value: &T) -> String {
    match crate::json::value(value) {
        Ok(Json::String(word)) => word,
        Ok(_) | Err(_) => String::new(),
    }
}
