//! Threads: the ideas above each starting idea, and the rung they reach.

use crate::engine::{
    graph::{ActiveGraph, KnowledgeGraph, Neighbours, Slot},
    id::NodeId,
    methodology::Ontology,
    state::Ladder,
};

/// Most steps of the search above a start. Interviews need far fewer.
const STEPS: usize = 10_000;

/// The ideas above an idea without incoming connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thread {
    /// Its ideas, the start first.
    pub nodes: Vec<NodeId>,
    /// Highest rung reached, from 1; 1 for a start that leads nowhere.
    pub reached: u32,
    /// Whether it reaches an idea of a terminal type.
    pub is_complete: bool,
}

/// The threads of a graph, deepest first.
pub(super) fn threads(graph: &KnowledgeGraph, ontology: &Ontology) -> Vec<Thread> {
    let active = ActiveGraph::of(graph);
    let ladder = Ladder::of(ontology);
    let successors = active.successors();
    let starts = active.entering.iter().zip(0..).filter(|(entering, _)| **entering == 0).map(|(_, slot)| slot);
    let mut threads: Vec<Thread> = starts.map(|start| follow(&active, &ladder, &successors, start)).collect();
    threads.sort_by_key(|thread| (std::cmp::Reverse(thread.is_complete), std::cmp::Reverse(thread.reached)));
    threads
}

fn follow(active: &ActiveGraph<'_>, ladder: &Ladder, successors: &Neighbours, start: Slot) -> Thread {
    let mut met = vec![start];
    let mut next = 0;
    while let Some(&slot) = met.get(next).filter(|_| next < STEPS) {
        next += 1;
        for &after in successors.of(slot) {
            if !met.contains(&after) {
                met.push(after);
            }
        }
    }
    let nodes: Vec<_> = met.iter().filter_map(|slot| active.nodes.get(*slot as usize)).collect();
    let above = || nodes.iter().skip(1);
    Thread {
        reached: above().filter_map(|node| ladder.rung(&node.node_type)).max().map_or(1, |rung| rung + 1),
        is_complete: above().any(|node| ladder.is_terminal(&node.node_type)),
        nodes: nodes.iter().map(|node| node.id).collect(),
    }
}
