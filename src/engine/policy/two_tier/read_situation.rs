//! Reads a situation of the engine into evidence of `two_tier`.
//!
//! The confidence of an edge becomes its relevance, and every edge has the weight 1. Edges that the ontology does not permit
//! are left out. The number of a turn is the number of answers before it, so the opening question is turn 0.

use super::evidence::{Evidence, EvidenceEdge, EvidenceElement, EvidenceNode, EvidenceTurn, LadderTypes};
use crate::engine::{
    dialogue::{Exchange, Focus, qualitative::Signals},
    graph::{Edge, KnowledgeGraph, REVISES},
    id::NodeId,
    methodology::Ontology,
    number::ratio,
    sort,
    state::Situation,
};

/// Share of new ideas below which a turn counts as low in information, 0–1.
const LITTLE: f64 = 0.2;

/// The evidence of a situation.
pub(super) fn evidence<'a>(situation: &Situation<'a>, recent_limit: u32) -> Evidence<'a> {
    let concept = situation.concept;
    Evidence {
        pack: situation.pack,
        concept: &concept.name,
        elements: concept
            .elements
            .iter()
            .map(|element| EvidenceElement { id: element.id.clone(), label: &element.label, aliases: &element.aliases })
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

/// Qualitative readings of the last answer. They are never carried over to the next answer.
fn signals(history: &[Exchange]) -> Signals {
    let reading = history.last().and_then(|exchange| exchange.reading.as_ref());
    reading.and_then(|reading| reading.qualitative.as_deref()).cloned().unwrap_or_default()
}

/// Types on the lowest and on the two highest levels. A type without a level is on neither.
fn ladder(ontology: &Ontology) -> LadderTypes<'_> {
    let levels = ontology.levels();
    let on = |wanted: &[u32]| {
        let types = ontology.nodes.iter().filter(|node| node.level.is_some_and(|level| wanted.contains(&level)));
        types.map(|node| &*node.id).collect()
    };
    let highest = levels.len().saturating_sub(2);
    LadderTypes {
        types: ontology.nodes.len(),
        lowest: on(levels.get(..1).unwrap_or_default()),
        highest: on(levels.get(highest..).unwrap_or_default()),
    }
}

fn nodes(graph: &KnowledgeGraph) -> Vec<EvidenceNode<'_>> {
    graph
        .nodes()
        .map(|idea| EvidenceNode {
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

fn edge(edge: &Edge) -> EvidenceEdge {
    let revises = &*edge.edge_type == REVISES;
    // An end beyond all nodes removes the edge from every measure.
    let end = |node: NodeId| if edge.permitted || revises { node.0 } else { u32::MAX };
    EvidenceEdge {
        source: end(edge.source),
        target: end(edge.target),
        relevance: edge.confidence,
        weight: 1.0,
        revises,
    }
}

fn turn(exchange: &Exchange) -> EvidenceTurn<'_> {
    let probe = exchange.probe.as_ref();
    let node = |focus: &Focus| match focus {
        Focus::Node { node } | Focus::Pair { a: node, .. } => Some(node.0),
        Focus::Nodes { nodes } => nodes.first().map(|node| node.0),
        Focus::Global | Focus::Gap { .. } | Focus::Element { .. } => None,
    };
    EvidenceTurn {
        question: Some(&exchange.question),
        answer: exchange.answer.as_deref(),
        strategy: probe.map(|probe| probe.strategy.clone()),
        node: probe.and_then(|probe| node(&probe.focus)),
    }
}

/// Number of the latest turns in a row in which less than a fifth of the ideas were new or not recent. A skipped question
/// does not change the count.
fn low_info_turns(situation: &Situation<'_>, recent_limit: usize) -> u32 {
    let mut run = 0;
    for exchange in situation.history.iter().filter(|exchange| exchange.answer.is_some()) {
        run = if new_share(situation.graph, exchange, recent_limit) < LITTLE { run + 1 } else { 0 };
    }
    run
}

/// Share of an answer's ideas that are not among the recent ones, 0–1. 1 without ideas.
fn new_share(graph: &KnowledgeGraph, exchange: &Exchange, recent_limit: usize) -> f64 {
    let new = &exchange.new_nodes;
    let mut voiced = [new.as_slice(), &exchange.mentioned_nodes, &exchange.refined_nodes].concat();
    sort::distinct(&mut voiced);
    if voiced.is_empty() {
        return 1.0;
    }
    if voiced.iter().all(|node| new.contains(node)) {
        return 1.0;
    }
    let repeated = voiced.iter().filter(|node| !new.contains(node));
    // Nodes are registered in order of turns, so the recent ones are the last before this turn's own.
    let before = graph.nodes().take_while(|node| node.turn < exchange.turn).count();
    let recent = before.saturating_sub(recent_limit)..before;
    let old = repeated.filter(|node| recent.contains(&node.index())).count();
    ratio(voiced.len() - old, voiced.len())
}
