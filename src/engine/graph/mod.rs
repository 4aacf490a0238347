//! The knowledge graph: the respondent's ideas and their connections, with quotes as evidence.
//!
//! Invariant: only a [`GraphDelta`] changes the graph, and it removes nothing. A revised idea stays as superseded.

mod chains;
mod community;
mod delta;
mod extraction;
mod labels;
pub mod matcher;
mod measure;
mod paths;
mod resolve;
mod simple;
pub mod validate;

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use serde::{Deserialize, Serialize};

pub use self::{
    chains::{Chains, SearchBudget, TURN_STEPS, Walk},
    community::Partition,
    delta::{DeltaError, GraphDelta, Operation},
    extraction::{ExtractedEdge, ExtractedNode, Extraction, IdeaKind, Reaction, Saying, SayingForm, Span},
    measure::{ActiveEdge, ActiveGraph, Neighbours, Slot},
    paths::longest_paths,
    resolve::resolve,
    simple::{Link, Neighbour, Peripheral, SimpleGraph},
};
use crate::engine::{
    id::{EdgeId, Name, NodeId},
    language::LanguagePack,
};

/// The place of a quote: code points `start..end` of the answer of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Quote {
    /// Turn of the answer.
    pub turn: u32,
    /// First code point.
    pub start: u32,
    /// One past the last code point.
    pub end: u32,
}

/// An idea.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Id, in order of registration.
    pub id: NodeId,
    /// The idea in the person's words.
    pub label: String,
    /// Id of its node type.
    pub node_type: Name,
    /// What it is, as words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<IdeaKind>,
    /// How it can be said back to the respondent. None if it cannot be quoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saying: Option<Saying>,
    /// Turn of its first mention.
    pub turn: u32,
    /// Confidence, 0–1.
    pub confidence: f64,
    /// Attitude towards it: -1 negative, 0 neutral, 1 positive.
    pub stance: i8,
    /// Whether it is too vague to build on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ambiguous: bool,
    /// Linked elements of the concept. If empty, the label decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Name>,
    /// Its quotes.
    pub quotes: Vec<Quote>,
    /// The node that replaces it, if the respondent revised it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<NodeId>,
}

/// A connection by the respondent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Id, in order of registration.
    pub id: EdgeId,
    /// Its source.
    pub source: NodeId,
    /// Its target.
    pub target: NodeId,
    /// Id of its edge type.
    pub edge_type: Name,
    /// Turn of its first mention.
    pub turn: u32,
    /// Confidence, 0–1.
    pub confidence: f64,
    /// Whether the ontology permits such an edge between nodes of these types.
    pub permitted: bool,
    /// Its quotes.
    pub quotes: Vec<Quote>,
}

/// The edge type by which a new idea replaces an old one.
pub const REVISES: &str = "revises";

/// Nodes and edges in order of registration.
#[derive(Clone, Debug, Default)]
pub struct KnowledgeGraph {
    graph: DiGraph<Node, Edge>,
    labels: labels::LabelIndex,
}

impl KnowledgeGraph {
    /// An empty graph with a language's rules for comparing labels.
    pub fn of_language(pack: &LanguagePack) -> Self {
        Self { graph: DiGraph::default(), labels: labels::LabelIndex::new(pack.label_rules()) }
    }

    /// Nodes in order of registration, including superseded ones.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = &Node> + ExactSizeIterator + Clone {
        self.graph.raw_nodes().iter().map(|node| &node.weight)
    }

    /// Edges in order of registration.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = &Edge> + ExactSizeIterator + Clone {
        self.graph.raw_edges().iter().map(|edge| &edge.weight)
    }

    /// The node with this id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.graph.node_weight(NodeIndex::new(id.index()))
    }

    /// The label of a node; empty for an unknown id.
    pub fn label(&self, id: NodeId) -> String {
        self.node(id).map_or_else(String::new, |node| node.label.clone())
    }

    /// The edge with this id.
    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.graph.edge_weight(EdgeIndex::new(id.index()))
    }

    /// Edges from one node to another.
    fn edges_between(&self, source: NodeId, target: NodeId) -> impl Iterator<Item = &Edge> {
        let (source, target) = (NodeIndex::new(source.index()), NodeIndex::new(target.index()));
        self.graph.edges_connecting(source, target).map(|edge| edge.weight())
    }

    /// Outgoing edges of a node, newest first.
    pub fn edges_from(&self, source: NodeId) -> impl Iterator<Item = &Edge> {
        self.graph.edges(NodeIndex::new(source.index())).map(|edge| edge.weight())
    }

    /// Neighbours of a node in either direction, one for each edge.
    pub fn joined_with(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let (from, to) = (petgraph::Outgoing, petgraph::Incoming);
        let ends = |direction| self.graph.edges_directed(NodeIndex::new(node.index()), direction);
        ends(from).map(|edge| edge.weight().target).chain(ends(to).map(|edge| edge.weight().source))
    }

    /// Nodes that are not superseded, in order of registration.
    pub fn active_nodes(&self) -> impl DoubleEndedIterator<Item = &Node> + Clone {
        self.nodes().filter(|node| node.superseded_by.is_none())
    }

    /// Number of registered nodes.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// Number of registered edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }
}
