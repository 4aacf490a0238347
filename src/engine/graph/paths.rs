//! The longest paths of a graph, as lines of reasons.

use std::cmp::Reverse;

use super::{ActiveEdge, ActiveGraph, KnowledgeGraph, Neighbours, Slot};
use crate::engine::{
    id::NodeId,
    methodology::{EdgeTypes, Ontology},
    sort,
};

/// Maximum search steps from one start. At the limit, the longest path so far counts.
const STEPS: u32 = 5_000;

/// Paths of two nodes or more along the ladder of the method, from nodes without incoming links, longest first, then in
/// order of their starts. An edge that is not permitted is no link.
///
/// `most_nodes` limits the length of a path. Each path has two nodes that no longer path contains.
pub fn longest_paths(graph: &KnowledgeGraph, ontology: &Ontology, most_nodes: usize) -> Vec<Vec<NodeId>> {
    let active = ActiveGraph::of(graph);
    let links = ladder_links(&active, ontology);
    let successors = Neighbours::collect(active.len(), links.iter().copied());
    let is_start = |slot: &Slot| !links.iter().any(|(_, target)| target == slot);
    let mut starts: Vec<Slot> = links.iter().map(|(source, _)| *source).filter(is_start).collect();
    sort::distinct(&mut starts);
    let mut paths: Vec<Vec<Slot>> =
        starts.into_iter().map(|start| longest_path(&successors, start, most_nodes)).collect();
    paths.retain(|path| path.len() > 1);
    sort::by_key(&mut paths, |path| Reverse(path.len()));
    let mut seen: Vec<Slot> = Vec::new();
    paths.retain(|path| {
        let is_new = path.iter().filter(|slot| !seen.contains(slot)).count() >= 2;
        seen.extend(if is_new { path.as_slice() } else { &[] });
        is_new
    });
    let id = |slot: &Slot| active.nodes.get(*slot as usize).map(|node| node.id);
    paths.iter().map(|path| path.iter().filter_map(id).collect()).collect()
}

/// The links of the ladder between active nodes, each once.
fn ladder_links(active: &ActiveGraph<'_>, ontology: &Ontology) -> Vec<(Slot, Slot)> {
    let node_type = |slot: Slot| active.nodes.get(slot as usize).map_or("", |node| &*node.node_type);
    let mut links: Vec<(Slot, Slot)> = Vec::new();
    for ActiveEdge { source, target, edge, .. } in &active.edges {
        let types = EdgeTypes { source: node_type(*source), target: node_type(*target), edge_type: &edge.edge_type };
        if ontology.is_ladder_link(types) && !links.contains(&(*source, *target)) {
            links.push((*source, *target));
        }
    }
    links
}

/// The longest simple path from a start, the first of equals.
fn longest_path(successors: &Neighbours, start: Slot, most_nodes: usize) -> Vec<Slot> {
    let mut best = vec![start];
    let mut path = vec![start];
    // For each node of the path, the index of the successor to try next.
    let mut tried = vec![0_usize];
    let mut steps = 0;
    while let (Some(&slot), Some(next)) = (path.last(), tried.last_mut()) {
        let candidate = successors.of(slot).get(*next).copied().filter(|_| steps + 1 < STEPS);
        *next += 1;
        steps += 1;
        match candidate {
            Some(after) if path.len() < most_nodes && !path.contains(&after) => {
                path.push(after);
                tried.push(0);
                if path.len() > best.len() {
                    best.clone_from(&path);
                }
            }
            Some(_) => {}
            None => {
                path.pop();
                tried.pop();
            }
        }
    }
    best
}
