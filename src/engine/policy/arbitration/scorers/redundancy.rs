//! Scorer: would the question sound like a recent one?

use super::{
    rule::{MultiplierRule, Rated},
    strategy, words,
};
use crate::engine::{
    dialogue::Focus,
    language::{LanguagePack, PhraseList, english},
    policy::parameters::parameters,
    text::{WordSet, jaccard},
};

parameters! {
    /// Lowers a candidate whose question would sound like one of the last six.
    #[label("Much like a recent question")]
    Redundancy {
        /// Exponent of the multiplier.
        weight: f64 = 1.0, "exponent", 0 to 1;
        /// Share of common words above which two questions sound alike.
        threshold: f64 = 0.85, "share", 0 to 1;
        /// Multiplier for a question that sounds like an earlier one.
        penalty: f64 = 0.2, "factor", 0 to 1;
    }
}

/// Questions compared.
const COMPARED: u32 = 6;

impl MultiplierRule for Redundancy {
    fn multiplier(&self, rated: &Rated<'_, '_>) -> f64 {
        let Some(text) = expected_text(rated) else { return 1.0 };
        let pack = rated.view.facts.pack;
        let expected = content_words(&text, pack);
        let mut earlier = rated.view.last_turns(COMPARED).iter().map(|turn| content_words(turn.question, pack));
        if earlier.any(|words| jaccard(&expected, &words) > self.threshold) { self.penalty } else { 1.0 }
    }
}

/// A text with the likely words of the candidate's question. None where they cannot be predicted.
fn expected_text(rated: &Rated<'_, '_>) -> Option<String> {
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

fn content_words(text: &str, pack: &LanguagePack) -> WordSet {
    let kept: String =
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '_' || c.is_whitespace()).collect();
    let little = |word: &&str| {
        let lists = [english(), pack].map(|pack| pack.phrases(PhraseList::Little));
        lists.iter().any(|list| list.is_in([*word].into_iter()))
    };
    kept.split_whitespace().filter(|word| !little(word)).collect()
}
