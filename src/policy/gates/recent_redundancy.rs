//! A question much like this was asked just now.

use super::Reason;
use crate::policy::{
    parameters::parameters,
    two_tier::{
        Candidate, Facts,
        facts::Speaker,
        similarity::{Grams, max_similarity},
        words::Text,
    },
};

parameters! {
    /// Vetoes a probe whose description is nearly the same as a recent question.
    RecentRedundancy {
        /// Similarity from which a probe is a repetition.
        similarity_threshold: f64 = 0.85, "cosine, 0–1";
        /// How far to look back.
        lookback_window: u32 = 6, "utterances of either speaker, ≥ 0";
        /// Shortest n-gram compared.
        min_ngram: u32 = 2, "characters, ≥ 1";
        /// Longest n-gram compared.
        max_ngram: u32 = 3, "characters, ≥ min_ngram";
    }
}

impl RecentRedundancy {
    /// Categories it applies to unless told otherwise; none is all.
    pub(super) const APPLIES_TO: Option<&[&str]> = None;

    pub(super) fn closes(&self, probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
        let questions = facts.said_by(Speaker::Interviewer, self.lookback_window).map(Text::raw).map(str::trim);
        let grams = Grams { min: self.min_ngram, max: self.max_ngram };
        let asked = questions.filter(|question| !question.is_empty());
        let description = Some(probe.focus.description.as_str()).filter(|text| !text.is_empty())?;
        let largest = max_similarity(description, asked, grams)?;
        (largest >= self.similarity_threshold).then_some("a question much like it was asked just now")
    }
}
