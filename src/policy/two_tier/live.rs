//! The live graph: ideas that stand and connections between them, with what is measured on it.
//!
//! Invariant: superseded ideas keep their position and have no neighbours, so that positions stay those of the graph.

use std::cell::OnceCell;

use super::{
    chains::Chains,
    evidence::{Edge, Ladder, Node},
    words::{Phrase, Words},
};
use crate::{
    graph::{Link, Partition, Peripheral, SimpleGraph},
    id::Name,
};

/// Ideas that stand and connections between them.
#[derive(Clone, Debug)]
pub struct LiveGraph<'a> {
    /// Rungs of the ladder.
    pub ladder: Ladder<'a>,
    /// Connections without direction, loops and parallels.
    pub simple: SimpleGraph,
    nodes: Vec<Node<'a>>,
    live: Vec<bool>,
    by_age: Vec<u32>,
    recent_limit: usize,
    outgoing: Vec<Vec<u32>>,
    has_incoming: Vec<bool>,
    clusters: OnceCell<Partition>,
    labels: OnceCell<Vec<Words>>,
    type_counts: OnceCell<Vec<usize>>,
    chains: OnceCell<Chains>,
}

impl<'a> LiveGraph<'a> {
    /// Leaves out superseded ideas, `revises` edges, loops, and edges with a dead or unknown end. `recent_limit`: how
    /// many of the newest ideas count as recent.
    pub(super) fn new(nodes: Vec<Node<'a>>, edges: &[Edge], ladder: Ladder<'a>, recent_limit: u32) -> Self {
        let live = live(&nodes, edges);
        let is_live = |position: u32| live.get(position as usize).copied().unwrap_or_default();
        let joins =
            |edge: &&Edge| !edge.revises && edge.source != edge.target && is_live(edge.source) && is_live(edge.target);
        let link =
            |edge: &Edge| Link { a: edge.source, b: edge.target, relevance: edge.relevance, weight: edge.weight };
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
        by_age.sort_by_key(|position| nodes.get(*position as usize).map(|node| node.turn));
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
    pub fn node(&self, position: u32) -> Option<&Node<'a>> {
        let index = position as usize;
        self.nodes.get(index).filter(|_| self.live.get(index).copied().unwrap_or_default())
    }

    /// Live nodes with their positions, in order of registration.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, &Node<'a>)> {
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

    /// Nodes an edge leads to from this one.
    pub fn outgoing(&self, position: u32) -> &[u32] {
        self.outgoing.get(position as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether an edge leads to this node.
    pub fn has_incoming(&self, position: u32) -> bool {
        self.has_incoming.get(position as usize).copied().unwrap_or_default()
    }

    /// Live nodes linked to an element: by the reading, or because their label names it. In order of registration.
    pub(super) fn linked(&self, element: &str, phrases: &[Phrase]) -> Vec<u32> {
        let labels = self.labels.get_or_init(|| self.nodes.iter().map(|node| Words::of(node.label)).collect());
        let names = |position: u32, node: &Node<'a>| {
            node.elements.iter().any(|linked: &Name| &**linked == element)
                || labels.get(position as usize).is_some_and(|words| words.say_any(node.label, phrases))
        };
        self.nodes().filter(|(position, node)| names(*position, node)).map(|(position, _)| position).collect()
    }

    /// The cluster of a node, its members ascending.
    pub fn cluster(&self, position: u32) -> &[u32] {
        self.clusters().cluster(position)
    }

    /// All clusters, those of superseded nodes included, each of which is alone.
    pub fn clusters(&self) -> &Partition {
        self.clusters.get_or_init(|| Partition::of(&self.simple))
    }

    /// Density of a node's cluster, 0–1; 0 if it is not live.
    pub fn cluster_density(&self, position: u32) -> f64 {
        self.simple.density(self.cluster(position))
    }

    /// Median degree in a node's cluster; 0 if it is not live.
    pub fn median_cluster_degree(&self, position: u32) -> f64 {
        self.simple.median_degree(self.cluster(position))
    }

    /// Nodes around a node's cluster, visited ones included; none if it is not live.
    pub fn periphery(&self, position: u32, max_hops: u32, min_relevance: f64) -> Vec<Peripheral> {
        if self.node(position).is_none() {
            return Vec::new();
        }
        self.simple.periphery(self.cluster(position), max_hops, min_relevance)
    }

    /// Whether the node takes a stance and some live node takes the opposite one.
    pub fn has_opposite_stance(&self, position: u32) -> bool {
        let opposes = |stance: i8| self.nodes().any(|(_, other)| i16::from(other.stance) == -i16::from(stance));
        self.node(position).is_some_and(|node| node.stance != 0 && opposes(node.stance))
    }

    /// How many live nodes each type has that has any, types by id.
    pub fn type_counts(&self) -> &[usize] {
        self.type_counts.get_or_init(|| {
            let mut types: Vec<&str> = self.nodes().map(|(_, node)| node.node_type).collect();
            types.sort_unstable();
            types.chunk_by(|a, b| a == b).map(<[&str]>::len).collect()
        })
    }

    /// Chains of reasons.
    pub fn chains(&self) -> Chains {
        *self.chains.get_or_init(|| Chains::of(self))
    }
}

/// Whether each node stands: none took its place.
fn live(nodes: &[Node<'_>], edges: &[Edge]) -> Vec<bool> {
    let mut live: Vec<bool> = nodes.iter().map(|node| !node.is_superseded).collect();
    for edge in edges.iter().filter(|edge| edge.revises) {
        if let Some(live) = live.get_mut(edge.target as usize) {
            *live = false;
        }
    }
    live
}
