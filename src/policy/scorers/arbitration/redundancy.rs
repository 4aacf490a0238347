//! Would the question sound like one of the last?

use super::{Rated, strategy, words};
use crate::{
    dialogue::Focus,
    policy::tongues,
    text::{WordSet, jaccard},
};

parameters! {
    /// Lowers a probe whose question would sound like one of the last six.
    pub struct Redundancy {
        /// Power the multiplier is raised to.
        weight: f64 = 1.0, "exponent", 0.0 to 1.0;
        /// Share of common words above which two questions sound alike.
        threshold: f64 = 0.85, "share", 0.0 to 1.0;
        /// Multiplier for a question that sounds like an earlier one.
        penalty: f64 = 0.2, "factor", 0.0 to 1.0;
    }
}

/// Questions compared.
const COMPARED: u32 = 6;

const STOP_WORDS: [&str; 64] = [
    "the", "a", "an", "is", "are", "was", "were", "be", "been", "being", "have", "has", "had", "do", "does", "did",
    "will", "would", "could", "should", "may", "might", "must", "can", "to", "of", "in", "for", "on", "with", "at",
    "by", "from", "up", "about", "into", "through", "during", "before", "after", "above", "below", "between", "same",
    "that", "this", "these", "those", "it", "its", "you", "your", "i", "me", "my", "we", "our", "they", "their", "and",
    "or", "but", "if", "then",
];

impl Redundancy {
    pub(super) fn score(&self, rated: &Rated<'_, '_>) -> f64 {
        let Some(text) = stand_in(rated) else { return 1.0 };
        let expected = content_words(&text);
        let mut earlier = rated.view.last_turns(COMPARED).iter().map(|turn| content_words(turn.question));
        if earlier.any(|words| jaccard(&expected, &words) > self.threshold) { self.penalty } else { 1.0 }
    }
}

/// A text with the words the probe's question would have; none if there is no telling.
fn stand_in(rated: &Rated<'_, '_>) -> Option<String> {
    let label = words::label(&rated.probe.focus, rated.view);
    match &rated.probe.focus {
        Focus::Node { .. } => match &*rated.probe.strategy {
            strategy::CONNECT_ISOLATE => Some(format!("how does {label} relate connect")),
            strategy::RESOLVE_SCHEMA_TENSION => Some(format!("how does {label} lead to")),
            strategy::DEEPEN_BRANCH => Some(format!("what does {label} mean matters")),
            strategy::RESOLVE_AMBIGUITY => Some(format!("what do you mean by {label} example")),
            _ => None,
        },
        Focus::Pair { a, b, .. } => {
            let graph = &rated.view.facts.graph;
            Some(format!("how does {} relate to {} lead connection", graph.label(*a), graph.label(*b)))
        }
        Focus::Gap { element, .. } | Focus::Element { element } => {
            let is_known = rated.view.facts.coverage.element(element).is_some();
            Some(format!("{label} {}", if is_known { "think feel about" } else { "thoughts reaction" }))
        }
        Focus::Nodes { .. } | Focus::Global => None,
    }
}

fn content_words(text: &str) -> WordSet {
    let kept: String =
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '_' || c.is_whitespace()).collect();
    kept.split_whitespace().filter(|word| !STOP_WORDS.contains(word) && !tongues::LITTLE.contains(word)).collect()
}
