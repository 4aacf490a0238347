//! Words the scorers listen for, and what a focus is called.

use crate::engine::{
    dialogue::Focus,
    language::{LanguagePack, PhraseList, english},
    policy::arbitration::view::View,
};

/// Whether a lower-case answer contains a phrase of a respondent who does not know. Phrases are substrings here, as in the
/// reference.
pub(super) fn is_not_known(answer: &str, pack: &LanguagePack) -> bool {
    let lists = [english(), pack].map(|pack| pack.phrase_texts(PhraseList::NotKnown));
    lists.into_iter().flatten().any(|phrase| answer.contains(phrase.as_str()))
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
