//! Gate: the interviewer keeps asking the same open question.

use super::rule::GateRule;
use crate::engine::{
    language::PhraseSet,
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{Speaker, TwoTierFacts},
        },
    },
};

parameters! {
    /// Vetoes candidates that widen the conversation after a run of "what else" questions.
    #[label("“What else” was asked again and again")]
    QuestionRepetitionGate {
        /// Length of the run from which the gate closes.
        threshold: u32 = 3, "questions", at least 0;
        /// Phrases of such a question.
        repetition_patterns: Vec<String> =
            ["what else", "what other", "anything else"].map(str::to_owned).to_vec(), "phrases";
    }
}

impl GateRule for QuestionRepetitionGate {
    fn closes(&self, _candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let patterns: PhraseSet<usize> = self.repetition_patterns.iter().collect();
        facts.run(Speaker::Interviewer, &[&patterns]) >= self.threshold as usize
    }

    fn default_categories(&self) -> Option<&'static [&'static str]> {
        Some(&["breadth", "coverage"])
    }
}
