//! Scorer: is a terminal idea within reach, or is the graph flat?

use super::{
    rule::{MultiplierRule, Rated},
    strategy,
};
use crate::engine::{
    dialogue::Focus,
    id::NodeId,
    number::ratio,
    policy::{arbitration::facts::Network, parameters::parameters},
};

parameters! {
    /// Favours climbing where a terminal idea is near, or where the graph is flat.
    #[label("Leads further up", "it can lead further up")]
    VerticalLaddering {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Multiplier for climbing in a flat graph.
        boost: f64 = 1.5, "factor", 0 to 10;
        /// Multiplier for deepening an idea near a terminal one. Has no effect unless above 1.
        terminal_proximity_boost: f64 = 1.8, "factor", 0 to 10;
        /// Greatest distance to a terminal idea that counts as near.
        near_terminal_depth: u32 = 2, "edges", 0 to 200;
    }
}

/// Tactic of the strategies that climb.
const UPWARD_LINKING: &str = "upward_linking";
/// Least number of nodes of a flat graph.
const FLAT_MIN_NODES: usize = 5;
/// Share of terminal among typed nodes below which a graph is flat.
const FLAT_TERMINAL_SHARE: f64 = 0.2;

impl MultiplierRule for VerticalLaddering {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let graph = &rated.view.facts.graph;
        let is_deepening = &*rated.probe.strategy == strategy::DEEPEN_BRANCH;
        if is_deepening
            && self.terminal_proximity_boost > 1.0
            && let Focus::Node { node } = rated.probe.focus
            && is_near_terminal(graph, node, self.near_terminal_depth)
        {
            return self.terminal_proximity_boost;
        }
        let climbs = is_deepening || rated.tactics.iter().any(|tactic| &**tactic == UPWARD_LINKING);
        if climbs && is_flat(graph) { self.boost } else { 1.0 }
    }
}

fn is_flat(graph: &Network<'_>) -> bool {
    let typed = graph.nodes().iter().filter(|node| node.node_type.is_some()).count();
    let terminal = graph.nodes().iter().filter(|node| node.is_terminal).count();
    graph.nodes().len() >= FLAT_MIN_NODES && typed > 0 && ratio(terminal, typed) < FLAT_TERMINAL_SHARE
}

/// Whether a node that is not terminal leads to a terminal one along at most `depth` edges.
fn is_near_terminal(graph: &Network<'_>, from: NodeId, depth: u32) -> bool {
    let Some(start) = graph.place(from) else { return false };
    if graph.node(from).is_none_or(|node| node.is_terminal) {
        return false;
    }
    let mut distance: Vec<Option<u32>> = vec![None; graph.nodes().len()];
    if let Some(slot) = distance.get_mut(start) {
        *slot = Some(0);
    }
    for step in 0..depth {
        let mut has_grown = false;
        for edge in graph.edges() {
            let (Some(source), Some(target)) = (graph.place(edge.source), graph.place(edge.target)) else { continue };
            if distance.get(source) != Some(&Some(step)) {
                continue;
            }
            if graph.node(edge.target).is_some_and(|node| node.is_terminal) {
                return true;
            }
            if let Some(slot @ None) = distance.get_mut(target) {
                *slot = Some(step + 1);
                has_grown = true;
            }
        }
        if !has_grown {
            break;
        }
    }
    false
}
