//! Measures of the graph: its size, and the length of its lines of reasons.

use serde::{Deserialize, Serialize};

use super::ladder::Ladder;
use crate::engine::{
    graph::{ActiveGraph, Chains, SearchBudget, Slot},
    id::Name,
    index_map::IndexMap,
    number::count,
};

/// Figures of the active graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphState {
    /// Active nodes.
    pub node_count: u32,
    /// Active edges.
    pub edge_count: u32,
    /// Active nodes without an active edge.
    pub orphan_count: u32,
    /// Active nodes by type, in order of first appearance.
    pub nodes_by_type: IndexMap<Name, u32>,
    /// Active edges by type, in order of first appearance.
    pub edges_by_type: IndexMap<Name, u32>,
    /// Nodes on the longest chain; 0 for an empty graph.
    pub max_depth: u32,
    /// Whether the search for the longest chain was complete; otherwise `max_depth` is a lower bound.
    pub max_depth_exact: bool,
    /// Mean length of the longest chains from nodes without incoming edges.
    pub avg_depth: f64,
    /// Chains from the lowest rung to a terminal type; none if the methodology has no terminal type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chains: Option<ChainCompletion>,
}

/// Number of lines of reasons that reach an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainCompletion {
    /// Nodes on the lowest rung.
    pub starts: u32,
    /// Nodes on the lowest rung that reach another node of a terminal type.
    pub complete: u32,
}

impl GraphState {
    /// Figures of the active graph.
    pub(super) fn of(active: &ActiveGraph<'_>, ladder: &Ladder, effort: &mut SearchBudget) -> Self {
        let chains = active.longest_chains(effort);
        let orphans =
            active.entering.iter().zip(&active.leaving).filter(|(entering, leaving)| **entering + **leaving == 0);
        Self {
            node_count: count(active.len()),
            edge_count: count(active.edges.len()),
            orphan_count: count(orphans.count()),
            nodes_by_type: nodes_by_type(active),
            edges_by_type: edges_by_type(active),
            max_depth: chains.lengths.iter().copied().max().unwrap_or(0),
            max_depth_exact: chains.exact,
            avg_depth: mean_depth(active, &chains),
            chains: ladder.has_terminal().then(|| completion(active, ladder)),
        }
    }
}

fn nodes_by_type(active: &ActiveGraph<'_>) -> IndexMap<Name, u32> {
    let mut counts = vec![0; active.types.len()];
    for &type_of in &active.type_of {
        if let Some(count) = counts.get_mut(type_of as usize) {
            *count += 1;
        }
    }
    active.types.iter().map(|name| (*name).clone()).zip(counts).collect()
}

fn edges_by_type(active: &ActiveGraph<'_>) -> IndexMap<Name, u32> {
    let mut counts: Vec<(&Name, u32)> = Vec::new();
    for edge in &active.edges {
        match counts.iter_mut().find(|(name, _)| **name == edge.edge.edge_type) {
            Some((_, count)) => *count += 1,
            None => counts.push((&edge.edge.edge_type, 1)),
        }
    }
    counts.into_iter().map(|(name, count)| (name.clone(), count)).collect()
}

/// Mean chain length of the nodes without incoming edges; without such nodes, of all nodes.
fn mean_depth(active: &ActiveGraph<'_>, chains: &Chains) -> f64 {
    let (mut sum, mut starts) = (0_u64, 0_u32);
    for (length, entering) in chains.lengths.iter().zip(&active.entering) {
        if *entering == 0 {
            sum += u64::from(*length);
            starts += 1;
        }
    }
    if starts == 0 {
        sum = chains.lengths.iter().copied().map(u64::from).sum();
        starts = count(chains.lengths.len());
    }
    #[expect(clippy::cast_precision_loss, reason = "a sum of path lengths stays far below 2^53")]
    let sum = sum as f64;
    sum / f64::from(starts.max(1))
}

/// Follows edges backwards from the nodes of a terminal type.
fn completion(active: &ActiveGraph<'_>, ladder: &Ladder) -> ChainCompletion {
    let rungs = ladder.rungs(active);
    let ends: Vec<bool> = active.types.iter().map(|node_type| ladder.is_terminal(node_type)).collect();
    let is_end =
        |slot: Slot| active.type_of.get(slot as usize).and_then(|type_of| ends.get(*type_of as usize)) == Some(&true);
    let predecessors = active.predecessors();
    let mut reaches = vec![false; active.len()];
    let mut open: Vec<Slot> = (0..count(active.len())).filter(|&slot| is_end(slot)).collect();
    while let Some(slot) = open.pop() {
        for &before in predecessors.of(slot) {
            if let Some(seen @ false) = reaches.get_mut(before as usize) {
                *seen = true;
                open.push(before);
            }
        }
    }
    let mut completion = ChainCompletion::default();
    for (type_of, reaches) in active.type_of.iter().zip(reaches) {
        if rungs.get(*type_of as usize) == Some(&Some(0)) {
            completion.starts += 1;
            completion.complete += u32::from(reaches);
        }
    }
    completion
}
