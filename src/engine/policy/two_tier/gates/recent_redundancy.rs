//! Gate: a very similar question was asked recently.

use super::rule::GateRule;
use crate::engine::{
    language::PhraseText,
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{Speaker, TwoTierFacts},
            similarity::{Grams, max_similarity},
        },
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
        let questions = facts.said_by(Speaker::Interviewer, self.lookback_window).map(PhraseText::raw).map(str::trim);
        let asked = questions.filter(|question| !question.is_empty());
        let grams = Grams { min: self.min_ngram, max: self.max_ngram };
        let description = candidate.focus.description.as_str();
        !description.is_empty()
            && max_similarity(description, asked, grams).is_some_and(|largest| largest >= self.similarity_threshold)
    }
}
