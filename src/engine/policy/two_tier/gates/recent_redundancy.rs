//! Gate: a very similar question was asked recently.

use super::rule::GateRule;
use crate::engine::policy::{
    parameters::parameters,
    two_tier::{
        candidate::Candidate,
        facts::{Speaker, TwoTierFacts, TwoTierUtterance},
        similarity::{GramCounts, Grams},
    },
};

parameters! {
    /// Vetoes a candidate whose description nearly equals a recent question.
    #[label("Nearly the same was just asked")]
    RecentRedundancyGate {
        /// Similarity from which a candidate is a repetition.
        similarity_threshold: f64 = 0.85, "cosine", 0 to 1;
        /// Latest utterances that are searched.
        lookback_window: u32 = 6, "utterances of either speaker", at least 0;
        /// Shortest n-gram compared.
        min_ngram: u32 = 2, "characters", at least 1;
        /// Longest n-gram compared.
        max_ngram: u32 = 3, "characters, ≥ min_ngram";
    }
}

impl GateRule for RecentRedundancyGate {
    fn closes(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let grams = Grams { min: self.min_ngram, max: self.max_ngram };
        let description = GramCounts::of(&candidate.focus.description, grams);
        let is_asked = |utterance: &&TwoTierUtterance<'_>| {
            utterance.speaker == Speaker::Interviewer && !utterance.text.raw().trim().is_empty()
        };
        let mut asked = facts.window(self.lookback_window).iter().filter(is_asked);
        !candidate.focus.description.is_empty()
            && asked.any(|asked| description.similarity(&asked.grams(grams), &[]) >= self.similarity_threshold)
    }
}
