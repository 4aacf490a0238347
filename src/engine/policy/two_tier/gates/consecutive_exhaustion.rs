//! Gate: the last answers of the respondent had nothing in them.

use super::rule::GateRule;
use crate::engine::{
    language::{PhraseList, PhraseSet},
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{Speaker, TwoTierFacts},
        },
    },
};

parameters! {
    /// Vetoes further questions after a run of answers with nothing to say.
    #[label("The last answers had nothing in them")]
    ConsecutiveExhaustionGate {
        /// Length of the run from which the gate closes.
        threshold: u32 = 3, "answers", at least 0;
        /// Phrases that say there is nothing more.
        negative_patterns: Vec<String> = [
            "nothing", "don't know", "do not know", "can't think", "cannot think", "that's it", "that is it", "that's all",
            "that is all", "no that's",
        ].map(str::to_owned).to_vec(), "phrases";
    }
}

impl GateRule for ConsecutiveExhaustionGate {
    fn closes(&self, _candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let patterns: PhraseSet<usize> = self.negative_patterns.iter().collect();
        let sets = [&patterns, facts.pack.phrases(PhraseList::NothingMore)];
        facts.run(Speaker::Respondent, &sets) >= self.threshold as usize
    }

    fn default_categories(&self) -> Option<&'static [&'static str]> {
        Some(&["depth", "breadth", "coverage"])
    }
}
