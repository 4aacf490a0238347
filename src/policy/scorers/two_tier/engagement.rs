//! Goes easy on a respondent who tires and uses the energy of one who does not.

use crate::{
    dialogue::qualitative::{Intensity, ReasoningQuality, Trajectory},
    policy::{
        parameters::parameters,
        tongues,
        two_tier::{
            Candidate, Facts,
            facts::{Speaker, ratio},
            words::{Phrase, Text},
        },
    },
};

const ELABORATION: &[&str] = &["because", "since", "for example", "specifically", "such as", "meaning"];
const ENTHUSIASM: &[&str] = &["!", "really", "absolutely", "love", "great", "perfect"];

/// Utterances of either speaker looked at, and answers among them.
const WINDOW: u32 = 10;
const ANSWERS: usize = 5;

/// Momentum without any answer.
const USUAL_MOMENTUM: f64 = 50.0;

parameters! {
    /// Holds depth back while answers are short, and encourages it while they are rich.
    Engagement {
        /// Momentum below which an answer is short; three such answers are low engagement.
        low_momentum_threshold: f64 = 30.0, "5 a word, 20 an elaboration, 15 an enthusiasm, ≥ 0";
        /// Mean momentum above which engagement is high.
        high_momentum_threshold: f64 = 100.0, "5 a word, 20 an elaboration, 15 an enthusiasm, ≥ 0";
        /// Whether a model's readings replace the level and adjust the rating.
        use_llm_signals: bool = false, "true or false";
    }
}

enum Level {
    Low,
    Normal,
    High,
}

impl Engagement {
    pub(super) fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        let deep = probe.is("depth");
        let raw = match self.level(facts) {
            Level::Low if deep => 0.8,
            Level::Low => 1.2,
            Level::High if deep => 1.1,
            Level::High | Level::Normal => 1.0,
        };
        if self.use_llm_signals && is_upset(facts) {
            raw + if &*probe.strategy == "ease" { 0.2 } else { 0.0 } - if deep { 0.2 } else { 0.0 }
        } else {
            raw
        }
    }

    fn level(&self, facts: &Facts<'_>) -> Level {
        let by_answers = self.level_by_answers(facts);
        let Some(reading) = facts.signals.reasoning.as_ref().filter(|_| self.use_llm_signals) else {
            return by_answers;
        };
        match reading.reasoning_quality {
            ReasoningQuality::Reactive => Level::Low,
            ReasoningQuality::Causal | ReasoningQuality::Counterfactual | ReasoningQuality::Metacognitive
                if reading.depth_score >= 0.5 =>
            {
                Level::High
            }
            ReasoningQuality::Causal
            | ReasoningQuality::Counterfactual
            | ReasoningQuality::Metacognitive
            | ReasoningQuality::Associative => by_answers,
        }
    }

    fn level_by_answers(&self, facts: &Facts<'_>) -> Level {
        let (mut elaboration, mut enthusiasm) = (Phrase::all(ELABORATION), Phrase::all(ENTHUSIASM));
        elaboration.extend_from_slice(&tongues::REASONS);
        enthusiasm.extend_from_slice(&tongues::DELIGHT);
        let momentum = |answer: &Text<'_>| {
            let words = answer.raw().split_whitespace().count();
            ratio(5 * words + 20 * answer.count(&elaboration) + 15 * answer.count(&enthusiasm), 1)
        };
        let answers: Vec<f64> = facts.said_by(Speaker::Respondent, WINDOW).rev().take(ANSWERS).map(momentum).collect();
        let short = answers.iter().filter(|momentum| **momentum < self.low_momentum_threshold).count();
        let mean =
            if answers.is_empty() { USUAL_MOMENTUM } else { answers.iter().sum::<f64>() / ratio(answers.len(), 1) };
        if short >= 3 {
            Level::Low
        } else if mean > self.high_momentum_threshold {
            Level::High
        } else {
            Level::Normal
        }
    }
}

fn is_upset(facts: &Facts<'_>) -> bool {
    facts.signals.emotional.as_ref().is_some_and(|mood| match mood.intensity {
        Intensity::HighNegative => true,
        Intensity::ModerateNegative => mood.trajectory == Trajectory::Falling,
        Intensity::Neutral | Intensity::ModeratePositive | Intensity::HighPositive => false,
    })
}
