//! The ontology: node types, some of them levels of a ladder, and the edges permitted between them.

use serde::{Deserialize, Serialize};

use crate::engine::{id::Name, sort};

/// Node types and edge types of a methodology.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ontology {
    /// Node types in order.
    pub nodes: Vec<NodeType>,
    /// Edge types in order.
    pub edges: Vec<EdgeType>,
    /// Guidelines for reading answers.
    #[serde(default)]
    pub guidelines: Vec<String>,
}

impl Ontology {
    /// Returns the node type with this id.
    pub fn node(&self, id: &str) -> Option<&NodeType> {
        self.nodes.iter().find(|node| &*node.id == id)
    }

    /// Returns the edge type with this id.
    pub fn edge(&self, id: &str) -> Option<&EdgeType> {
        self.edges.iter().find(|edge| &*edge.id == id)
    }

    /// Whether an edge may connect these node types.
    pub fn permits(&self, edge: EdgeTypes<'_>) -> bool {
        self.edge(edge.edge_type).is_some_and(|found| {
            found.permitted.iter().any(|(source, target)| {
                (&**source == "*" || &**source == edge.source) && (&**target == "*" || &**target == edge.target)
            })
        })
    }

    /// Whether a permitted edge is a link of the method's own ladder, as what one idea leads to for the person.
    pub fn is_ladder_link(&self, edge: EdgeTypes<'_>) -> bool {
        self.permits(edge) && self.edge(edge.edge_type).is_some_and(|found| found.ladder.unwrap_or(self.climbs(found)))
    }

    /// Whether an edge type joins levels and never leads down.
    fn climbs(&self, edge: &EdgeType) -> bool {
        let level = |id: &Name| self.node(id).and_then(|node| node.level);
        let steps = || edge.permitted.iter().filter_map(|(source, target)| Some((level(source)?, level(target)?)));
        steps().any(|(source, target)| source < target) && steps().all(|(source, target)| source <= target)
    }

    /// Returns the distinct levels of the ladder, ascending.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels: Vec<u32> = self.nodes.iter().filter_map(|node| node.level).collect();
        sort::by_key(&mut levels, |level| *level);
        levels.dedup();
        levels
    }
}

/// The types of an edge and its ends.
#[derive(Clone, Copy, Debug)]
pub struct EdgeTypes<'a> {
    /// Type of the source node.
    pub source: &'a str,
    /// Type of the target node.
    pub target: &'a str,
    /// Type of the edge.
    pub edge_type: &'a str,
}

/// A type of nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeType {
    /// Id: `functional_consequence`.
    pub id: Name,
    /// Name on the screen, "Functional consequence".
    pub name: String,
    /// Level on the ladder, lowest first. Types without a level are not on the ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Whether a chain ends at this type.
    #[serde(default)]
    pub terminal: bool,
    /// Definition of the type.
    pub description: String,
    /// A few examples in respondents' words.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// A type of edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EdgeType {
    /// Id: `leads_to`.
    pub id: Name,
    /// Name on the screen, "leads to".
    pub name: String,
    /// Meaning of the edge.
    pub description: String,
    /// Pairs of node types that it may connect, `[source, target]`; `*` is any type.
    pub permitted: Vec<(Name, Name)>,
    /// Whether its links form the ladder of the method. Default: it joins levels and never leads down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<bool>,
}
