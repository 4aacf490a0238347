//! Changes of the graph: a list of operations, stored in the turn's record.

use serde::{Deserialize, Serialize};

use super::{Edge, KnowledgeGraph, Node, Quote};
use crate::engine::id::{EdgeId, Name, NodeId};

/// The changes by one answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphDelta {
    /// The changes, in order.
    pub operations: Vec<Operation>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Operation {
    /// A new idea; its id is the next one.
    AddNode(Node),
    /// The respondent mentioned a known idea again.
    MentionNode {
        /// Its id.
        node: NodeId,
        /// The place in the answer.
        quote: Quote,
    },
    /// A known idea has new elements or another stance.
    RefineNode {
        /// Its id.
        node: NodeId,
        /// New elements.
        elements: Vec<Name>,
        /// Its new stance.
        stance: i8,
    },
    /// The vagueness of a known idea changed.
    MarkNode {
        /// Its id.
        node: NodeId,
        /// Whether it is too vague to build on.
        ambiguous: bool,
    },
    /// A new connection; its id is the next one.
    AddEdge(Edge),
    /// The respondent mentioned a known connection again.
    MentionEdge {
        /// Its id.
        edge: EdgeId,
        /// The place in the answer.
        quote: Quote,
    },
    /// A new idea replaces another.
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

    /// Ids of known nodes that changed, except for mentions, in order.
    pub fn refined_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.operations.iter().filter_map(|operation| match operation {
            Operation::RefineNode { node, .. } => Some(*node),
            _ => None,
        })
    }

    /// Ids of known nodes that were mentioned again, in order.
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
    /// The change refers to an unknown node.
    #[error("the change names {0}, which the graph does not have")]
    UnknownNode(NodeId),
    /// The change refers to an unknown edge.
    #[error("the change names {0}, which the graph does not have")]
    UnknownEdge(EdgeId),
    /// The id of a new node or edge is not the next one.
    #[error("{found} was to be added, but the next id is {expected}")]
    NotNext {
        /// The actual id.
        found: String,
        /// The expected id.
        expected: String,
    },
}

impl KnowledgeGraph {
    /// Applies all operations of a change, or none.
    ///
    /// # Errors
    /// [`DeltaError`] if an operation refers to an unknown node or edge.
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
