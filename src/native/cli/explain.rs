//! `querent explain`: explains why a question was asked, with a summary, the ranked probes and their scores term by term.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::engine::{
    dialogue::{Focus, Probe, Source},
    graph::Operation,
    id::NodeId,
    interview::replay,
    model::{CallRecord, CallUsage, SectionSource},
    policy::{Decision, Op, Ranked, Term},
    session::Turn,
    study::Study,
};
use serde_json::json;

use super::{
    open,
    outcome::Outcome,
    table::{Align, lines},
};
use crate::native::print;

#[derive(Debug, clap::Args)]
pub(super) struct ExplainOptions {
    /// Session file, from `querent run` or downloaded from the page
    #[arg(value_name = "SESSION.json")]
    session: PathBuf,
    /// Turn before the question, from 1. Default: the last turn with a choice
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Print the record of the choice as JSON, with all terms
    #[arg(long)]
    json: bool,
}

pub(super) fn explain(options: &ExplainOptions) -> Result<Outcome> {
    let session = open::session(&options.session)?;
    let (interview, differences) = replay(&session)?;
    let turn = pick(interview.turns(), options.turn)?;
    if let Some(first) = differences.first().filter(|first| first.turn <= turn.turn.saturating_add(1)) {
        print::remark(format_args!(
            "With this version the {} of turn {} differs from the session, so it may explain another choice than the one \
             made; `querent replay` shows the difference.",
            first.what.replace('_', " "),
            first.turn
        ));
    }
    if options.json {
        let record = json!({ "turn": turn.turn, "decision": turn.decision, "continuation": turn.continuation,
            "question": turn.next, "source": turn.source, "calls": turn.calls });
        print::line(serde_json::to_string_pretty(&record)?);
        return Ok(Outcome::Success);
    }
    let labels = Labels::of(&session.study, interview.turns());
    for line in report(turn, &labels) {
        print::line(line);
    }
    Ok(Outcome::Success)
}

fn pick(turns: &[Turn], number: Option<u32>) -> Result<&Turn> {
    let last = turns
        .last()
        .ok_or_else(|| anyhow!("the session has no answered question yet; there is no choice to explain"))?;
    let Some(number) = number else {
        return turns
            .iter()
            .rfind(|turn| turn.decision.is_some())
            .context("no question was chosen in this session yet");
    };
    match turns.iter().find(|turn| turn.turn == number) {
        Some(turn) => Ok(turn),
        None => bail!("the session has no turn {number}; name one from 1 to {}", last.turn),
    }
}

/// Names of strategies, nodes and elements for users.
pub(super) struct Labels<'a> {
    study: &'a Study,
    nodes: BTreeMap<NodeId, String>,
}

impl<'a> Labels<'a> {
    pub(super) fn of(study: &'a Study, turns: &[Turn]) -> Self {
        let operations = turns.iter().flat_map(|turn| &turn.delta.operations);
        let nodes = operations.filter_map(|operation| match operation {
            Operation::AddNode(node) => Some((node.id, node.label.clone())),
            _ => None,
        });
        Self { study, nodes: nodes.collect() }
    }

    fn node(&self, id: NodeId) -> String {
        self.nodes.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }

    fn element(&self, id: &str) -> String {
        self.study.concept.element(id).map_or_else(|| id.to_owned(), |element| element.label.clone())
    }

    pub(super) fn focus(&self, probe: &Probe) -> String {
        match &probe.focus {
            Focus::Global => "the conversation".to_owned(),
            Focus::Node { node } => self.node(*node),
            Focus::Nodes { nodes } => nodes.iter().map(|node| self.node(*node)).collect::<Vec<_>>().join(" and "),
            Focus::Pair { a, b, .. } => format!("{} and {}", self.node(*a), self.node(*b)),
            Focus::Gap { element, .. } | Focus::Element { element } => self.element(element),
        }
    }

    fn strategy<'s>(&'s self, probe: &'s Probe) -> &'s str {
        self.study.policy.strategy_name(&self.study.methodology, &probe.strategy)
    }

    /// Describes a probe: "Deepen" about creamy texture.
    fn probe(&self, probe: &Probe) -> String {
        format!("\"{}\" about {}", self.strategy(probe), self.focus(probe))
    }
}

fn report(turn: &Turn, labels: &Labels<'_>) -> Vec<String> {
    let Some(decision) = &turn.decision else {
        let nothing = format!("Nothing was chosen after turn {}.", turn.turn);
        return std::iter::once(nothing).chain(outcome(turn)).chain(models(turn)).collect();
    };
    let mut report = vec![sentence(turn.turn, decision, labels)];
    report.extend(outcome(turn));
    report.extend(models(turn));
    report.push(String::new());
    report.extend(ranking(decision, labels));
    for ranked in std::iter::once(&decision.chosen).chain(decision.alternatives.first()) {
        report.extend([String::new(), format!("The score of {}", labels.probe(&ranked.probe))]);
        report.extend(tally(&ranked.tally.terms));
    }
    report
}

fn sentence(turn: u32, decision: &Decision, labels: &Labels<'_>) -> String {
    let Decision { chosen, phase, candidates, ties, .. } = decision;
    let winner = labels.probe(&chosen.probe);
    let Some(score) = chosen.score.filter(|_| !decision.is_fallback) else {
        return format!(
            "After turn {turn} (phase {phase}) no probe was eligible, so {winner} was chosen as the fallback."
        );
    };
    let lead = match decision.alternatives.first().and_then(|runner_up| runner_up.score) {
        Some(other) => format!(", {:.2} above the best of another strategy", score - other),
        None => String::new(),
    };
    let tied = match ties {
        0 => String::new(),
        1 => "\nOne other probe reaches the same score; the order of the methodology decided.".to_owned(),
        ties => format!("\n{ties} other probes reach the same score; the order of the methodology decided."),
    };
    format!("After turn {turn} (phase {phase}) {winner} won with {score:.2}{lead}, out of {candidates} probes.{tied}")
}

/// Describes the next question, or why the interview ended.
fn outcome(turn: &Turn) -> Option<String> {
    if let Some(question) = &turn.next {
        let instead = if question.stays { " (the model asked on from the answer instead)" } else { "" };
        return Some(format!("Asked{instead}: {}", question.text));
    }
    let reason = serde_json::to_value(turn.continuation.reason).ok()?;
    Some(format!("The interview ended here: {}.", reason.as_str()?.replace('_', " ")))
}

/// Describes who read the answer and worded the question, with the model calls. Empty without a call.
fn models(turn: &Turn) -> Vec<String> {
    if turn.calls.is_empty() {
        return Vec::new();
    }
    let mut report = vec![String::new()];
    report.extend(turn.source.as_ref().map(|source| format!("Answer read by {}.", by(source))));
    report.extend(turn.next.as_ref().map(|question| format!("Question worded by {}.", by(&question.source))));
    let columns = [
        ("call", Align::Left),
        ("model", Align::Left),
        ("ms", Align::Right),
        ("tokens in", Align::Right),
        ("out", Align::Right),
        ("US$", Align::Right),
        ("result", Align::Left),
    ];
    report.extend(lines(&columns, &turn.calls.iter().map(call).collect::<Vec<_>>()));
    report
}

fn by(source: &Source) -> String {
    match source {
        Source::Rules { .. } => "the rules".to_owned(),
        Source::Model { model } => format!("the model {model}"),
    }
}

fn call(record: &CallRecord) -> Vec<String> {
    let word = |value: serde_json::Value| value.as_str().unwrap_or_default().replace('_', " ");
    let came = match record.failure {
        Some(kind) => format!("failed: {}", word(json!(kind))),
        None => "used".to_owned(),
    };
    let stood_in = |source: &SectionSource| matches!(source, SectionSource::Rules | SectionSource::Default);
    let other = record.sections.iter().filter(|(_, source)| stood_in(source));
    let parts = other.map(|(section, source)| format!("{} from {}", word(json!(section)), word(json!(source))));
    let drops = record.drops.iter().map(|(reason, count)| format!("{count} {}", reason.replace('_', " ")));
    let notes: Vec<String> = std::iter::once(came).chain(parts).chain(drops).collect();
    let CallUsage { latency_ms, usage, cost_nano_usd, .. } = &record.effort;
    vec![
        record.id.clone(),
        record.model.clone().unwrap_or_else(|| "-".to_owned()),
        latency_ms.to_string(),
        usage.input.to_string(),
        usage.output.to_string(),
        cost_nano_usd.map_or_else(|| "-".to_owned(), print::dollars),
        notes.join(", "),
    ]
}

fn ranking(decision: &Decision, labels: &Labels<'_>) -> Vec<String> {
    let columns = [("rank", Align::Right), ("strategy", Align::Left), ("focus", Align::Left), ("score", Align::Right)];
    let row = |place: String, ranked: &Ranked| {
        let score = ranked.score.map_or_else(|| "-".to_owned(), |score| format!("{score:.4}"));
        vec![place, ranked.probe.strategy.to_string(), labels.focus(&ranked.probe), score]
    };
    let eligible = std::iter::once(&decision.chosen).chain(&decision.alternatives).enumerate();
    let mut rows: Vec<Vec<String>> = eligible.map(|(index, ranked)| row((index + 1).to_string(), ranked)).collect();
    rows.extend(decision.vetoes.iter().map(|ranked| row("out".to_owned(), ranked)));
    let mut table = lines(&columns, &rows);
    table.extend(decision.vetoes.iter().map(|ranked| {
        let vetoes = ranked.tally.terms.iter().filter(|term| term.op == Op::Veto);
        let reasons: Vec<&str> = vetoes.map(|term| &*term.source).collect();
        format!("Out: {}, ruled out by {}", labels.probe(&ranked.probe), reasons.join(", "))
    }));
    table
}

/// Renders a score term by term. Terms without effect are listed below the table.
fn tally(terms: &[Term]) -> Vec<String> {
    let columns = [
        ("term", Align::Left),
        ("does", Align::Left),
        ("value", Align::Right),
        ("weight", Align::Right),
        ("total", Align::Right),
    ];
    let rows: Vec<Vec<String>> = terms.iter().filter(|term| !is_silent(term)).map(row).collect();
    let mut table = lines(&columns, &rows);
    for (heading, op) in [("Added nothing here", Op::Add), ("Without a value here", Op::Absent)] {
        let silent = terms.iter().filter(|term| term.op == op && is_silent(term));
        let labels: Vec<&str> = silent.map(|term| &*term.source).collect();
        if !labels.is_empty() {
            table.push(format!("{heading}: {}", labels.join(", ")));
        }
    }
    table
}

fn is_silent(term: &Term) -> bool {
    let adds_zero = term.op == Op::Add && term.raw.is_some_and(|raw| raw == 0.0 || term.weight == 0.0);
    adds_zero || term.op == Op::Absent
}

fn row(term: &Term) -> Vec<String> {
    let raw = term.raw.map_or_else(|| "-".to_owned(), |raw| format!("{raw:.4}"));
    let (does, weight) = match term.op {
        Op::Base => ("starts at", String::new()),
        Op::Add => ("adds value × weight", format!("{:.4}", term.weight)),
        Op::Absent => ("adds nothing", String::new()),
        Op::Multiply => ("times value ^ weight", format!("{:.4}", term.weight)),
        Op::Scale => ("times value", String::new()),
        Op::Offset => ("adds value", String::new()),
        Op::Veto => ("rules it out", String::new()),
    };
    vec![term.source.to_string(), does.to_owned(), raw, weight, format!("{:.4}", term.total)]
}
