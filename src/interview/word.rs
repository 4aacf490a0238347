//! Words the chosen probe, and says what a focus is called.

use super::Interview;
use crate::{
    dialogue::{Focus, Probe},
    id::Name,
    llm::rules::{self, About, LanguagePack, Wording},
    methodology::{GlobalFocus, Tactic},
};

impl Interview {
    /// Words a probe with the tactics of its strategy, and any other tactic once these are used up.
    pub(super) fn word(&self, probe: &Probe) -> Option<rules::Asked> {
        let all = self.study.policy.tactics(&self.study.methodology);
        let strategy = self.study.policy.strategy(&self.study.methodology, &probe.strategy);
        // A clarification is a strategy of its own: it is its tactic.
        let listed = strategy.map_or(std::slice::from_ref(&probe.strategy), |strategy| &strategy.tactics);
        let own = listed.iter().filter_map(|id| all.iter().copied().find(|tactic| tactic.id == *id)).collect();
        let own = if strategy.is_some_and(|strategy| strategy.varies) { self.in_turn(own) } else { own };
        let closes = |id: &Name| {
            let mut strategies = self.study.policy.strategies(&self.study.methodology).iter();
            strategies.any(|strategy| strategy.closes && strategy.tactics.contains(id))
        };
        let others = all.iter().copied().filter(|tactic| !listed.contains(&tactic.id) && !closes(&tactic.id));
        let tactics: Vec<_> = own.into_iter().chain(others).collect();
        let about = match &probe.focus {
            Focus::Node { node } => {
                self.now.graph.node(*node).map_or(About::Global, |node| About::Node(&node.node_type))
            }
            Focus::Nodes { .. } => About::Node(""),
            Focus::Pair { .. } => About::Pair,
            Focus::Gap { .. } | Focus::Element { .. } => About::Element,
            Focus::Global => About::Global,
        };
        rules::ask(&Wording {
            tactics: &tactics,
            focus: &self.focus_text(probe),
            about,
            topic: &self.study.concept.topic,
            asked: &self.now.asked_words,
            used: &self.now.used,
        })
    }

    /// Tactics of a strategy that varies: the first every other time, in between the others, each in its turn.
    fn in_turn<'a>(&self, mut own: Vec<&'a Tactic>) -> Vec<&'a Tactic> {
        let is_own = |used: &&Name| own.iter().any(|tactic| tactic.id == **used);
        let uses = self.now.used.iter().filter(is_own).count();
        if uses % 2 == 1 && own.len() > 1 {
            let others = own.len() - 1;
            own.rotate_left(1);
            own.get_mut(..others).unwrap_or_default().rotate_left(uses / 2 % others);
        }
        own
    }

    /// What a focus is called in a question.
    pub(super) fn focus_text(&self, probe: &Probe) -> String {
        let label = |id| self.now.graph.node(id).map_or_else(String::new, |node| node.label.clone());
        match &probe.focus {
            Focus::Node { node } => label(*node),
            Focus::Nodes { nodes } => nodes.iter().map(|node| label(*node)).collect::<Vec<_>>().join(", "),
            Focus::Pair { a, b, .. } => format!("{}” / “{}", label(*a), label(*b)),
            Focus::Element { element } | Focus::Gap { element, .. } => self
                .study
                .concept
                .element(element)
                .map_or_else(|| element.to_string(), |element| in_sentence(&element.label, &self.study.pack)),
            Focus::Global => {
                let strategy = self.study.policy.strategy(&self.study.methodology, &probe.strategy);
                let summary = strategy.is_some_and(|strategy| strategy.focus.say == GlobalFocus::Summary);
                if summary && self.now.graph.node_count() > 0 {
                    String::new()
                } else {
                    self.study.concept.topic.clone()
                }
            }
        }
    }
}

/// "Creamy texture" inside a sentence is "creamy texture"; "DNA test" stays, and so does what is German.
fn in_sentence(label: &str, pack: &LanguagePack) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() && !pack.keeps_capitals => {
            first.to_lowercase().chain(label.chars().skip(1)).collect()
        }
        _ => label.to_owned(),
    }
}
