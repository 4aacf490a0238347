//! The timeline of an interview for a judge, from the records of its turns.

use serde_json::Value as Json;

use crate::engine::{
    dialogue::{Focus, Probe, Reading, Source},
    graph::{ExtractedNode, Extraction, Span},
    json,
    model::{
        ActiveSignal, CallRecord, FoundIdea, FoundLink, RunnerUp, TaskClass, TimelineAnalysis, TimelineChoice,
        TimelineTurn,
    },
    policy::{Decision, Op, Ranked, Tally},
    session::{InterviewRecord, Question, Turn},
    signals::SignalValue,
    text::{prefix, slice},
};

/// Most reasons of a choice.
const REASONS: usize = 3;
/// Most characters of a quote, by the contract of reports.
const QUOTE: usize = 300;
/// Most characters of the name of a focus.
const FOCUS: usize = 400;
/// Most characters of the name of a model.
const NAME: usize = 80;

/// Every turn, oldest first.
pub(super) fn timeline(interview: &InterviewRecord<'_>) -> Vec<TimelineTurn> {
    let before = std::iter::once(None).chain(interview.turns.iter().map(Some));
    interview.turns.iter().zip(before).map(|(turn, before)| timeline_turn(turn, before, interview)).collect()
}

/// The end of an interview as one line.
pub(super) fn ending(interview: &InterviewRecord<'_>) -> Option<String> {
    let outcome = interview.outcome?;
    let reason = json::word(&outcome.reason);
    let limits = &interview.study.limits;
    let lines: Vec<String> = outcome.summary.iter().map(|line| line.join(" → ")).collect();
    let shown =
        if lines.is_empty() { String::new() } else { format!("; the respondent was shown: {}", lines.join("; ")) };
    Some(format!("{reason} after turn {} of {} to {}{shown}", outcome.turns, limits.min_turns, limits.max_turns))
}

fn timeline_turn(turn: &Turn, before: Option<&Turn>, interview: &InterviewRecord<'_>) -> TimelineTurn {
    let answer = turn.answer.as_deref().unwrap_or_default();
    let momentum = turn.reading.as_ref().and_then(|reading| reading.momentum.as_ref()).map(|momentum| momentum.level);
    // The turn before chose and worded the question of this turn.
    let asking = before.into_iter().flat_map(|before| &before.calls).filter(|call| !is_reading(call));
    let reading = turn.calls.iter().filter(|call| is_reading(call));
    TimelineTurn {
        turn: turn.turn,
        choice: before.and_then(|before| before.decision.as_ref()).and_then(|decision| {
            // A fixed question may replace the chosen one.
            let probe = turn.question.probe.as_ref()?;
            (decision.chosen.probe.strategy == probe.strategy).then(|| choice(decision, &turn.question, interview))
        }),
        question: turn.question.text.clone(),
        worded_by: worded_by(&turn.question, interview),
        answer: turn.answer.clone(),
        momentum,
        analysis: turn.extraction.as_ref().map(|extraction| TimelineAnalysis {
            read_by: turn.source.as_ref().map_or_else(String::new, reader_name),
            uncodable: (!extraction.extractable).then(|| extraction.reason.clone().unwrap_or_default()),
            nodes: extraction.nodes.iter().map(|node| found_idea(node, answer)).collect(),
            edges: found_links(extraction, answer),
            understood: extraction.understood.clone(),
            signals: turn.reading.as_ref().map(signals).unwrap_or_default(),
        }),
        analysis_omitted: None,
        fallbacks: asking.chain(reading).filter_map(fallback).collect(),
    }
}

fn choice(decision: &Decision, question: &Question, interview: &InterviewRecord<'_>) -> TimelineChoice {
    TimelineChoice {
        phase: decision.phase.clone(),
        strategy: decision.chosen.probe.strategy.clone(),
        tactic: question.tactic.clone(),
        focus: if question.focus.is_empty() {
            focus_name(&decision.chosen.probe, interview)
        } else {
            question.focus.clone()
        },
        score: decision.chosen.score.map(thousandths),
        reasons: strongest_signals(&decision.chosen.tally),
        runner_up: decision.alternatives.first().map(|ranked| runner_up(ranked, interview)),
        clarifies: decision.clarifies.clone(),
    }
}

fn runner_up(ranked: &Ranked, interview: &InterviewRecord<'_>) -> RunnerUp {
    RunnerUp {
        strategy: ranked.probe.strategy.clone(),
        focus: focus_name(&ranked.probe, interview),
        score: ranked.score.map(thousandths),
    }
}

/// The name of a probe's focus, from labels of ideas and elements.
fn focus_name(probe: &Probe, interview: &InterviewRecord<'_>) -> String {
    let label = |id| interview.graph.label(id);
    let element =
        |id: &str| interview.study.concept.element(id).map_or_else(|| id.to_owned(), |element| element.label.clone());
    let name = match &probe.focus {
        Focus::Global => interview.study.concept.topic.clone(),
        Focus::Node { node } => label(*node),
        Focus::Nodes { nodes } => nodes.iter().map(|node| label(*node)).collect::<Vec<_>>().join("; "),
        Focus::Pair { a, b, .. } => format!("{} / {}", label(*a), label(*b)),
        Focus::Gap { element: id, .. } | Focus::Element { element: id } => element(id),
    };
    prefix(&name, FOCUS)
}

/// The terms that moved a score most, strongest first.
fn strongest_signals(tally: &Tally) -> Vec<ActiveSignal> {
    let scored = tally.changes().filter(|(term, _)| !matches!(term.op, Op::Base | Op::Absent | Op::Veto));
    let mut active: Vec<ActiveSignal> = scored
        .map(|(term, change)| ActiveSignal {
            source: term.source.to_string(),
            value: term.raw.map(|raw| SignalValue::Number(thousandths(raw))),
            moved: thousandths(change),
        })
        .filter(|signal| signal.moved != 0.0)
        .collect();
    active.sort_by(|a, b| b.moved.abs().total_cmp(&a.moved.abs()));
    active.truncate(REASONS);
    active
}

/// A value rounded to thousandths, which is fine enough for a judge.
fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn found_idea(node: &ExtractedNode, answer: &str) -> FoundIdea {
    let quote = quote_text(answer, node.quote);
    FoundIdea {
        quote: (quote != node.label).then_some(quote),
        label: node.label.clone(),
        node_type: node.node_type.clone(),
        elements: node.elements.clone(),
        reaction: node.reaction,
        is_vague: node.is_ambiguous,
    }
}

/// Connections, without quotes that an idea has already.
fn found_links(extraction: &Extraction, answer: &str) -> Vec<FoundLink> {
    let is_quoted = |span: Span| extraction.nodes.iter().any(|node| node.quote == span);
    extraction
        .edges
        .iter()
        .map(|edge| FoundLink {
            source: edge.source_label.clone(),
            relation: edge.relation_type.clone(),
            target: edge.target_label.clone(),
            quote: (!is_quoted(edge.quote)).then(|| quote_text(answer, edge.quote)),
        })
        .collect()
}

fn quote_text(answer: &str, span: Span) -> String {
    prefix(slice(answer, span.start, span.end), QUOTE)
}

/// Other readings of an answer: its values, and the flags that are set. Momentum has a field of its own.
fn signals(reading: &Reading) -> Vec<String> {
    let Ok(Json::Object(fields)) = json::value(reading) else { return Vec::new() };
    let fields = fields.into_iter().filter_map(|(name, value)| match value {
        Json::Bool(true) => Some(name),
        // Hundredths are fine enough for a judge.
        Json::Number(number) => Some(format!("{name} {:.2}", number.as_f64()?)),
        Json::String(word) => Some(format!("{name} {word}")),
        Json::Bool(false) | Json::Null | Json::Array(_) | Json::Object(_) => None,
    });
    fields.collect()
}

fn worded_by(question: &Question, interview: &InterviewRecord<'_>) -> String {
    let study = interview.study;
    let is_own =
        study.core.iter().any(|core| core.ask == question.text) || study.texts.opening.contains(&question.text);
    if is_own { "study".to_owned() } else { reader_name(&question.source) }
}

/// `rules`, or the name of a model.
fn reader_name(source: &Source) -> String {
    match source {
        Source::Rules { .. } => "rules".to_owned(),
        Source::Model { model } => prefix(model, NAME),
    }
}

fn is_reading(call: &CallRecord) -> bool {
    call.task.class() == TaskClass::Analysis
}

fn fallback(call: &CallRecord) -> Option<String> {
    Some(format!("{}: {}", call.task.id(), json::word(call.failure.as_ref()?)))
}
