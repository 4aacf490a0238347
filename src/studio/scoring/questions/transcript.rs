//! A transcript, whoever led the interview: questions and answers, perhaps graded.

use serde::{Deserialize, Deserializer};

use crate::engine::json;

/// A question and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct TranscriptTurn {
    /// The question.
    pub question: String,
    /// The answer; empty if it was not answered.
    #[serde(default, deserialize_with = "text_or_null")]
    pub answer: String,
    /// A person's grade of the question: A, B or C. Anything else counts as none.
    #[serde(default, deserialize_with = "grade")]
    pub grade: Option<char>,
}

fn text_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.unwrap_or_default())
}

fn grade<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<char>, D::Error> {
    let grade = Option::<String>::deserialize(deserializer)?;
    Ok(grade.and_then(|grade| grade.trim().chars().next()).filter(|grade| matches!(grade, 'A' | 'B' | 'C')))
}

/// A transcript.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Transcript {
    /// Its language; none if the file does not say it.
    #[serde(default)]
    pub language: Option<String>,
    /// Questions and answers in order, the opening question first.
    pub turns: Vec<TranscriptTurn>,
}

/// Why a text is no transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// It is neither JSON nor YAML of the right form.
    #[error(
        "no transcript: {0}. A transcript is a list of {{\"question\", \"answer\"}}, or an object with such a list as `turns`"
    )]
    Unreadable(String),
    /// It has no question after the opening.
    #[error("the transcript has {0} questions; the first is the opening, so at least 2 are needed")]
    TooShort(usize),
}

impl Transcript {
    /// Reads a transcript, JSON or YAML.
    pub fn parse(text: &str) -> Result<Self, TranscriptError> {
        let read = |error: String| TranscriptError::Unreadable(error);
        let is_json = text.trim_start().starts_with(['[', '{']);
        let transcript = match (is_json, text.trim_start().starts_with(['[', '-'])) {
            (true, true) => json::read(text).map(Self::untold).map_err(|error| read(error.to_string())),
            (true, false) => json::read(text).map_err(|error| read(error.to_string())),
            (false, true) => serde_yaml::from_str(text).map(Self::untold).map_err(|error| read(error.to_string())),
            (false, false) => serde_yaml::from_str(text).map_err(|error| read(error.to_string())),
        }?;
        match transcript.turns.len() {
            turns @ 0..=1 => Err(TranscriptError::TooShort(turns)),
            _ => Ok(transcript),
        }
    }

    /// A transcript that does not say its language.
    fn untold(turns: Vec<TranscriptTurn>) -> Self {
        Self { language: None, turns }
    }
}
