//! HOW a simulated respondent answers: at what length, how often not at all, with which habits of speech.
//!
//! What there is to say is not the persona's: it comes from the [`super::Facts`] about the concept of the study, so that
//! any persona can be interviewed with any study, and two personas differ in nothing but their manner.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::id::Name;

/// A simulated respondent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Id: `cooperative`.
    pub id: Name,
    /// Name a researcher reads.
    pub name: String,
    /// Who this is.
    pub description: String,
    /// What characterises this person, in a few words each. A model that plays the persona is told them.
    pub traits: Vec<String>,
    /// How this person talks, in a sentence. A model that plays the persona is told it.
    pub speech_pattern: String,
    /// How long the answers are.
    pub response_patterns: ResponsePatterns,
    /// Share of questions that are deflected, in percent, 0–100. Default 0.
    #[serde(default)]
    pub deflects: u32,
    /// How answers get shorter as the interview goes on. Default: they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tires: Option<Tiring>,
    /// What is said besides the facts, by language, a BCP 47 tag.
    pub speech: IndexMap<String, Speech>,
}

/// Shares of answers by length, in percent; they add up to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResponsePatterns {
    /// Three sentences.
    pub detailed: u32,
    /// Two sentences.
    pub medium: u32,
    /// One sentence.
    pub brief: u32,
    /// A word or two that say nothing: "Yes, sure."
    pub acknowledgment: u32,
}

/// How a person tires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tiring {
    /// The last turn without tiredness.
    pub after: u32,
    /// By how much every turn after it raises the share of answers that shrink to an acknowledgment, in percent; half of it
    /// for a subject not spoken of before, which revives for a moment.
    pub percent: u32,
}

/// What a person says besides the facts, in one language. Slots in every text: `{topic}` the concept's topic, `{focus}` what
/// the question is about; a text with `{focus}` is left unsaid where the question is about nothing in particular.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Speech {
    /// Answers that say nothing.
    pub acknowledgments: Vec<String>,
    /// What is said when nothing is left to say.
    pub nothing_left: Vec<String>,
    /// Ways of not answering. Needed where `deflects` is above 0.
    #[serde(default)]
    pub deflections: Vec<String>,
    /// Habits of speech, in the order they are tried.
    #[serde(default)]
    pub habits: Vec<Habit>,
}

/// A habit of speech.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Habit {
    /// Where it shows.
    pub place: Place,
    /// Share of answers it shows in, in percent, 0–100.
    pub percent: u32,
    /// First turn it shows in. Default 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub from: u32,
    /// What is said; one is drawn.
    pub says: Vec<String>,
}

/// Where a habit of speech shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Before the facts.
    Before,
    /// After the facts.
    After,
    /// Instead of the facts.
    Instead,
}

fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_first(turn: &u32) -> bool {
    *turn == 1
}

impl Persona {
    /// What it says besides the facts in this language: `en` speaks for `en-GB`.
    pub fn speech(&self, language: &str) -> Option<&Speech> {
        self.speech.get(language).or_else(|| self.speech.get(general(language)))
    }
}

/// `en` of `en-GB`.
pub(super) fn general(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}
