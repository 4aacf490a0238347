//! How an interview ended, with a summary in the respondent's words.

use std::cmp::Reverse;

use super::Interview;
use crate::engine::{
    graph::{KnowledgeGraph, longest_paths},
    id::NodeId,
    methodology::Ontology,
    policy::StopReason,
    session::InterviewOutcome,
    sort,
};

/// Most lines of a summary.
const LINES: usize = 4;
/// Most ideas of a line.
const LINE_LENGTH: usize = 6;

/// The outcome of an interview that ends for this reason.
pub(super) fn outcome(interview: &Interview, reason: StopReason) -> InterviewOutcome {
    let texts = &interview.study.texts;
    let is_safety = reason == StopReason::Safety && !texts.safety.trim().is_empty();
    let text = if is_safety { texts.safety.clone() } else { texts.goodbye.clone() };
    let summary = summary(&interview.state.graph, &interview.study.methodology.ontology);
    InterviewOutcome { reason, turns: interview.state.last_turn(), text, summary }
}

/// The lines of reasons along the method's ladder as labels, at most four: the most personal first, then the longest. Without
/// any, ideas of the ladder, the most personal first. Nothing else is understood: a connection that the method does not
/// permit, a conflict or a mere neighbourhood leads nowhere.
pub(super) fn summary(graph: &KnowledgeGraph, ontology: &Ontology) -> Vec<Vec<String>> {
    let mut found = lines(graph, ontology);
    if found.is_empty() {
        let nodes = graph.active_nodes().map(|node| node.id).filter(|id| level(graph, ontology, *id).is_some());
        found = nodes.map(|id| vec![id]).collect();
        most_personal_first(&mut found, graph, ontology);
    }
    found.iter().take(LINES).map(|line| line.iter().map(|node| graph.label(*node)).collect()).collect()
}

/// The lines of reasons along the method's ladder, the most personal first, then the longest.
pub(super) fn lines(graph: &KnowledgeGraph, ontology: &Ontology) -> Vec<Vec<NodeId>> {
    let mut lines = longest_paths(graph, ontology, LINE_LENGTH);
    most_personal_first(&mut lines, graph, ontology);
    lines
}

fn most_personal_first(lines: &mut [Vec<NodeId>], graph: &KnowledgeGraph, ontology: &Ontology) {
    sort::by_key(lines, |line| Reverse(line.iter().filter_map(|id| level(graph, ontology, *id)).max()));
}

/// The level of an idea on the ladder.
fn level(graph: &KnowledgeGraph, ontology: &Ontology, id: NodeId) -> Option<u32> {
    let node_type = graph.node(id).map(|node| &node.node_type)?;
    ontology.node(node_type)?.level
}
