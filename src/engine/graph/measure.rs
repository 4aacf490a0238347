//! The active graph: nodes that are not superseded, as policies and measures use them.
//!
//! Nodes are in order of registration and edges in order of insertion, so every search is reproducible. It is rebuilt
//! every turn, in linear time.

use std::mem;

use super::{Edge, KnowledgeGraph, Node, REVISES, labels::LabelIndex};
use crate::engine::{
    id::{Name, NodeId},
    text::Folded,
};

/// Position of a node among the active nodes.
pub type Slot = u32;

const NONE: u32 = u32::MAX;

/// Active nodes and the permitted edges between them, without `revises` and loops. Each (source, target, type) occurs
/// once.
#[derive(Debug)]
pub struct ActiveGraph<'a> {
    /// Active nodes in order of registration.
    pub nodes: Vec<&'a Node>,
    /// Node types in order of first appearance.
    pub types: Vec<&'a Name>,
    /// Position in `types` for each active node.
    pub type_of: Vec<u32>,
    /// Active edges in order of insertion.
    pub edges: Vec<ActiveEdge<'a>>,
    /// Number of active incoming edges of each node.
    pub entering: Vec<u32>,
    /// Number of active outgoing edges of each node.
    pub leaving: Vec<u32>,
    slots: Vec<Slot>,
    labels: &'a LabelIndex,
}

/// An edge between two active nodes.
#[derive(Clone, Copy, Debug)]
pub struct ActiveEdge<'a> {
    /// Its source.
    pub source: Slot,
    /// Its target.
    pub target: Slot,
    /// The edge itself.
    pub edge: &'a Edge,
    /// Whether an earlier edge of another type has the same source and target.
    is_parallel: bool,
    /// Whether an earlier edge connects the same nodes in the opposite direction.
    is_mirrored: bool,
}

/// Neighbours of every node without repetition, in order of edge insertion.
#[derive(Debug, Default)]
pub struct Neighbours {
    starts: Vec<u32>,
    targets: Vec<Slot>,
}

impl Neighbours {
    /// Neighbours of a node.
    pub fn of(&self, slot: Slot) -> &[Slot] {
        let at = slot as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) => self.targets.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Sorts arcs by source with a stable sort.
    #[expect(clippy::indexing_slicing, reason = "slots are positions in the list of `nodes` nodes")]
    pub fn collect(nodes: usize, arcs: impl Iterator<Item = (Slot, Slot)> + Clone) -> Self {
        let mut starts = vec![0; nodes + 1];
        for (from, _) in arcs.clone() {
            starts[from as usize + 1] += 1;
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let mut ends = starts.clone();
        let mut targets = vec![0; starts[nodes] as usize];
        for (from, to) in arcs {
            let end = &mut ends[from as usize];
            targets[*end as usize] = to;
            *end += 1;
        }
        Self { starts, targets }
    }
}

impl<'a> ActiveGraph<'a> {
    /// Collects the active part of a graph.
    pub fn of(graph: &'a KnowledgeGraph) -> Self {
        let mut active = Self {
            nodes: Vec::with_capacity(graph.node_count()),
            types: Vec::new(),
            type_of: Vec::with_capacity(graph.node_count()),
            edges: Vec::with_capacity(graph.edge_count()),
            entering: Vec::new(),
            leaving: Vec::new(),
            slots: vec![NONE; graph.node_count()],
            labels: &graph.labels,
        };
        let superseded = superseded(graph);
        for (node, is_superseded) in graph.nodes().zip(superseded) {
            if !is_superseded {
                active.take_node(node);
            }
        }
        active.entering = vec![0; active.nodes.len()];
        active.leaving = vec![0; active.nodes.len()];
        active.take_edges(graph);
        active
    }

    /// Position of a node; none if it is not active.
    pub fn slot(&self, id: NodeId) -> Option<Slot> {
        self.slots.get(id.index()).copied().filter(|slot| *slot != NONE)
    }

    /// The label of an active node in a searchable form.
    pub fn label(&self, slot: Slot) -> Option<&'a Folded> {
        self.nodes.get(slot as usize).and_then(|node| self.labels.folded(node.id))
    }

    /// Number of words in the label of an active node.
    pub fn label_words(&self, slot: Slot) -> u32 {
        self.nodes.get(slot as usize).map_or(0, |node| self.labels.length(node.id))
    }

    /// Number of active nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph has no active node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Targets of each node's edges.
    pub fn successors(&self) -> Neighbours {
        let arcs = self.edges.iter().filter(|edge| !edge.is_parallel).map(|edge| (edge.source, edge.target));
        Neighbours::collect(self.len(), arcs)
    }

    /// Sources of each node's edges.
    pub fn predecessors(&self) -> Neighbours {
        let arcs = self.edges.iter().filter(|edge| !edge.is_parallel).map(|edge| (edge.target, edge.source));
        Neighbours::collect(self.len(), arcs)
    }

    /// Neighbours of each node, ignoring direction.
    pub fn neighbours(&self) -> Neighbours {
        let ties = self.edges.iter().filter(|edge| !edge.is_parallel && !edge.is_mirrored);
        Neighbours::collect(self.len(), ties.flat_map(|edge| [(edge.source, edge.target), (edge.target, edge.source)]))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes with 32 bits")]
    #[expect(clippy::indexing_slicing, reason = "one slot was made for each registered node")]
    fn take_node(&mut self, node: &'a Node) {
        self.slots[node.id.index()] = self.nodes.len() as u32;
        let known = self.types.iter().position(|name| **name == node.node_type);
        let type_of = known.unwrap_or(self.types.len());
        if known.is_none() {
            self.types.push(&node.node_type);
        }
        self.type_of.push(type_of as u32);
        self.nodes.push(node);
    }

    /// Adds each edge once. It searches the shorter list of the two ends, so nodes with many edges stay cheap.
    #[expect(clippy::indexing_slicing, reason = "slots are positions in lists as long as the list of active nodes")]
    fn take_edges(&mut self, graph: &'a KnowledgeGraph) {
        let mut lists = Lists::new(self.len());
        for edge in graph.edges() {
            let (Some(source), Some(target)) = (self.slot(edge.source), self.slot(edge.target)) else { continue };
            if source == target || !edge.permitted || &*edge.edge_type == REVISES {
                continue;
            }
            let (mut is_same, mut is_parallel) = (false, false);
            lists.between(self, source, target, |found| {
                is_parallel = true;
                is_same |= found.edge.edge_type == edge.edge_type;
            });
            if is_same {
                continue;
            }
            let mut is_mirrored = false;
            lists.between(self, target, source, |_| is_mirrored = true);
            lists.push(source, target);
            self.leaving[source as usize] += 1;
            self.entering[target as usize] += 1;
            self.edges.push(ActiveEdge { source, target, edge, is_parallel, is_mirrored });
        }
    }
}

/// Whether each registered node is superseded, by its field or by a permitted `revises` edge.
fn superseded(graph: &KnowledgeGraph) -> Vec<bool> {
    let mut superseded: Vec<bool> = graph.nodes().map(|node| node.superseded_by.is_some()).collect();
    for edge in graph.edges().filter(|edge| &*edge.edge_type == REVISES && edge.source != edge.target) {
        if superseded.get(edge.source.index()) == Some(&false)
            && let Some(old) = superseded.get_mut(edge.target.index())
        {
            *old = true;
        }
    }
    superseded
}

/// Edges so far, in a linked list for each end.
struct Lists {
    last_out: Vec<u32>,
    last_in: Vec<u32>,
    links: Vec<(u32, u32)>,
}

impl Lists {
    fn new(nodes: usize) -> Self {
        Self { last_out: vec![NONE; nodes], last_in: vec![NONE; nodes], links: Vec::new() }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the graph numbers its edges with 32 bits")]
    #[expect(clippy::indexing_slicing, reason = "slots are positions in the list of active nodes")]
    fn push(&mut self, source: Slot, target: Slot) {
        let edge = self.links.len() as u32;
        let before_out = mem::replace(&mut self.last_out[source as usize], edge);
        let before_in = mem::replace(&mut self.last_in[target as usize], edge);
        self.links.push((before_out, before_in));
    }

    /// Calls `each` with each edge so far from `source` to `target`.
    #[expect(clippy::indexing_slicing, reason = "slots and links are positions in the lists they point into")]
    fn between<'a>(
        &self,
        active: &ActiveGraph<'a>,
        source: Slot,
        target: Slot,
        mut found: impl FnMut(&ActiveEdge<'a>),
    ) {
        let by_source = active.leaving[source as usize] <= active.entering[target as usize];
        let mut at = if by_source { self.last_out[source as usize] } else { self.last_in[target as usize] };
        while let Some(edge) = active.edges.get(at as usize) {
            if edge.source == source && edge.target == target {
                found(edge);
            }
            let (before_out, before_in) = self.links[at as usize];
            at = if by_source { before_out } else { before_in };
        }
    }
}
