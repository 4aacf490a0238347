//! A scripted interview as its file has it, and what a turn of it says.

use serde::Deserialize;

use super::ANSWER;
use crate::engine::{
    concept::{Element, Requirements},
    dialogue::{Depth, Reading},
    graph::{ExtractedEdge, ExtractedNode, Extraction, Reaction, Span},
    id::{Name, NodeId},
    signals,
};

/// A graph as the script of an interview, as `tests/bench/graphs.mjs` writes it.
#[derive(Debug, Deserialize)]
pub(super) struct Script {
    pub(super) turns: u32,
    pub(super) nodes: Vec<ScriptNode>,
    pub(super) edges: Vec<ScriptEdge>,
    pub(super) elements: Vec<ScriptElement>,
    pub(super) history: Vec<ScriptProbe>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ScriptNode {
    pub(super) label: String,
    #[serde(rename = "type")]
    pub(super) node_type: Name,
    pub(super) turn: u32,
    pub(super) elements: Vec<Name>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ScriptEdge {
    pub(super) source: NodeId,
    pub(super) target: NodeId,
    #[serde(rename = "type")]
    pub(super) edge_type: Name,
    pub(super) turn: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct ScriptElement {
    pub(super) id: Name,
    pub(super) label: String,
    pub(super) connections: Vec<Name>,
    pub(super) reaction: bool,
    pub(super) comprehension: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct ScriptProbe {
    pub(super) focus: NodeId,
    pub(super) strategy: usize,
    pub(super) depth: Depth,
}

impl ScriptElement {
    /// The element as a study has it.
    pub(super) fn element(&self) -> Element {
        Element {
            id: self.id.clone(),
            label: self.label.clone(),
            say: None,
            aliases: Vec::new(),
            requirements: Requirements {
                mention: true,
                reaction: true,
                comprehension: self.comprehension,
                connections_to: self.connections.clone(),
            },
        }
    }
}

impl Script {
    /// What the answer of a turn says.
    pub(super) fn said(&self, turn: u32) -> (Extraction, Reading) {
        let nodes = self.nodes.iter().filter(|node| node.turn == turn).map(|node| self.node(node)).collect();
        let edges = self.edges.iter().filter(|edge| edge.turn == turn).map(|edge| self.edge(edge)).collect();
        let asked = turn.checked_sub(2).and_then(|at| self.history.get(at as usize));
        let depth = asked.map_or(Depth::Moderate, |asked| asked.depth);
        let reading = Reading { response_depth: Some(depth), ..signals::read_words(ANSWER) };
        (Extraction { extractable: true, nodes, edges, ..Extraction::default() }, reading)
    }

    fn node(&self, node: &ScriptNode) -> ExtractedNode {
        let reacted = |id: &Name| self.elements.iter().any(|element| element.id == *id && element.reaction);
        ExtractedNode {
            label: node.label.clone(),
            node_type: node.node_type.clone(),
            quote: Span { start: 0, end: 4 },
            elements: node.elements.clone(),
            reaction: node.elements.iter().any(reacted).then_some(Reaction::Positive),
            kind: None,
            saying: None,
            is_ambiguous: false,
            confidence: 0.8,
        }
    }

    fn edge(&self, edge: &ScriptEdge) -> ExtractedEdge {
        let label = |id: NodeId| self.nodes.get(id.index()).map(|node| node.label.clone()).unwrap_or_default();
        ExtractedEdge {
            source_label: label(edge.source),
            target_label: label(edge.target),
            relation_type: edge.edge_type.clone(),
            quote: Span { start: 0, end: 4 },
            confidence: 0.8,
        }
    }
}
