//! What was understood, as lines of reasons in the person's words.

use crate::{
    graph::{KnowledgeGraph, Node, REVISES},
    id::NodeId,
    methodology::Ontology,
    order,
};

/// Most lines of a summary.
const LINES: usize = 4;
/// Most ideas of a line.
const LENGTH: usize = 6;

/// The longest lines of reasons, each from where nothing leads in; where nothing is connected, the first ideas.
pub(super) fn summary(graph: &KnowledgeGraph, ontology: &Ontology) -> Vec<Vec<String>> {
    let links: Vec<(NodeId, NodeId)> = graph
        .edges()
        .filter(|edge| edge.permitted && &*edge.edge_type != REVISES)
        .map(|edge| (edge.source, edge.target))
        .filter(|(source, target)| is_active(graph, *source) && is_active(graph, *target))
        .collect();
    let is_start = |node: &&Node| {
        links.iter().any(|(source, _)| *source == node.id) && links.iter().all(|(_, target)| *target != node.id)
    };
    let mut chains: Vec<Vec<NodeId>> =
        graph.active_nodes().filter(is_start).map(|node| longest(&links, vec![node.id])).collect();
    order::by_key(&mut chains, |line| std::cmp::Reverse(line.len()));
    let mut told: Vec<NodeId> = Vec::new();
    chains.retain(|chain| {
        let is_new = chain.iter().filter(|node| !told.contains(node)).count() >= 2;
        told.extend(if is_new { chain.clone() } else { Vec::new() });
        is_new
    });
    if chains.is_empty() {
        let on_ladder = |node: &&Node| ontology.node(&node.node_type).is_some_and(|found| found.level.is_some());
        chains = graph.active_nodes().filter(on_ladder).map(|node| vec![node.id]).collect();
    }
    let label = |id: &NodeId| graph.node(*id).map_or_else(String::new, |node| node.label.clone());
    chains.iter().take(LINES).map(|line| line.iter().map(label).collect()).collect()
}

fn is_active(graph: &KnowledgeGraph, id: NodeId) -> bool {
    graph.node(id).is_some_and(|node| node.superseded_by.is_none())
}

/// The longest way on from the end of a line, at most [`LENGTH`] ideas; of equally long ones the first.
fn longest(links: &[(NodeId, NodeId)], line: Vec<NodeId>) -> Vec<NodeId> {
    let Some(end) = line.last().copied() else { return line };
    let mut best = line.clone();
    if line.len() == LENGTH {
        return best;
    }
    for (_, target) in links.iter().filter(|(source, target)| *source == end && !line.contains(target)) {
        let mut longer = line.clone();
        longer.push(*target);
        let longer = longest(links, longer);
        if longer.len() > best.len() {
            best = longer;
        }
        if best.len() == LENGTH {
            break;
        }
    }
    best
}
