//! Who is simulated: a character, how long the answers are, and what there is to say about each concept.

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
    /// Language of the lines, a BCP 47 tag.
    pub language: String,
    /// How long the answers are.
    pub response_patterns: ResponsePatterns,
    /// Ways of not answering, drawn with probability 0.2; empty: always answers.
    #[serde(default)]
    pub deflections: Vec<String>,
    /// What is said when nothing is left to say.
    pub nothing_left: Vec<String>,
    /// What there is to say, by concept: lines of thought, each from the concrete to what it is good for in the end.
    pub lines: IndexMap<Name, Vec<Line>>,
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
}

/// A line of thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Words of a question that bring it up, beside its own sentences.
    #[serde(default)]
    pub cues: Vec<String>,
    /// Sentences, in the order they would come out.
    pub says: Vec<String>,
}
