//! Personas: how a simulated respondent answers. They set length, evasions and habits of speech.
//!
//! The content of answers comes from the [`ConceptFacts`](super::ConceptFacts) about the concept. So any persona can answer any study, and two
//! personas differ only in style.

use serde::{Deserialize, Serialize};

use crate::engine::{id::Name, index_map::IndexMap};

/// A simulated respondent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Id: `cooperative`.
    pub id: Name,
    /// Name a researcher reads.
    pub name: String,
    /// Description.
    pub description: String,
    /// Traits, a few words each, for a model that plays the persona.
    pub traits: Vec<String>,
    /// Style of speech, one sentence, for a model that plays the persona.
    pub speech_pattern: String,
    /// Shares of answers by length.
    pub response_patterns: ResponsePatterns,
    /// Share of deflected questions, in percent, 0–100. Default 0.
    #[serde(default)]
    pub deflects: u32,
    /// How answers get shorter during the interview. Default: they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tires: Option<Tiring>,
    /// Phrases besides the facts, by language, a BCP 47 tag.
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
    /// A word or two without content: "Yes, sure."
    pub acknowledgment: u32,
}

/// How a person tires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tiring {
    /// The last turn without tiredness.
    pub after: u32,
    /// Increase per later turn of the share of mere acknowledgments, in percent. A new subject halves it.
    pub percent: u32,
}

/// A persona's phrases in one language. Slots: `{topic}` the concept's topic, `{focus}` the focus of the question. A text with
/// `{focus}` is not used for a question without a focus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Speech {
    /// Answers without content.
    pub acknowledgments: Vec<String>,
    /// Answers after all facts were told.
    pub nothing_left: Vec<String>,
    /// Evasions. Required if `deflects` is above 0.
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
    /// Its place in the answer.
    pub place: HabitPlace,
    /// Share of answers with it, in percent, 0–100.
    pub percent: u32,
    /// First turn with it. Default 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub from: u32,
    /// Texts; one of them is drawn.
    pub says: Vec<String>,
}

/// The place of a habit of speech in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HabitPlace {
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
    /// Its phrases in this language; `en` serves `en-GB`.
    pub fn speech(&self, language: &str) -> Option<&Speech> {
        self.speech.get(language).or_else(|| self.speech.get(general(language)))
    }
}

/// `en` of `en-GB`.
fn general(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}
