//! Whether the line of reasons somebody is following has come to an end: who breaks off a ladder in the middle has to come
//! back for the rest.

use crate::{
    dialogue::Exchange,
    graph::Node,
    id::NodeId,
    state::{Ladder, Situation},
};

/// Whether the last answer added ideas, and neither they nor what was asked about leads to an end of the ladder yet; none
/// where no type ends a ladder.
///
/// Complexity: nodes and edges.
pub(super) fn is_open(situation: &Situation<'_>, asked: &Exchange) -> Option<bool> {
    let ladder = Ladder::of(&situation.methodology.ontology);
    if !ladder.has_terminal() {
        return None;
    }
    let graph = situation.graph;
    let focus = asked.probe.as_ref().and_then(|probe| probe.focus.node());
    let is_new = |node: &&Node| node.turn == situation.turn;
    if !graph.active_nodes().any(|node| is_new(&node)) {
        return Some(false);
    }
    let mut reached = vec![false; graph.node_count()];
    let begins = |node: &&Node| is_new(node) || focus == Some(node.id);
    let mut ahead: Vec<NodeId> = graph.active_nodes().filter(begins).map(|node| node.id).collect();
    while let Some(here) = ahead.pop() {
        if let Some(is_reached) = reached.get_mut(here.index())
            && !std::mem::replace(is_reached, true)
        {
            ahead.extend(graph.edges_from(here).filter(|edge| edge.permitted).map(|edge| edge.target));
        }
    }
    let is_end = |node: &Node| reached.get(node.id.index()) == Some(&true) && ladder.is_terminal(&node.node_type);
    Some(!graph.active_nodes().any(is_end))
}
