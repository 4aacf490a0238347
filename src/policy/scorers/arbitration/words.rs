//! Words the scorers listen for, and what a focus is called.

use crate::{
    dialogue::Focus,
    policy::{arbitration::View, tongues},
};

/// Phrases by which a respondent says they do not know.
const NOT_KNOWN: [&str; 16] = [
    "i don't know",
    "i do not know",
    "not sure",
    "don't understand",
    "i heard about",
    "i guess",
    "i suppose",
    "no idea",
    "never thought about",
    "haven't considered",
    "don't really know",
    "couldn't say",
    "can't say",
    "not familiar",
    "don't have much",
    "don't know much",
];

/// Whether an answer, in lower case, says that the respondent does not know.
pub(super) fn is_not_known(answer: &str) -> bool {
    NOT_KNOWN.iter().chain(tongues::NOT_KNOWN).any(|phrase| answer.contains(phrase))
}

/// What a focus is called, in lower case; empty for the conversation as a whole.
pub(super) fn label(focus: &Focus, view: &View<'_, '_>) -> String {
    let graph = &view.facts.graph;
    match focus {
        Focus::Node { node } => graph.label(*node),
        Focus::Pair { a, b, .. } => format!("{} {}", graph.label(*a), graph.label(*b)),
        Focus::Nodes { nodes } => nodes.iter().map(|node| graph.label(*node)).collect::<Vec<_>>().join(" "),
        Focus::Gap { element, .. } | Focus::Element { element } => element.to_lowercase(),
        Focus::Global => String::new(),
    }
}
