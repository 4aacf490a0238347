//! What `two_tier` reads off the engine's own records: the one place where the two vocabularies meet.
//!
//! An edge's confidence is its relevance and every edge weighs the same. Edges the ontology does not permit are left
//! out. A turn's number is the number of answers before it, so the opening question is turn 0.

use std::collections::BTreeSet;

use super::{
    evidence::{Edge, Element, Evidence, Ladder, Node, Turn},
    facts::ratio,
};
use crate::{
    dialogue::{Exchange, Focus, qualitative::Signals},
    graph::{KnowledgeGraph, REVISES},
    id::NodeId,
    methodology::Ontology,
    state::Situation,
};

/// Share of new ideas below which a turn brought little, 0–1.
const LITTLE: f64 = 0.2;

/// What the interview tells so far.
pub(super) fn evidence<'a>(situation: &Situation<'a>, recent_limit: u32) -> Evidence<'a> {
    let concept = situation.concept;
    Evidence {
        concept: &concept.name,
        elements: concept
            .elements
            .iter()
            .map(|element| Element { id: element.id.clone(), label: &element.label, aliases: &element.aliases })
            .collect(),
        ladder: ladder(&situation.methodology.ontology),
        nodes: nodes(situation.graph),
        edges: situation.graph.edges().map(edge).collect(),
        turns: situation.history.iter().map(turn).collect(),
        seen: None,
        total: concept.elements.iter().map(|element| element.id.clone()).collect(),
        turn: situation.turn,
        phase: None,
        low_info_turns: low_info_turns(situation, recent_limit as usize),
        signals: signals(situation.history),
    }
}

/// What a model read in the last answer. Readings are made afresh for each answer and never carried over.
fn signals(history: &[Exchange]) -> Signals {
    let reading = history.last().and_then(|exchange| exchange.reading.as_ref());
    reading.and_then(|reading| reading.qualitative.as_deref()).cloned().unwrap_or_default()
}

/// Types on the lowest and on the two highest levels. A type without a level is on neither.
fn ladder(ontology: &Ontology) -> Ladder<'_> {
    let levels = ontology.levels();
    let on = |wanted: &[u32]| {
        let types = ontology.nodes.iter().filter(|node| node.level.is_some_and(|level| wanted.contains(&level)));
        types.map(|node| &*node.id).collect()
    };
    let highest = levels.len().saturating_sub(2);
    Ladder {
        types: ontology.nodes.len(),
        lowest: on(levels.get(..1).unwrap_or_default()),
        highest: on(levels.get(highest..).unwrap_or_default()),
    }
}

fn nodes(graph: &KnowledgeGraph) -> Vec<Node<'_>> {
    graph
        .nodes()
        .map(|idea| Node {
            label: &idea.label,
            node_type: &idea.node_type,
            turn: idea.turn,
            confidence: idea.confidence,
            stance: idea.stance,
            is_superseded: idea.superseded_by.is_some(),
            elements: &idea.elements,
        })
        .collect()
}

fn edge(edge: &crate::graph::Edge) -> Edge {
    let revises = &*edge.edge_type == REVISES;
    // An end beyond all nodes takes an edge out of every view.
    let end = |node: NodeId| if edge.permitted || revises { node.0 } else { u32::MAX };
    Edge { source: end(edge.source), target: end(edge.target), relevance: edge.confidence, weight: 1.0, revises }
}

fn turn(exchange: &Exchange) -> Turn<'_> {
    let probe = exchange.probe.as_ref();
    let node = |focus: &Focus| match focus {
        Focus::Node { node } | Focus::Pair { a: node, .. } => Some(node.0),
        Focus::Nodes { nodes } => nodes.first().map(|node| node.0),
        Focus::Global | Focus::Gap { .. } | Focus::Element { .. } => None,
    };
    Turn {
        question: Some(&exchange.question),
        answer: exchange.answer.as_deref(),
        strategy: probe.map(|probe| probe.strategy.clone()),
        node: probe.and_then(|probe| node(&probe.focus)),
    }
}

/// Turns in a row, up to now, on which less than a fifth of the ideas voiced were new or not heard lately. A skipped
/// question leaves the count as it is.
fn low_info_turns(situation: &Situation<'_>, recent_limit: usize) -> u32 {
    let mut run = 0;
    for exchange in situation.history.iter().filter(|exchange| exchange.answer.is_some()) {
        run = if new_share(situation.graph, exchange, recent_limit) < LITTLE { run + 1 } else { 0 };
    }
    run
}

/// Share of an answer's ideas that are not among the recent ones, 0–1; 1 without ideas.
fn new_share(graph: &KnowledgeGraph, exchange: &Exchange, recent_limit: usize) -> f64 {
    let voiced: BTreeSet<NodeId> = [&exchange.new_nodes, &exchange.mentioned_nodes, &exchange.refined_nodes]
        .into_iter()
        .flatten()
        .copied()
        .collect();
    if voiced.is_empty() {
        return 1.0;
    }
    let new: BTreeSet<NodeId> = exchange.new_nodes.iter().copied().collect();
    if voiced.is_subset(&new) {
        return 1.0;
    }
    let repeated = voiced.difference(&new);
    // Nodes are registered in the order of their turns: the recent ones are the last before this turn's own.
    let before = graph.nodes().take_while(|node| node.turn < exchange.turn).count();
    let recent = before.saturating_sub(recent_limit)..before;
    let old = repeated.filter(|node| recent.contains(&node.index())).count();
    ratio(voiced.len() - old, voiced.len())
}
