//! Signals of `arbitration`, for conditions of strategies and for the record of a turn.

use super::{
    config::ArbitrationConfig,
    structure::{density, isolation_ratio},
    view::View,
};
use crate::engine::{dialogue::Level, number, signals::SignalValue};

/// A named value of the view.
#[derive(Clone, Copy, Debug)]
pub struct ViewSignal {
    /// Name in a condition.
    pub name: &'static str,
    /// Meaning.
    pub doc: &'static str,
    /// Reads the value. None if it is absent.
    pub read: fn(&View<'_, '_>, &ArbitrationConfig) -> Option<SignalValue>,
}

/// Every signal, one line each.
pub const SIGNALS: &[ViewSignal] = &[
    signal("coverage.gaps", "gaps of all elements", |view, _| count(view.gaps.len())),
    signal("coverage.open_gaps", "gaps of elements that may still be asked about", |view, _| {
        count(view.open_gaps().count())
    }),
    signal("coverage.ratio", "share of elements without any gap, 0–1", |view, _| {
        view.facts.coverage.ratio(&view.gaps).map(SignalValue::Number)
    }),
    signal("coverage.closing_ratio", "one minus open gaps per element; may be negative", |view, _| {
        view.facts.coverage.closing_ratio(&view.gaps).map(SignalValue::Number)
    }),
    signal("graph.node_count", "ideas", |view, _| count(view.facts.graph.nodes().len())),
    signal("graph.edge_count", "connections", |view, _| count(view.facts.graph.edges().len())),
    signal("graph.isolated_count", "ideas without any connection", |view, _| count(view.structure.isolated.len())),
    signal("graph.ambiguous_count", "ideas too vague to build on", |view, _| count(view.structure.ambiguous.len())),
    signal("graph.terminal_count", "ideas of a terminal type", |view, _| count(view.structure.terminal.len())),
    signal("graph.unexplored_count", "clear, connected ideas never asked about", |view, _| {
        count(view.structure.unexplored.len())
    }),
    signal("graph.invalid_edge_count", "connections the ontology does not have", |view, _| {
        count(view.structure.invalid_edges.len())
    }),
    signal("graph.density", "connections per possible connection, 0–1 without loops and parallels", |view, _| {
        Some(SignalValue::Number(density(&view.facts.graph)))
    }),
    signal("graph.isolation_ratio", "share of isolated ideas, 0–1", |view, _| {
        Some(SignalValue::Number(isolation_ratio(&view.structure, &view.facts.graph)))
    }),
    signal(
        "graph.has_issue",
        "whether an idea is isolated or vague, or an edge does not fit the ontology",
        |view, _| flag(view.structure.issue().is_some()),
    ),
    signal("graph.issue", "the most pressing of these: ambiguity, isolation or invalid_edge", |view, _| {
        view.structure.issue().map(|issue| SignalValue::Word(issue.as_str().into()))
    }),
    signal("branch.length", "ideas on the line the conversation follows", |view, _| count(view.structure.branch.len())),
    signal("branch.stale_turns", "turns since a connection was made at its end", |view, _| {
        Some(SignalValue::Number(f64::from(view.structure.stale_turns)))
    }),
    signal(
        "branch.is_stale",
        "whether there is no such line, or it has not grown for `branch_health.stale_threshold` turns",
        is_stale,
    ),
    signal("branch.ends_terminal", "whether its end is of a terminal type", |view, _| flag(ends_terminal(view))),
    signal("momentum.level", "low, neutral or high", |view, _| Some(SignalValue::Word(level(view).into()))),
    signal("momentum.consecutive_low", "low answers in a row", |view, _| {
        Some(SignalValue::Number(f64::from(view.facts.engagement.consecutive_low)))
    }),
    signal("momentum.is_fatigued", "whether these reach `closing.fatigue_threshold`", |view, config| {
        flag(view.facts.engagement.is_fatigued(config.closing.fatigue_threshold))
    }),
    signal("dialogue.turns", "completed turns", |view, _| count(view.facts.turns.len())),
];

/// The signal of this name.
pub(super) fn find(name: &str) -> Option<&'static ViewSignal> {
    SIGNALS.iter().find(|signal| signal.name == name)
}

const fn signal(
    name: &'static str,
    doc: &'static str,
    read: fn(&View<'_, '_>, &ArbitrationConfig) -> Option<SignalValue>,
) -> ViewSignal {
    ViewSignal { name, doc, read }
}

#[expect(clippy::unnecessary_wraps, reason = "a signal may be absent; these never are")]
fn flag(value: bool) -> Option<SignalValue> {
    Some(SignalValue::Flag(value))
}

#[expect(clippy::unnecessary_wraps, reason = "a signal may be absent; these never are")]
fn count(value: usize) -> Option<SignalValue> {
    Some(SignalValue::Number(number::float(value)))
}

fn is_stale(view: &View<'_, '_>, config: &ArbitrationConfig) -> Option<SignalValue> {
    let structure = &view.structure;
    flag(structure.branch.is_empty() || structure.stale_turns >= config.scorers.branch_health.stale_threshold)
}

fn ends_terminal(view: &View<'_, '_>) -> bool {
    let end = view.structure.branch_end().and_then(|end| view.facts.graph.node(end));
    end.is_some_and(|node| node.is_terminal)
}

fn level(view: &View<'_, '_>) -> &'static str {
    match view.facts.engagement.level {
        Level::Low => "low",
        Level::Neutral => "neutral",
        Level::High => "high",
    }
}
