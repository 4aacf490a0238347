//! The name of a focus: the label of the node or element, a summary, or the topic.

use crate::engine::{
    concept::Concept,
    dialogue::Focus,
    graph::KnowledgeGraph,
    methodology::{GlobalFocus, Strategy},
};

/// The name of a focus: the label of the node or element, a summary, or the topic.
pub fn focus_text<'a>(strategy: &Strategy, focus: &Focus, concept: &'a Concept, graph: &'a KnowledgeGraph) -> &'a str {
    let label = match focus {
        Focus::Node { node } | Focus::Pair { a: node, .. } => graph.node(*node).map(|node| &node.label),
        Focus::Nodes { nodes } => nodes.first().and_then(|node| graph.node(*node)).map(|node| &node.label),
        Focus::Element { element } | Focus::Gap { element, .. } => {
            concept.element(element).map(|element| &element.label)
        }
        Focus::Global => None,
    };
    let is_summary = *focus == Focus::Global && strategy.focus.say == GlobalFocus::Summary;
    match label {
        Some(label) => label,
        None if is_summary && graph.node_count() > 0 => "what we have talked about",
        None if !concept.topic.is_empty() => &concept.topic,
        None => "the topic",
    }
}
