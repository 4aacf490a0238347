//! Lines of reasons of a whole interview: for each idea that nothing leads to, the longest way on from it.

use crate::{
    graph::{ActiveGraph, KnowledgeGraph, Neighbours, Slot},
    id::NodeId,
};

/// Most lines.
const LINES: usize = 20;
/// Most ideas of a line.
const LENGTH: usize = 12;
/// Most steps of the search from one start; past it the longest way so far counts.
const STEPS: u32 = 5_000;

/// Lines of two ideas or more, longest first; of equally long ones the one begun first. A line that brings fewer than two
/// ideas that no longer one holds is left out.
pub(super) fn lines(graph: &KnowledgeGraph) -> Vec<Vec<NodeId>> {
    let active = ActiveGraph::of(graph);
    let successors = active.successors();
    let starts = (0..).zip(&active.entering).filter(|(_, entering)| **entering == 0).map(|(slot, _)| slot);
    let mut ways: Vec<Vec<Slot>> =
        starts.map(|start| longest(&successors, start)).filter(|way| way.len() > 1).collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.len()));
    let mut told: Vec<Slot> = Vec::new();
    ways.retain(|way| {
        let is_new = way.iter().filter(|slot| !told.contains(slot)).count() >= 2;
        told.extend(if is_new { way.as_slice() } else { &[] });
        is_new
    });
    ways.truncate(LINES);
    let id = |slot: &Slot| active.nodes.get(*slot as usize).map(|node| node.id);
    ways.iter().map(|way| way.iter().filter_map(id).collect()).collect()
}

/// The longest way from a start that meets no idea twice.
fn longest(successors: &Neighbours, start: Slot) -> Vec<Slot> {
    let mut best = vec![start];
    let mut way = vec![start];
    // For each idea of the way, which of its successors is tried next.
    let mut tried = vec![0_usize];
    let mut steps = 0;
    while let (Some(&slot), Some(next)) = (way.last(), tried.last_mut()) {
        let candidate = successors.of(slot).get(*next).copied();
        *next += 1;
        steps += 1;
        match candidate {
            Some(after) if way.len() < LENGTH && !way.contains(&after) && steps < STEPS => {
                way.push(after);
                tried.push(0);
                if way.len() > best.len() {
                    best.clone_from(&way);
                }
            }
            Some(_) if steps < STEPS => {}
            Some(_) | None => {
                way.pop();
                tried.pop();
            }
        }
    }
    best
}
