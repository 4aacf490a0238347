//! The reading of an answer beside its ideas: depth, certainty, engagement.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use super::{AnswerAct, qualitative::Signals};

/// Origin of a reading or of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The rules of the engine.
    Rules {
        /// Version of the rules.
        version: u32,
    },
    /// A model.
    Model {
        /// Name as reported by the host.
        model: String,
    },
}

/// Amount of content of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// At most one point.
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
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sentiment {
    /// Against.
    Negative,
    /// Neither.
    Neutral,
    /// For.
    Positive,
}

/// Amount of hedging in the wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hedging {
    /// No hedging.
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
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
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

/// Reads `medium` as `neutral`. An alias would not work: [`crate::engine::json`] reads variants by position.
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

/// Engagement with its indicators.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Momentum {
    /// Level of engagement.
    pub level: Level,
    /// Indicators, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indicators: Vec<String>,
}

/// The reading of an answer beside its ideas. An absent value is not 0.
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each passed on as it is")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Reading {
    /// What the answer does in the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<AnswerAct>,
    /// Amount of content.
    pub response_depth: Option<Depth>,
    /// Tone.
    pub sentiment: Option<Sentiment>,
    /// Tone, 0 negative to 1 positive.
    pub valence: Option<f64>,
    /// Certainty, 0–1.
    pub certainty: Option<f64>,
    /// Specificity, 0–1.
    pub specificity: Option<f64>,
    /// Willingness to talk, 0–1.
    pub engagement: Option<f64>,
    /// Amount of reasoning, 0–1.
    pub intellectual_engagement: Option<f64>,
    /// Words of doubt, 0–1.
    pub uncertainty: Option<f64>,
    /// Vague words, 0–1.
    pub ambiguity: Option<f64>,
    /// Amount of hedging.
    pub hedging: Option<Hedging>,
    /// Engagement. None if the assessment failed.
    pub momentum: Option<Momentum>,
    /// Whether the respondent says they do not know.
    pub knowledge_lack: bool,
    /// Whether the respondent asks to stop.
    pub wants_to_stop: bool,
    /// Whether the answer may be a wish to stop, so that the respondent is asked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_want_to_stop: bool,
    /// Whether the answer shows distress, which calls for the study's safety message.
    pub distress: bool,
    /// Whether the answer is about something else than the question.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub off_focus: bool,
    /// Qualitative readings, which only a model makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "Option<serde_json::Value>"))]
    pub qualitative: Option<Box<Signals>>,
    /// Plausibility that an isolated idea is connected with another one, by label, 0–1. Only a model rates it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plausibility: Vec<(String, f64)>,
}

impl Reading {
    /// This reading, with absent values taken from another one.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            act: self.act.or(other.act),
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
            may_want_to_stop: self.may_want_to_stop || other.may_want_to_stop,
            distress: self.distress || other.distress,
            off_focus: self.off_focus || other.off_focus,
            qualitative: self.qualitative.or(other.qualitative),
            plausibility: if self.plausibility.is_empty() { other.plausibility } else { self.plausibility },
        }
    }
}
