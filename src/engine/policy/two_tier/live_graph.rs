//! The live graph: nodes that are not superseded, the edges between them, and measures of both.
//!
//! Invariant: superseded nodes keep their position without neighbours, so positions equal those of the graph.

use std::cell::OnceCell;

use super::{
    chains::ChainLengths,
    evidence::{EvidenceEdge, EvidenceNode, LadderTypes},
};
use crate::engine::{
    graph::{Link, Partition, Peripheral, SimpleGraph},
    id::Name,
    language::{PhraseSet, PhraseText},
    sort,
};

/// The nodes that are not superseded and the edges between them.
#[derive(Clone, Debug)]
pub struct LiveGraph<'a> {
    /// Node types at the ends of the ladder.
    pub ladder: LadderTypes<'a>,
    /// Edges without direction, loops and parallels.
    pub simple: SimpleGraph,
    nodes: Vec<EvidenceNode<'a>>,
    live: Vec<bool>,
    by_age: Vec<u32>,
    recent_limit: usize,
    outgoing: Vec<Vec<u32>>,
    has_incoming: Vec<bool>,
    clusters: OnceCell<Partition>,
    labels: OnceCell<Vec<PhraseText<'a>>>,
    type_counts: OnceCell<Vec<usize>>,
    chains: OnceCell<ChainLengths>,
}

impl<'a> LiveGraph<'a> {
    /// Leaves out superseded nodes, `revises` edges, loops, and edges with a superseded or unknown end. The `recent_limit`
    /// newest nodes count as recent.
    pub(super) fn new(
        nodes: Vec<EvidenceNode<'a>>,
        edges: &[EvidenceEdge],
        ladder: LadderTypes<'a>,
        recent_limit: u32,
    ) -> Self {
        let live = live(&nodes, edges);
        let is_live = |position: u32| live.get(position as usize).copied().unwrap_or_default();
        let joins = |edge: &&EvidenceEdge| {
            !edge.revises && edge.source != edge.target && is_live(edge.source) && is_live(edge.target)
        };
        let link = |edge: &EvidenceEdge| Link {
            a: edge.source,
            b: edge.target,
            relevance: edge.relevance,
            weight: edge.weight,
        };
        let simple = SimpleGraph::new(nodes.len(), edges.iter().filter(joins).map(link));
        let (mut outgoing, mut has_incoming) = (vec![Vec::new(); nodes.len()], vec![false; nodes.len()]);
        for edge in edges.iter().filter(joins) {
            if let Some((out, into)) =
                outgoing.get_mut(edge.source as usize).zip(has_incoming.get_mut(edge.target as usize))
            {
                out.push(edge.target);
                *into = true;
            }
        }
        let mut by_age: Vec<u32> = (0..).zip(&live).filter(|(_, live)| **live).map(|(position, _)| position).collect();
        sort::by_key(&mut by_age, |position| nodes.get(*position as usize).map(|node| node.turn));
        Self {
            ladder,
            simple,
            nodes,
            live,
            by_age,
            recent_limit: recent_limit as usize,
            outgoing,
            has_incoming,
            clusters: OnceCell::new(),
            labels: OnceCell::new(),
            type_counts: OnceCell::new(),
            chains: OnceCell::new(),
        }
    }

    /// The node at a position, if it is live.
    pub fn node(&self, position: u32) -> Option<&EvidenceNode<'a>> {
        let index = position as usize;
        self.nodes.get(index).filter(|_| self.live.get(index).copied().unwrap_or_default())
    }

    /// Live nodes with their positions, in order of registration.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, &EvidenceNode<'a>)> {
        let all = (0..).zip(self.nodes.iter().zip(&self.live));
        all.filter(|(_, (_, live))| **live).map(|(position, (node, _))| (position, node))
    }

    /// Positions of live nodes, oldest first.
    pub fn by_age(&self) -> &[u32] {
        &self.by_age
    }

    /// Positions of recent nodes, oldest first.
    pub fn recent(&self) -> &[u32] {
        let from = self.by_age.len().saturating_sub(self.recent_limit);
        self.by_age.get(from..).unwrap_or_default()
    }

    /// The newest live node.
    pub fn most_recent(&self) -> Option<u32> {
        self.by_age.last().copied()
    }

    /// Number of neighbours.
    pub fn degree(&self, position: u32) -> usize {
        self.simple.degree(position)
    }

    /// Targets of the edges that leave a node.
    pub fn outgoing(&self, position: u32) -> &[u32] {
        self.outgoing.get(position as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether an edge enters a node.
    pub fn has_incoming(&self, position: u32) -> bool {
        self.has_incoming.get(position as usize).copied().unwrap_or_default()
    }

    /// Live nodes linked to an element by the reading or by their label, in order of registration.
    pub(super) fn linked(&self, element: &str, phrases: &PhraseSet<usize>) -> Vec<u32> {
        let labels = self.labels.get_or_init(|| self.nodes.iter().map(|node| PhraseText::of(node.label)).collect());
        let names = |position: u32, node: &EvidenceNode<'a>| {
            node.elements.iter().any(|linked: &Name| &**linked == element)
                || labels.get(position as usize).is_some_and(|label| label.contains(phrases))
        };
        self.nodes().filter(|(position, node)| names(*position, node)).map(|(position, _)| position).collect()
    }

    /// The cluster of a node, its members ascending.
    pub fn cluster(&self, position: u32) -> &[u32] {
        self.clusters().cluster(position)
    }

    /// All clusters. Each superseded node is a cluster of its own.
    pub fn clusters(&self) -> &Partition {
        self.clusters.get_or_init(|| Partition::of(&self.simple))
    }

    /// Density of a node's cluster, 0–1. 0 if the node is not live.
    pub fn cluster_density(&self, position: u32) -> f64 {
        self.simple.density(self.cluster(position))
    }

    /// Median degree in a node's cluster. 0 if the node is not live.
    pub fn median_cluster_degree(&self, position: u32) -> f64 {
        self.simple.median_degree(self.cluster(position))
    }

    /// Nodes around a node's cluster, visited ones included. None if the node is not live.
    pub fn periphery(&self, position: u32, max_hops: u32, min_relevance: f64) -> Vec<Peripheral> {
        if self.node(position).is_none() {
            return Vec::new();
        }
        self.simple.periphery(self.cluster(position), max_hops, min_relevance)
    }

    /// Whether a live node has the opposite stance of this node, if it has one.
    pub fn has_opposite_stance(&self, position: u32) -> bool {
        let opposes = |stance: i8| self.nodes().any(|(_, other)| i16::from(other.stance) == -i16::from(stance));
        self.node(position).is_some_and(|node| node.stance != 0 && opposes(node.stance))
    }

    /// Number of live nodes of each type that occurs, in order of type ids.
    pub fn type_counts(&self) -> &[usize] {
        self.type_counts.get_or_init(|| {
            let mut types: Vec<&str> = self.nodes().map(|(_, node)| node.node_type).collect();
            sort::ascending(&mut types);
            types.chunk_by(|a, b| a == b).map(<[&str]>::len).collect()
        })
    }

    /// Lengths of the chains of reasons.
    pub fn chains(&self) -> ChainLengths {
        *self.chains.get_or_init(|| ChainLengths::of(self))
    }
}

/// Whether each node is live, that is not superseded.
fn live(nodes: &[EvidenceNode<'_>], edges: &[EvidenceEdge]) -> Vec<bool> {
    let mut live: Vec<bool> = nodes.iter().map(|node| !node.is_superseded).collect();
    for edge in edges.iter().filter(|edge| edge.revises) {
        if let Some(live) = live.get_mut(edge.target as usize) {
            *live = false;
        }
    }
    live
}
