//! What an answer tells beside its ideas: how deep, how sure, how willing.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use super::qualitative::Signals;

/// Who read an answer or worded a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The rules of this version.
    Rules {
        /// Version of the rules.
        version: u32,
    },
    /// A model.
    Model {
        /// Its name as the host reports it.
        model: String,
    },
}

/// How much an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// Nothing, or one point.
    Surface,
    /// Two points.
    Shallow,
    /// Three points.
    Moderate,
    /// Four points or more.
    Deep,
}

/// Tone of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sentiment {
    /// Against.
    Negative,
    /// Neither.
    Neutral,
    /// For.
    Positive,
}

/// How guarded the wording is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hedging {
    /// Not at all.
    None,
    /// A little.
    Low,
    /// Noticeably.
    Medium,
    /// Throughout.
    High,
}

/// Level of engagement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The whole answer withdraws.
    Low,
    /// The normal case.
    #[default]
    Neutral,
    /// A story, a disclosure or strong elaboration.
    High,
}

/// `medium` is `neutral`. Not an alias: [`crate::json`] reads variants by their place in the list of names.
impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "low" => Ok(Self::Low),
            "neutral" | "medium" => Ok(Self::Neutral),
            "high" => Ok(Self::High),
            unknown => Err(D::Error::unknown_variant(unknown, &["low", "medium", "neutral", "high"])),
        }
    }
}

/// Engagement with what it was judged by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Momentum {
    /// How engaged.
    pub level: Level,
    /// What shows it, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indicators: Vec<String>,
}

/// What an answer tells beside its ideas. A value no reading gave is absent, which is not 0.
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each passed on as it is")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// How much it holds.
    pub response_depth: Option<Depth>,
    /// Its tone.
    pub sentiment: Option<Sentiment>,
    /// Tone, 0 negative to 1 positive.
    pub valence: Option<f64>,
    /// How sure, 0–1.
    pub certainty: Option<f64>,
    /// How concrete, 0–1.
    pub specificity: Option<f64>,
    /// How willing, 0–1.
    pub engagement: Option<f64>,
    /// How much reasoning, 0–1.
    pub intellectual_engagement: Option<f64>,
    /// Words of doubt, 0–1.
    pub uncertainty: Option<f64>,
    /// Vague words, 0–1.
    pub ambiguity: Option<f64>,
    /// How guarded.
    pub hedging: Option<Hedging>,
    /// Engagement; none where the assessment failed.
    pub momentum: Option<Momentum>,
    /// The respondent says they do not know.
    pub knowledge_lack: bool,
    /// The respondent asks to stop.
    pub wants_to_stop: bool,
    /// Words of distress: the study's safety message is due.
    pub distress: bool,
    /// The answer is about something else than the question: what was asked about stays unanswered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub off_focus: bool,
    /// What only a model reads: the qualitative signals, and the ambiguity it saw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualitative: Option<Box<Signals>>,
    /// How plausibly an isolated idea belongs with one of the others, by its label, 0–1. Only a model says so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plausibility: Vec<(String, f64)>,
}

impl Reading {
    /// This reading, with every value it lacks taken from another one.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            response_depth: self.response_depth.or(other.response_depth),
            sentiment: self.sentiment.or(other.sentiment),
            valence: self.valence.or(other.valence),
            certainty: self.certainty.or(other.certainty),
            specificity: self.specificity.or(other.specificity),
            engagement: self.engagement.or(other.engagement),
            intellectual_engagement: self.intellectual_engagement.or(other.intellectual_engagement),
            uncertainty: self.uncertainty.or(other.uncertainty),
            ambiguity: self.ambiguity.or(other.ambiguity),
            hedging: self.hedging.or(other.hedging),
            momentum: self.momentum.or(other.momentum),
            knowledge_lack: self.knowledge_lack || other.knowledge_lack,
            wants_to_stop: self.wants_to_stop || other.wants_to_stop,
            distress: self.distress || other.distress,
            off_focus: self.off_focus || other.off_focus,
            qualitative: self.qualitative.or(other.qualitative),
            plausibility: if self.plausibility.is_empty() { other.plausibility } else { self.plausibility },
        }
    }
}
