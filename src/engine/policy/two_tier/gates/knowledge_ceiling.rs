//! Gate: the respondent knows no more about the topic.

use super::rule::GateRule;
use crate::engine::{
    language::{PhraseList, PhraseSet, PhraseText},
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{Speaker, TwoTierFacts},
        },
    },
};

/// Words of a description that name the strategy and not the topic.
const NO_TOPIC: &[&str] = &["deepen", "cover", "explore", "understanding"];

parameters! {
    /// Vetoes a candidate about a topic of which the respondent said they know no more.
    #[label("No more is known of it")]
    KnowledgeCeilingGate {
        /// Phrases that say somebody knows no more.
        negative_patterns: Vec<String> =
            ["don't know", "not sure", "never heard", "no idea", "unfamiliar"].map(str::to_owned).to_vec(), "phrases";
        /// Latest utterances that are searched.
        lookback_window: u32 = 5, "utterances of either speaker", at least 0;
        /// Whether a model's reading decides alone, where there is one.
        use_llm_signals: bool = false, "true or false";
    }
}

impl GateRule for KnowledgeCeilingGate {
    fn closes(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let reading = facts.signals.knowledge_ceiling.as_ref().filter(|_| self.use_llm_signals);
        match reading {
            Some(reading) => reading.is_terminal && candidate.is("depth"),
            None => self.was_said(candidate, facts),
        }
    }

    fn default_categories(&self) -> Option<&'static [&'static str]> {
        Some(&["depth", "coverage"])
    }
}

impl KnowledgeCeilingGate {
    /// Whether a recent answer says a negative phrase and names the topic.
    fn was_said(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let patterns: PhraseSet<usize> = self.negative_patterns.iter().collect();
        let topics = [candidate.focus.topics(5, 3, NO_TOPIC), candidate.focus.target_phrases(facts)];
        let says_both = |answer: &PhraseText<'_>| {
            let mut not_known = [&patterns, facts.pack.phrases(PhraseList::NotKnown)].into_iter();
            not_known.any(|phrases| answer.contains(phrases)) && topics.iter().any(|topics| answer.contains(topics))
        };
        facts.said_by(Speaker::Respondent, self.lookback_window).any(says_both)
    }
}
