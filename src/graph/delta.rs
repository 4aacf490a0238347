//! The only way to change the graph: a list of operations, part of the turn's record.

use serde::{Deserialize, Serialize};

use super::{Edge, KnowledgeGraph, Node, Quote};
use crate::id::{EdgeId, Name, NodeId};

/// What one answer changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphDelta {
    /// Changes, in order.
    pub operations: Vec<Operation>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Operation {
    /// A new idea; its id is the next one.
    AddNode(Node),
    /// An idea known before was voiced again.
    MentionNode {
        /// Which.
        node: NodeId,
        /// Where.
        quote: Quote,
    },
    /// An idea known before gained an element, or its stance changed.
    RefineNode {
        /// Which.
        node: NodeId,
        /// Elements gained.
        elements: Vec<Name>,
        /// Its stance from now on.
        stance: i8,
    },
    /// An idea known before is vague, or no longer so.
    MarkNode {
        /// Which.
        node: NodeId,
        /// Whether it is too vague to build on.
        ambiguous: bool,
    },
    /// A new connection; its id is the next one.
    AddEdge(Edge),
    /// A connection known before was voiced again.
    MentionEdge {
        /// Which.
        edge: EdgeId,
        /// Where.
        quote: Quote,
    },
    /// An idea takes the place of another.
    Supersede {
        /// The old one.
        node: NodeId,
        /// The new one.
        by: NodeId,
    },
}

impl GraphDelta {
    /// Ids of new nodes, in order.
    pub fn new_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.operations.iter().filter_map(|operation| match operation {
            Operation::AddNode(node) => Some(node.id),
            _ => None,
        })
    }

    /// Ids of new edges, in order.
    pub fn new_edges(&self) -> impl Iterator<Item = EdgeId> {
        self.operations.iter().filter_map(|operation| match operation {
            Operation::AddEdge(edge) => Some(edge.id),
            _ => None,
        })
    }

    /// Ids of nodes known before that gained something other than a mention, in order.
    pub fn refined_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.operations.iter().filter_map(|operation| match operation {
            Operation::RefineNode { node, .. } => Some(*node),
            _ => None,
        })
    }

    /// Ids of nodes known before that were voiced again, in order.
    pub fn mentioned_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.operations.iter().filter_map(|operation| match operation {
            Operation::MentionNode { node, .. } => Some(*node),
            _ => None,
        })
    }
}

/// A change that does not fit the graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeltaError {
    /// A change names a node the graph does not have.
    #[error("the change names {0}, which the graph does not have")]
    UnknownNode(NodeId),
    /// A change names an edge the graph does not have.
    #[error("the change names {0}, which the graph does not have")]
    UnknownEdge(EdgeId),
    /// A new node or edge does not carry the next id.
    #[error("{found} was to be added, but the next id is {expected}")]
    NotNext {
        /// The id it carries.
        found: String,
        /// The id it should carry.
        expected: String,
    },
}

impl KnowledgeGraph {
    /// Applies a change. One that does not fit is refused whole.
    ///
    /// # Errors
    /// [`DeltaError`] where an operation names something unknown.
    pub fn apply(&mut self, delta: &GraphDelta) -> Result<(), DeltaError> {
        self.check(delta)?;
        for operation in &delta.operations {
            self.apply_operation(operation);
        }
        Ok(())
    }

    fn check(&self, delta: &GraphDelta) -> Result<(), DeltaError> {
        let (mut nodes, mut edges) = (self.node_count(), self.edge_count());
        let known =
            |id: NodeId, nodes: usize| if id.index() < nodes { Ok(()) } else { Err(DeltaError::UnknownNode(id)) };
        for operation in &delta.operations {
            match operation {
                Operation::AddNode(node) => {
                    next(node.id.index() == nodes, node.id, NodeId(count(nodes)))?;
                    nodes += 1;
                }
                Operation::AddEdge(edge) => {
                    next(edge.id.index() == edges, edge.id, EdgeId(count(edges)))?;
                    known(edge.source, nodes)?;
                    known(edge.target, nodes)?;
                    edges += 1;
                }
                Operation::MentionNode { node, .. }
                | Operation::RefineNode { node, .. }
                | Operation::MarkNode { node, .. } => known(*node, nodes)?,
                Operation::MentionEdge { edge, .. } => {
                    if edge.index() >= edges {
                        return Err(DeltaError::UnknownEdge(*edge));
                    }
                }
                Operation::Supersede { node, by } => {
                    known(*node, nodes)?;
                    known(*by, nodes)?;
                }
            }
        }
        Ok(())
    }

    fn apply_operation(&mut self, operation: &Operation) {
        match operation {
            Operation::AddNode(node) => {
                self.labels.push(node.id, &node.label);
                self.graph.add_node(node.clone());
            }
            Operation::AddEdge(edge) => {
                self.graph.add_edge(at(edge.source), at(edge.target), edge.clone());
            }
            Operation::MentionNode { node, quote } => {
                if let Some(node) = self.graph.node_weight_mut(at(*node)) {
                    node.quotes.push(*quote);
                }
            }
            Operation::RefineNode { node, elements, stance } => {
                if let Some(node) = self.graph.node_weight_mut(at(*node)) {
                    node.elements.extend(elements.iter().cloned());
                    node.stance = *stance;
                }
            }
            Operation::MarkNode { node, ambiguous } => {
                if let Some(node) = self.graph.node_weight_mut(at(*node)) {
                    node.ambiguous = *ambiguous;
                }
            }
            Operation::MentionEdge { edge, quote } => {
                let index = petgraph::graph::EdgeIndex::new(edge.index());
                if let Some(edge) = self.graph.edge_weight_mut(index) {
                    edge.quotes.push(*quote);
                }
            }
            Operation::Supersede { node, by } => {
                if let Some(node) = self.graph.node_weight_mut(at(*node)) {
                    node.superseded_by = Some(*by);
                }
            }
        }
    }
}

fn at(id: NodeId) -> petgraph::graph::NodeIndex {
    petgraph::graph::NodeIndex::new(id.index())
}

#[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes with 32 bits")]
fn count(index: usize) -> u32 {
    index as u32
}

fn next<T: std::fmt::Display>(fits: bool, found: T, expected: T) -> Result<(), DeltaError> {
    if fits { Ok(()) } else { Err(DeltaError::NotNext { found: found.to_string(), expected: expected.to_string() }) }
}
