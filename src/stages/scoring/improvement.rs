//! What would have helped the interviewer, as far as counting tells: what is missing, and what should work better.
//!
//! Invariant: every item names a figure that triggered it and the turns it was counted at.

use std::collections::BTreeMap;

use serde::Serialize;

use super::RuleScore;
use crate::{
    dialogue::Level,
    graph::Node,
    id::{Name, NodeId},
    methodology::{FocusKind, Strategy},
    session::Turn,
    stages::Investigation,
};

/// Turns at which something has to occur before it is told.
const OFTEN: usize = 3;
/// Connections the method has no place for, before it is told.
const MISFITS: usize = 2;

/// Whether something lacks, or exists and should work better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The product or the study does not have it.
    Missing,
    /// It is there.
    Improve,
}

/// Something that would have helped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Improvement {
    /// Missing, or to be improved.
    pub part: Part,
    /// `strategy`, `stimulus_element`, `node_or_edge_type`; `selection`.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// What should be done.
    pub what: String,
    /// What was counted.
    pub why: String,
    /// Turns it was counted at, ascending.
    pub turns: Vec<u32>,
}

/// Everything that counting finds, missing things first.
pub fn improvements(interview: &Investigation<'_>) -> Vec<Improvement> {
    let mut found = unmapped(interview);
    found.extend(misfits(interview));
    found.extend(no_easing(interview));
    found.extend(never_chosen(interview));
    found
}

impl RuleScore {
    /// The improvement report, Markdown: two numbered lists, "Nothing." where one is empty.
    pub fn improvement_report(&self, interview: &Investigation<'_>) -> String {
        let found = improvements(interview);
        let part = |title: &str, part: Part| {
            let items = found.iter().filter(|item| item.part == part).zip(1..).map(|(item, number)| {
                let Improvement { kind, name, what, why, turns, .. } = item;
                format!("{number}. `{kind}` **{name}**: {what} {why} {}", at(turns))
            });
            let items: Vec<String> = items.collect();
            let list = if items.is_empty() { "Nothing.".to_owned() } else { items.join("\n") };
            format!("**{title}**\n\n{list}")
        };
        format!("{}\n\n{}", part("Missing", Part::Missing), part("Improve", Part::Improve))
    }
}

/// A topic that several ideas speak of and no element covers.
fn unmapped(interview: &Investigation<'_>) -> Vec<Improvement> {
    let study = interview.study;
    let Some(coverage) = interview.turns.last().map(|turn| &turn.state.coverage) else { return Vec::new() };
    let linked: Vec<NodeId> = coverage.elements.iter().flat_map(|element| element.linked_nodes.clone()).collect();
    let topic = study.pack.content(&format!("{} {}", study.concept.topic, study.concept.name));
    let mut by_stem: BTreeMap<String, Vec<&Node>> = BTreeMap::new();
    for node in interview.graph.active_nodes().filter(|node| !linked.contains(&node.id)) {
        for stem in study.pack.content(&node.label).iter().filter(|stem| !topic.contains(stem)) {
            by_stem.entry(stem.to_owned()).or_default().push(node);
        }
    }
    let mut told: Vec<NodeId> = Vec::new();
    let mut groups: Vec<(String, Vec<&Node>)> = by_stem.into_iter().filter(|(_, nodes)| nodes.len() >= OFTEN).collect();
    groups.sort_by_key(|(_, nodes)| std::cmp::Reverse(nodes.len()));
    let mut found = Vec::new();
    for (stem, nodes) in groups {
        // Stems that occur in the same ideas are one topic.
        if nodes.iter().all(|node| told.contains(&node.id)) {
            continue;
        }
        told.extend(nodes.iter().map(|node| node.id));
        let labels: Vec<String> = nodes.iter().map(|node| format!("“{}”", node.label)).collect();
        found.push(Improvement {
            part: Part::Missing,
            kind: "stimulus_element",
            name: stem,
            what: "Consider an element of the concept for this topic.".to_owned(),
            why: format!("{} ideas belong to no element: {}.", nodes.len(), labels.join(", ")),
            turns: ascending(nodes.iter().map(|node| node.turn)),
        });
    }
    found
}

/// Connections between types that the method does not join.
fn misfits(interview: &Investigation<'_>) -> Option<Improvement> {
    let edges: Vec<_> = interview.graph.edges().filter(|edge| !edge.permitted).collect();
    let node_type = |id| interview.graph.node(id).map(|node| node.node_type.clone()).unwrap_or_default();
    let mut pairs: BTreeMap<(Name, Name, Name), u32> = BTreeMap::new();
    for edge in &edges {
        *pairs.entry((node_type(edge.source), edge.edge_type.clone(), node_type(edge.target))).or_default() += 1;
    }
    let pairs: Vec<String> =
        pairs.into_iter().map(|((from, kind, to), count)| format!("{from} {kind} {to} ({count})")).collect();
    (edges.len() >= MISFITS).then(|| Improvement {
        part: Part::Missing,
        kind: "node_or_edge_type",
        name: "connections without a place".to_owned(),
        what: "Permit these pairs in the methodology, or give what is meant a type of its own.".to_owned(),
        why: format!("{} connections fit no permitted pair: {}.", edges.len(), pairs.join(", ")),
        turns: ascending(edges.iter().map(|edge| edge.turn)),
    })
}

/// Tired answers, and no strategy that could have eased off.
fn no_easing(interview: &Investigation<'_>) -> Option<Improvement> {
    let is_low = |turn: &&Turn| {
        let momentum = turn.reading.as_ref().and_then(|reading| reading.momentum.as_ref());
        momentum.is_some_and(|momentum| momentum.level == Level::Low)
    };
    let low: Vec<u32> = interview.turns.iter().filter(is_low).map(|turn| turn.turn).collect();
    let study = interview.study;
    let eases = study.policy.strategies(&study.methodology).iter().any(eases);
    (low.len() >= OFTEN && !eases).then(|| Improvement {
        part: Part::Missing,
        kind: "strategy",
        name: "easing off".to_owned(),
        what: "Add a strategy about the conversation as a whole or about another element, for when answers grow short."
            .to_owned(),
        why: format!("{} answers were low in momentum, and every strategy asks on about one idea.", low.len()),
        turns: low,
    })
}

/// A strategy eases off if it can leave the idea at hand: it is about the whole or about an element, and does not end the
/// interview.
fn eases(strategy: &Strategy) -> bool {
    !strategy.closes && matches!(strategy.focus.kind, FocusKind::Global | FocusKind::Element)
}

/// Strategies that could have been chosen and never were.
fn never_chosen(interview: &Investigation<'_>) -> Vec<Improvement> {
    let study = interview.study;
    let decisions =
        || interview.turns.iter().filter_map(|turn| turn.decision.as_ref().map(|decision| (turn, decision)));
    let is_chosen = |id: &Name| decisions().any(|(_, decision)| decision.chosen.probe.strategy == *id);
    let strategies = study.policy.strategies(&study.methodology);
    strategies
        .iter()
        .filter(|strategy| !strategy.closes && !is_chosen(&strategy.id))
        .filter_map(|strategy| {
            let held = decisions().filter_map(|(turn, decision)| {
                let probe = decision.alternatives.iter().find(|ranked| ranked.probe.strategy == strategy.id)?;
                let behind = decision.chosen.score.zip(probe.score).map(|(first, second)| first - second);
                Some((turn.turn, behind))
            });
            let held: Vec<(u32, Option<f64>)> = held.collect();
            let nearest = held.iter().filter_map(|(turn, behind)| behind.map(|behind| (*turn, behind)));
            let nearest = nearest.min_by(|a, b| a.1.total_cmp(&b.1));
            let nearest = nearest.map_or_else(String::new, |(turn, behind)| {
                format!(", at best {behind:.2} behind the choice (turn {turn})")
            });
            (held.len() >= OFTEN).then(|| Improvement {
                part: Part::Improve,
                kind: "selection",
                name: strategy.id.to_string(),
                what: "Look at its weights: it was eligible and never chosen.".to_owned(),
                why: format!("Eligible at {} turns{nearest}.", held.len()),
                turns: held.iter().map(|(turn, _)| *turn).collect(),
            })
        })
        .collect()
}

fn ascending(turns: impl Iterator<Item = u32>) -> Vec<u32> {
    turns.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
}

fn at(turns: &[u32]) -> String {
    let numbers: Vec<String> = turns.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [turn] => format!("(turn {turn})"),
        _ => format!("(turns {})", numbers.join(", ")),
    }
}
