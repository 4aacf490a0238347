//! Gate: the conversation has covered an element enough.

use super::rule::GateRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{candidate::Candidate, facts::TwoTierFacts},
};

parameters! {
    /// Vetoes a candidate about an element that was named often and is connected already.
    #[label("This part has been talked through")]
    ElementExhaustedGate {
        /// Mentions from which an element counts as exhausted.
        max_mentions: u32 = 5, "utterances that name it", at least 0;
        /// Latest utterances that are searched.
        lookback_window: u32 = 10, "utterances of either speaker", at least 0;
    }
}

impl GateRule for ElementExhaustedGate {
    fn closes(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let Some(id) = candidate.focus.element.as_deref() else { return false };
        let phrases = facts.element_phrases(id);
        let window = facts.window(self.lookback_window);
        let mentions = window.iter().filter(|utterance| utterance.text.contains(&phrases)).count();
        mentions >= self.max_mentions as usize && facts.linked_to(id).iter().any(|node| facts.graph.degree(*node) >= 1)
    }
}
