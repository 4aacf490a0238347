//! Whether the current line of reasons is still open: a ladder that is left in the middle must be taken up again.

use crate::engine::{
    dialogue::Exchange,
    graph::Node,
    id::NodeId,
    state::{Ladder, Situation},
};

/// Whether the last answer added ideas and no end of the ladder can be reached from them or from the focus.
/// None without terminal types.
///
/// Complexity: nodes and edges.
pub(super) fn is_open(situation: &Situation<'_>, asked: &Exchange) -> Option<bool> {
    let ladder = Ladder::of(&situation.methodology.ontology);
    if !ladder.has_terminal() {
        return None;
    }
    let graph = situation.graph;
    let focus = asked.probe.as_ref().and_then(|probe| probe.focus.node());
    let is_new = |node: &Node| node.turn == situation.turn;
    if !graph.active_nodes().any(is_new) {
        return Some(false);
    }
    let mut reached = vec![false; graph.node_count()];
    let starts = graph.active_nodes().filter(|node| is_new(node) || focus == Some(node.id));
    let mut open: Vec<NodeId> = starts.map(|node| node.id).collect();
    while let Some(id) = open.pop() {
        if let Some(is_reached) = reached.get_mut(id.index())
            && !std::mem::replace(is_reached, true)
        {
            open.extend(graph.edges_from(id).filter(|edge| edge.permitted).map(|edge| edge.target));
        }
    }
    let is_end = |node: &Node| reached.get(node.id.index()) == Some(&true) && ladder.is_terminal(&node.node_type);
    Some(!graph.active_nodes().any(is_end))
}
