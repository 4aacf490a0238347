//! Figures of the graph: how much there is, and how far lines of reasons go.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::id::Name;

/// Figures of the active graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphState {
    /// Active nodes.
    pub node_count: u32,
    /// Active edges.
    pub edge_count: u32,
    /// Active nodes without an active edge.
    pub orphan_count: u32,
    /// Active nodes by type, in order of first appearance.
    pub nodes_by_type: IndexMap<Name, u32>,
    /// Active edges by type, in order of first appearance.
    pub edges_by_type: IndexMap<Name, u32>,
    /// Nodes on the longest chain; 0 for an empty graph.
    pub max_depth: u32,
    /// Whether the search for the longest chain saw everything; otherwise `max_depth` is a lower bound.
    pub max_depth_exact: bool,
    /// Mean length of the longest chains that start where nothing leads in.
    pub avg_depth: f64,
    /// Chains from the lowest rung to a terminal type; none if the methodology has no terminal type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chains: Option<ChainCompletion>,
}

/// How many lines of reasons reach an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainCompletion {
    /// Nodes on the lowest rung.
    pub starts: u32,
    /// Those from which another node of a terminal type can be reached.
    pub complete: u32,
}
