//! The part of a simulation that a simulated respondent needs.

use serde::{Deserialize, Serialize};

use super::context::PastTurn;

/// The plan for an answer of a simulated respondent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RespondentContext {
    /// The persona, the same through a whole interview.
    pub persona: PersonaSketch,
    /// The question.
    pub question: String,
    /// Earlier turns, oldest first.
    #[serde(default)]
    pub recent: Vec<PastTurn>,
    /// Length of this answer. Default medium.
    #[serde(default)]
    pub length: AnswerLength,
    /// Whether this answer evades.
    #[serde(default)]
    pub deflect: bool,
    /// The persona's ways of evading, at most 3.
    #[serde(default)]
    pub evasions: Vec<String>,
    /// A habit of speech in this answer.
    #[serde(default)]
    pub aside: Option<String>,
    /// What the respondent says instead of an answer.
    #[serde(default)]
    pub instead: Option<String>,
    /// Whether the respondent is tired.
    #[serde(default)]
    pub tired: bool,
}

/// A persona for a model that plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonaSketch {
    /// Its name.
    pub name: String,
    /// Description of the person.
    #[serde(default)]
    pub description: String,
    /// Traits, at most 12.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Manner of speech.
    #[serde(default)]
    pub speech_pattern: String,
    /// Typical sentences, at most 12.
    #[serde(default)]
    pub says: Vec<String>,
    /// Chains of ideas from concrete to abstract, at most 40.
    #[serde(default)]
    pub knows: Vec<Vec<String>>,
}

/// Length of a simulated answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerLength {
    /// One or two words without content.
    Acknowledgment,
    /// One sentence.
    Brief,
    /// Two sentences.
    #[default]
    Medium,
    /// Three sentences.
    Detailed,
}

impl AnswerLength {
    /// Maximum characters of such an answer: about twice the usual length of its sentences.
    pub fn most(self) -> usize {
        match self {
            Self::Acknowledgment => 80,
            Self::Brief => 240,
            Self::Medium => 480,
            Self::Detailed => 800,
        }
    }
}
