//! Scorer: favours clarifying strategies where answers are vague.

use super::rule::ScorerRule;
use crate::engine::{
    dialogue::qualitative::{self, UncertaintyType},
    id::Name,
    language::{PhraseList, PhraseText},
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{Speaker, TwoTierFacts},
        },
    },
};

/// Confidence where the focus is no recent idea, 0–1.
const USUAL_CONFIDENCE: f64 = 0.7;

parameters! {
    /// Favours clarifying strategies where answers are vague or unsure, and holds them back where all is clear.
    #[label("How clear it is", "what was said of it is vague or unsure")]
    Ambiguity {
        /// Strategies that clarify. Others are not rated.
        clarifying_strategies: Vec<Name> = ["deepen", "ease"].map(Name::from).to_vec(), "ids of strategies";
        /// Confidence above which an idea without hedges is clear.
        high_clarity_threshold: f64 = 0.8, "confidence", 0 to 1;
        /// Confidence below which an idea is vague.
        low_clarity_threshold: f64 = 0.5, "confidence", 0 to 1;
        /// Latest utterances that are searched for hedges.
        lookback_window: u32 = 3, "utterances of either speaker", at least 0;
        /// Whether a model's reading goes first, where there is one.
        use_llm_signals: bool = false, "true or false";
    }
}

impl ScorerRule for Ambiguity {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        if !self.clarifying_strategies.contains(&candidate.strategy) {
            return 1.0;
        }
        self.by_reading(facts).unwrap_or_else(|| self.by_rules(candidate, facts))
    }
}

impl Ambiguity {
    fn by_reading(&self, facts: &TwoTierFacts<'_>) -> Option<f64> {
        if !self.use_llm_signals {
            return None;
        }
        let ambiguity = facts.signals.ambiguity.as_ref().map(|reading| reading.ambiguity);
        let by_ambiguity = ambiguity.filter(|value| (0.0..=1.0).contains(value)).map(rate_ambiguity);
        by_ambiguity.or_else(|| facts.signals.uncertainty.as_ref().map(rate_uncertainty))
    }

    fn by_rules(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let hedges = |text: &PhraseText<'_>| facts.count(text, PhraseList::Hedge);
        let focus = candidate.focus.node.filter(|node| facts.graph.recent().contains(node));
        let recent = focus.and_then(|node| facts.graph.node(node));
        let confidence = recent.map_or(USUAL_CONFIDENCE, |node| node.confidence);
        let in_label = recent.map_or(0, |node| hedges(&PhraseText::of(node.label)));
        let answers = facts.said_by(Speaker::Respondent, self.lookback_window);
        let said = in_label + answers.map(hedges).sum::<usize>();
        if confidence > self.high_clarity_threshold && said == 0 {
            0.9
        } else if confidence < self.low_clarity_threshold || said >= 2 {
            1.5
        } else {
            1.2
        }
    }
}

fn rate_ambiguity(value: f64) -> f64 {
    if value < 0.2 {
        0.9
    } else if value < 0.5 {
        1.2
    } else {
        1.5
    }
}

fn rate_uncertainty(reading: &qualitative::Uncertainty) -> f64 {
    match reading.uncertainty_type {
        UncertaintyType::KnowledgeGap => 1.6,
        UncertaintyType::ConceptualClarity => 1.8,
        UncertaintyType::Apathy => 0.8,
        UncertaintyType::EpistemicHumility => 1.3,
        UncertaintyType::ConfidenceQualification => 1.1 + 0.3 * reading.severity,
    }
}
