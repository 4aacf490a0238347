//! All signals, with lookup by name and by key.

use super::{
    element, graph,
    label::Label,
    meta, node, response,
    signal::Signal,
    temporal,
    view::{ElementFigures, GlobalView, NodeFigures},
};

/// Subject of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalScope {
    /// The interview as a whole.
    Global,
    /// A node.
    Node,
    /// An element of the concept.
    Element,
}

/// Signals of the interview as a whole, pool by pool.
pub static GLOBAL: [&[Signal<GlobalView>]; 4] = [graph::POOL, response::POOL, temporal::POOL, meta::POOL];

/// Signals of a node.
pub static NODE: &[Signal<NodeFigures>] = node::POOL;

/// Signals of an element.
pub static ELEMENT: &[Signal<ElementFigures>] = element::POOL;

pub(super) const GLOBALS: usize = graph::POOL.len() + response::POOL.len() + temporal::POOL.len() + meta::POOL.len();
pub(super) const NODES: usize = node::POOL.len();
pub(super) const ELEMENTS: usize = element::POOL.len();

/// Signals of the interview as a whole, in one row.
pub fn globals() -> impl Iterator<Item = &'static Signal<GlobalView>> {
    GLOBAL.iter().flat_map(|pool| pool.iter())
}

/// Meaning of a signal, for the prompt of a question. None if there is no such signal.
pub fn meaning(name: &str) -> Option<&'static str> {
    let global = globals().find(|signal| signal.name == name).map(|signal| signal.meaning);
    let node = || NODE.iter().find(|signal| signal.name == name).map(|signal| signal.meaning);
    let element = || ELEMENT.iter().find(|signal| signal.name == name).map(|signal| signal.meaning);
    global.or_else(node).or_else(element)
}

/// Names of all signals, each with its scope.
pub fn names() -> impl Iterator<Item = (&'static str, SignalScope)> {
    let global = globals().map(|signal| (signal.name, SignalScope::Global));
    let node = NODE.iter().map(|signal| (signal.name, SignalScope::Node));
    global.chain(node).chain(ELEMENT.iter().map(|signal| (signal.name, SignalScope::Element)))
}

/// The label of a key: `graph.node.focus_count.high`. None where the key has no label.
pub fn label(key: &str) -> Option<Label> {
    fn of(signal: &str, labels: &[(&str, Label)], key: &str) -> Option<Label> {
        let rest = key.strip_prefix(signal)?;
        let ending = if rest.is_empty() { rest } else { rest.strip_prefix('.')? };
        labels.iter().find(|(known, _)| *known == ending).map(|(_, label)| *label)
    }

    let node = || NODE.iter().find_map(|signal| of(signal.name, signal.labels, key));
    let element = || ELEMENT.iter().find_map(|signal| of(signal.name, signal.labels, key));
    globals().find_map(|signal| of(signal.name, signal.labels, key)).or_else(node).or_else(element)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::signals::SignalKey;

    #[test]
    fn every_label_belongs_to_a_key() {
        fn keys(signal: &str, labels: &[(&'static str, Label)]) -> Vec<String> {
            let key = |ending: &str| if ending.is_empty() { signal.to_owned() } else { format!("{signal}.{ending}") };
            labels.iter().map(|(ending, _)| key(ending)).collect()
        }
        let global = globals().flat_map(|signal| keys(signal.name, signal.labels));
        let node = NODE.iter().flat_map(|signal| keys(signal.name, signal.labels));
        let element = ELEMENT.iter().flat_map(|signal| keys(signal.name, signal.labels));
        for key in global.chain(node).chain(element) {
            assert!(SignalKey::parse(&key).is_some() && label(&key).is_some(), "{key}");
        }
    }

    #[test]
    fn a_label_is_found_by_its_ending() {
        assert_eq!(label("graph.node.focus_count.high"), Some(Label::named("Asked about often")));
        assert_eq!(label("graph.node.focus_count"), None);
        assert_eq!(label("graph.node.focus_counter"), None);
    }
}
