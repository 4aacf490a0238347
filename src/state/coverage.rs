//! How much of the concept was touched, and how deeply.

use serde::{Deserialize, Serialize};

use crate::id::{Name, NodeId};

/// Coverage of the concept's elements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// One entry for each element, in concept order.
    pub elements: Vec<ElementCoverage>,
    /// Elements with at least one node.
    pub elements_covered: u32,
    /// Elements of the concept.
    pub elements_total: u32,
    /// Mean depth over all elements, 0–1.
    pub overall_depth: f64,
    /// Greatest depth of an element, 0–1.
    pub max_depth: f64,
}

/// Coverage of one element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementCoverage {
    /// Id of the element.
    pub element: Name,
    /// Whether a node is linked to it.
    pub covered: bool,
    /// Nodes linked to it, ascending.
    pub linked_nodes: Vec<NodeId>,
    /// Types of these nodes, ascending.
    pub types_found: Vec<Name>,
    /// Distinct rungs on the best path through its nodes, as a share of the ladder, 0–1.
    pub depth: f64,
    /// Whether the search saw everything; otherwise `depth` is a lower bound.
    pub exact: bool,
}
