//! A probe as `two_tier` sees it: gates and scorers look at nothing else of it.

use serde::{Deserialize, Serialize};

use super::{
    Facts,
    words::{Phrase, Words},
};
use crate::{
    dialogue::{self, Probe},
    id::{Name, NodeId},
    policy::focus::FocusType,
};

/// A way of asking about one thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Id of the strategy.
    pub strategy: Name,
    /// Category of the strategy: gates and scorers know strategies by it.
    pub category: Name,
    /// What it is about.
    pub focus: Focus,
}

/// What a probe is about. Positions count nodes in order of registration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Focus {
    /// Kind of focus.
    pub focus_type: FocusType,
    /// Target node.
    pub node: Option<u32>,
    /// Several target nodes, newest first; `node` repeats the first.
    pub nodes: Vec<u32>,
    /// Target element.
    pub element: Option<Name>,
    /// Where the conversation is now.
    pub anchor: Option<u32>,
    /// What it is called.
    pub description: String,
    /// How fitting it is, 0–1. Informative.
    pub confidence: f64,
}

impl Candidate {
    /// Whether it has this category.
    pub fn is(&self, category: &str) -> bool {
        &*self.category == category
    }

    /// Whether it widens the conversation: breadth or coverage.
    pub fn is_on_breadth_side(&self) -> bool {
        self.is("breadth") || self.is("coverage")
    }

    /// The probe the machine asks and records.
    pub fn probe(&self) -> Probe {
        let Focus { node, nodes, element, anchor, description, .. } = &self.focus;
        let focus = match (node, nodes.as_slice(), element) {
            (_, [_, _, ..], _) => dialogue::Focus::Nodes { nodes: nodes.iter().copied().map(NodeId).collect() },
            (Some(node), _, _) => dialogue::Focus::Node { node: NodeId(*node) },
            (None, _, Some(element)) => dialogue::Focus::Element { element: element.clone() },
            (None, _, None) => dialogue::Focus::Global,
        };
        Probe { strategy: self.strategy.clone(), focus, anchor: anchor.map(NodeId), description: description.clone() }
    }
}

impl Focus {
    /// The node whose cluster structural scorers measure: where the conversation is, else what it is about.
    pub fn place(&self) -> Option<u32> {
        self.anchor.or(self.node)
    }

    /// Phrases that name what it is about: those of the element and the label of the node, if it is live.
    pub fn target_phrases(&self, facts: &Facts<'_>) -> Vec<Phrase> {
        let mut phrases = self.element.as_deref().map(|id| facts.element_phrases(id)).unwrap_or_default();
        phrases.extend(self.node.and_then(|node| facts.graph.node(node)).map(|node| Phrase::of(node.label)));
        phrases
    }

    /// The first distinct words of the description that are longer than `longer_than` characters and not left out.
    pub fn topics(&self, count: usize, longer_than: usize, left_out: &[&str]) -> Vec<Phrase> {
        let words = Words::of(&self.description);
        let mut topics: Vec<&str> = Vec::new();
        for word in words.iter().filter(|word| word.chars().count() > longer_than && !left_out.contains(word)) {
            if !topics.contains(&word) {
                topics.push(word);
            }
        }
        topics.truncate(count);
        Phrase::all(&topics)
    }
}
