//! What can be said: node types, some of them rungs of a ladder, and the edges permitted between them.

use serde::{Deserialize, Serialize};

use crate::id::Name;

/// Node types and edge types of a methodology.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ontology {
    /// Node types in order.
    pub nodes: Vec<NodeType>,
    /// Edge types in order.
    pub edges: Vec<EdgeType>,
    /// Advice to whoever reads an answer.
    #[serde(default)]
    pub guidelines: Vec<String>,
}

impl Ontology {
    /// The node type of this id.
    pub fn node(&self, id: &str) -> Option<&NodeType> {
        self.nodes.iter().find(|node| &*node.id == id)
    }

    /// The edge type of this id.
    pub fn edge(&self, id: &str) -> Option<&EdgeType> {
        self.edges.iter().find(|edge| &*edge.id == id)
    }

    /// Whether an edge of this type may join these node types.
    pub fn permits(&self, edge: Edge<'_>) -> bool {
        self.edge(edge.edge_type).is_some_and(|found| {
            found.permitted.iter().any(|(source, target)| {
                (&**source == "*" || &**source == edge.source) && (&**target == "*" || &**target == edge.target)
            })
        })
    }

    /// The ladder: distinct levels in ascending order.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels: Vec<u32> = self.nodes.iter().filter_map(|node| node.level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }
}

/// An edge as the ontology sees it: types only.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// Type of the node it leaves.
    pub source: &'a str,
    /// Type of the node it enters.
    pub target: &'a str,
    /// Its own type.
    pub edge_type: &'a str,
}

/// A kind of idea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeType {
    /// Id: `functional_consequence`.
    pub id: Name,
    /// Name on the screen, "Functional consequence".
    pub name: String,
    /// Rung of the ladder, lowest first. Types without a level are off the ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Whether a chain ends here.
    #[serde(default)]
    pub terminal: bool,
    /// What belongs here.
    pub description: String,
    /// Up to a handful of examples, the person's words.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// A kind of connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EdgeType {
    /// Id: `leads_to`.
    pub id: Name,
    /// Name on the screen, "leads to".
    pub name: String,
    /// What it says.
    pub description: String,
    /// Pairs of node types it may join, `[source, target]`; `*` is any type.
    pub permitted: Vec<(Name, Name)>,
}
