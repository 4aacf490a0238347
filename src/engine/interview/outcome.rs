//! How an interview ended, with a summary in the respondent's words.

use super::Interview;
use crate::engine::{
    graph::{KnowledgeGraph, Node, longest_paths},
    methodology::Ontology,
    policy::StopReason,
    session::InterviewOutcome,
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

/// The longest lines of reasons as labels, at most four. Without connections, the first ideas of the ladder.
pub(super) fn summary(graph: &KnowledgeGraph, ontology: &Ontology) -> Vec<Vec<String>> {
    let mut lines = longest_paths(graph, LINE_LENGTH);
    if lines.is_empty() {
        let is_on_ladder = |node: &&Node| ontology.node(&node.node_type).is_some_and(|found| found.level.is_some());
        lines = graph.active_nodes().filter(is_on_ladder).map(|node| vec![node.id]).collect();
    }
    lines.iter().take(LINES).map(|line| line.iter().map(|node| graph.label(*node)).collect()).collect()
}
