//! Scorer: lowers depth for a tired respondent and raises it for an engaged one.

use super::rule::ScorerRule;
use crate::engine::{
    dialogue::qualitative::{Intensity, ReasoningQuality, Trajectory},
    language::{PhraseList, PhraseText},
    number::ratio,
    policy::{
        parameters::parameters,
        two_tier::{
            candidate::Candidate,
            facts::{Speaker, TwoTierFacts},
        },
    },
};

/// Latest utterances of either speaker, and answers among them.
const WINDOW: u32 = 10;
const ANSWERS: usize = 5;

/// Momentum without any answer.
const USUAL_MOMENTUM: f64 = 50.0;

parameters! {
    /// Holds depth back while answers are short, and encourages it while they are rich.
    #[label("How much is said", "it suits how much is said")]
    Engagement {
        /// Momentum below which an answer is short. Three short answers are low engagement.
        low_momentum_threshold: f64 = 30.0, "5 a word, 20 an elaboration, 15 an enthusiasm", at least 0;
        /// Mean momentum above which engagement is high.
        high_momentum_threshold: f64 = 100.0, "5 a word, 20 an elaboration, 15 an enthusiasm", at least 0;
        /// Whether a model's readings replace the level and adjust the rating.
        use_llm_signals: bool = false, "true or false";
    }
}

enum EngagementLevel {
    Low,
    Normal,
    High,
}

impl ScorerRule for Engagement {
    fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        let deep = candidate.is("depth");
        let raw = match self.level(facts) {
            EngagementLevel::Low if deep => 0.8,
            EngagementLevel::Low => 1.2,
            EngagementLevel::High if deep => 1.1,
            EngagementLevel::High | EngagementLevel::Normal => 1.0,
        };
        if self.use_llm_signals && is_upset(facts) {
            raw + if &*candidate.strategy == "ease" { 0.2 } else { 0.0 } - if deep { 0.2 } else { 0.0 }
        } else {
            raw
        }
    }
}

impl Engagement {
    fn level(&self, facts: &TwoTierFacts<'_>) -> EngagementLevel {
        let reading = facts.signals.reasoning.as_ref().filter(|_| self.use_llm_signals);
        match reading.map(|reading| (reading.reasoning_quality, reading.depth_score)) {
            Some((ReasoningQuality::Reactive, _)) => EngagementLevel::Low,
            Some((
                ReasoningQuality::Causal | ReasoningQuality::Counterfactual | ReasoningQuality::Metacognitive,
                0.5..,
            )) => EngagementLevel::High,
            Some(_) | None => self.level_by_answers(facts),
        }
    }

    fn level_by_answers(&self, facts: &TwoTierFacts<'_>) -> EngagementLevel {
        let momentum = |answer: &PhraseText<'_>| {
            let words = answer.raw().split_whitespace().count();
            let elaborations = facts.count(answer, PhraseList::Elaboration);
            ratio(5 * words + 20 * elaborations + 15 * facts.count(answer, PhraseList::Enthusiasm), 1)
        };
        let answers: Vec<f64> = facts.said_by(Speaker::Respondent, WINDOW).rev().take(ANSWERS).map(momentum).collect();
        let short = answers.iter().filter(|momentum| **momentum < self.low_momentum_threshold).count();
        let mean =
            if answers.is_empty() { USUAL_MOMENTUM } else { answers.iter().sum::<f64>() / ratio(answers.len(), 1) };
        if short >= 3 {
            EngagementLevel::Low
        } else if mean > self.high_momentum_threshold {
            EngagementLevel::High
        } else {
            EngagementLevel::Normal
        }
    }
}

fn is_upset(facts: &TwoTierFacts<'_>) -> bool {
    facts.signals.emotional.as_ref().is_some_and(|mood| match mood.intensity {
        Intensity::HighNegative => true,
        Intensity::ModerateNegative => mood.trajectory == Trajectory::Falling,
        Intensity::Neutral | Intensity::ModeratePositive | Intensity::HighPositive => false,
    })
}
