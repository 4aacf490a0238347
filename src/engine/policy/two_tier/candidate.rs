//! A candidate of `two_tier`: the input of gates and scorers.

use serde::{Deserialize, Serialize};

use super::{facts::TwoTierFacts, generator::FocusType};
use crate::engine::{
    dialogue::{Focus, Probe},
    id::{Name, NodeId},
    language::{PhraseSet, PhraseText},
};

/// A strategy with a focus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Id of the strategy.
    pub strategy: Name,
    /// Category of the strategy, by which gates and scorers know it.
    pub category: Name,
    /// The focus.
    pub focus: CandidateFocus,
}

/// The focus of a candidate. Nodes are given by position, in order of registration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateFocus {
    /// Kind of focus.
    pub focus_type: FocusType,
    /// Target node.
    pub node: Option<u32>,
    /// Several target nodes, newest first. `node` repeats the first.
    pub nodes: Vec<u32>,
    /// Target element.
    pub element: Option<Name>,
    /// Node that the conversation is at.
    pub anchor: Option<u32>,
    /// Name of the focus.
    pub description: String,
    /// How well it fits, 0–1. Not part of the score.
    pub confidence: f64,
}

impl Candidate {
    /// Whether the strategy has this category.
    pub fn is(&self, category: &str) -> bool {
        &*self.category == category
    }

    /// Whether it widens the conversation: breadth or coverage.
    pub fn is_on_breadth_side(&self) -> bool {
        self.is("breadth") || self.is("coverage")
    }

    /// The probe for the record.
    pub fn probe(&self) -> Probe {
        let CandidateFocus { node, nodes, element, anchor, description, .. } = &self.focus;
        let focus = match (node, nodes.as_slice(), element) {
            (_, [_, _, ..], _) => Focus::Nodes { nodes: nodes.iter().copied().map(NodeId).collect() },
            (Some(node), _, _) => Focus::Node { node: NodeId(*node) },
            (None, _, Some(element)) => Focus::Element { element: element.clone() },
            (None, _, None) => Focus::Global,
        };
        Probe { strategy: self.strategy.clone(), focus, anchor: anchor.map(NodeId), description: description.clone() }
    }
}

impl CandidateFocus {
    /// The node whose cluster scorers measure: the anchor, else the target.
    pub fn place(&self) -> Option<u32> {
        self.anchor.or(self.node)
    }

    /// Phrases that name the target: those of the element, and the label of the node if it is live.
    pub fn target_phrases(&self, facts: &TwoTierFacts<'_>) -> PhraseSet<usize> {
        let mut phrases = self.element.as_deref().map(|id| facts.element_phrases(id)).unwrap_or_default();
        if let Some(node) = self.node.and_then(|node| facts.graph.node(node)) {
            phrases.add(node.label);
        }
        phrases
    }

    /// The first `count` distinct words of the description that have more than `longer_than` characters and are not in
    /// `left_out`.
    pub fn topics(&self, count: usize, longer_than: usize, left_out: &[&str]) -> PhraseSet<usize> {
        let text = PhraseText::of(&self.description);
        let mut topics: Vec<&str> = Vec::new();
        for word in text.words().filter(|word| word.chars().count() > longer_than && !left_out.contains(word)) {
            if !topics.contains(&word) {
                topics.push(word);
            }
        }
        topics.truncate(count);
        topics.into_iter().collect()
    }
}
