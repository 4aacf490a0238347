//! Whether the line of reasons somebody is following has come to an end: who breaks off a ladder in the middle has to come
//! back for the rest.

use crate::{
    dialogue::Exchange,
    state::{Ladder, Situation},
};

/// Whether the last answer added ideas, and neither they nor what was asked about leads to an end of the ladder yet; none
/// where no type ends a ladder.
///
/// Complexity: edges times the length of the longest line that starts at what was asked about.
pub(super) fn is_open(situation: &Situation<'_>, asked: &Exchange) -> Option<bool> {
    let ladder = Ladder::of(&situation.methodology.ontology);
    if !ladder.has_terminal() {
        return None;
    }
    let graph = situation.graph;
    let mut reached = vec![false; graph.node_count()];
    let mut is_added = false;
    let focus = asked.probe.as_ref().and_then(|probe| probe.focus.node());
    for node in graph.active_nodes() {
        let is_new = node.turn == situation.turn;
        is_added |= is_new;
        if let Some(reached) = reached.get_mut(node.id.index()) {
            *reached = is_new || focus == Some(node.id);
        }
    }
    if !is_added {
        return Some(false);
    }
    let is = |reached: &[bool], node: crate::id::NodeId| reached.get(node.index()).copied().unwrap_or(false);
    loop {
        let mut rises = false;
        for edge in graph.edges().filter(|edge| edge.permitted) {
            if is(&reached, edge.source) && !is(&reached, edge.target) {
                if let Some(target) = reached.get_mut(edge.target.index()) {
                    *target = true;
                }
                rises = true;
            }
        }
        if !rises {
            break;
        }
    }
    Some(!graph.active_nodes().any(|node| is(&reached, node.id) && ladder.is_terminal(&node.node_type)))
}
