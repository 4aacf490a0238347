//! Favours strategies that clarify where answers are vague.

use crate::{
    dialogue::qualitative::{self, UncertaintyType},
    id::Name,
    policy::{
        parameters::parameters,
        tongues,
        two_tier::{
            Candidate, Facts,
            facts::Speaker,
            words::{Phrase, Text},
        },
    },
};

/// What someone says who is not sure.
const HEDGES: &[&str] =
    &["maybe", "perhaps", "possibly", "sort of", "kind of", "i think", "i guess", "probably", "not sure"];

/// Confidence where the focus is no recent idea, 0–1.
const USUAL_CONFIDENCE: f64 = 0.7;

parameters! {
    /// Favours clarifying strategies where answers are vague or unsure, and holds them back where all is clear.
    Ambiguity {
        /// Strategies that clarify; others are not rated.
        clarifying_strategies: Vec<Name> = ["deepen", "ease"].map(Name::from).to_vec(), "ids of strategies";
        /// Confidence above which an idea without hedges is clear.
        high_clarity_threshold: f64 = 0.8, "confidence, 0–1";
        /// Confidence below which an idea is vague.
        low_clarity_threshold: f64 = 0.5, "confidence, 0–1";
        /// How far to look back for hedges.
        lookback_window: u32 = 3, "utterances of either speaker, ≥ 0";
        /// Whether a model's reading, where there is one, comes first.
        use_llm_signals: bool = false, "true or false";
    }
}

impl Ambiguity {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        if !self.clarifying_strategies.contains(&probe.strategy) {
            return 1.0;
        }
        self.by_reading(facts).unwrap_or_else(|| self.by_rules(probe, facts))
    }

    fn by_reading(&self, facts: &Facts<'_>) -> Option<f64> {
        if !self.use_llm_signals {
            return None;
        }
        let ambiguity = facts.signals.ambiguity.as_ref().map(|reading| reading.ambiguity);
        let by_ambiguity = ambiguity.filter(|value| (0.0..=1.0).contains(value)).map(of_ambiguity);
        by_ambiguity.or_else(|| facts.signals.uncertainty.as_ref().map(of_uncertainty))
    }

    fn by_rules(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let mut hedges = Phrase::all(HEDGES);
        hedges.extend_from_slice(&tongues::UNSURE);
        let recent =
            probe.focus.node.filter(|node| facts.graph.recent().contains(node)).and_then(|node| facts.graph.node(node));
        let confidence = recent.map_or(USUAL_CONFIDENCE, |node| node.confidence);
        let in_label = recent.map_or(0, |node| Text::of(node.label).count(&hedges));
        let answers = facts.said_by(Speaker::Respondent, self.lookback_window);
        let said = in_label + answers.map(|answer| answer.count(&hedges)).sum::<usize>();
        if confidence > self.high_clarity_threshold && said == 0 {
            0.9
        } else if confidence < self.low_clarity_threshold || said >= 2 {
            1.5
        } else {
            1.2
        }
    }
}

fn of_ambiguity(value: f64) -> f64 {
    if value < 0.2 {
        0.9
    } else if value < 0.5 {
        1.2
    } else {
        1.5
    }
}

fn of_uncertainty(reading: &qualitative::Uncertainty) -> f64 {
    match reading.uncertainty_type {
        UncertaintyType::KnowledgeGap => 1.6,
        UncertaintyType::ConceptualClarity => 1.8,
        UncertaintyType::Apathy => 0.8,
        UncertaintyType::EpistemicHumility => 1.3,
        UncertaintyType::ConfidenceQualification => 1.1 + 0.3 * reading.severity,
    }
}
