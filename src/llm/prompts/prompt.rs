//! A prompt: what is said to a model, whichever provider carries it.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::{llm::Task, text::sha256};

/// What is said to a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompt {
    /// The task.
    pub task: Task,
    /// Version of the template; grows with every change of its text.
    pub version: u32,
    /// SHA-256 of version and template, hexadecimal: prompts with equal hashes say the same but for the slots.
    pub hash: String,
    /// Rules, study and form of the reply. The same bytes in every call of the task within a session, so that a provider
    /// can keep it. Empty for embeddings.
    pub system: String,
    /// What this call is about. Everything a respondent wrote stands in it as JSON between marks of the tag. Empty for
    /// embeddings.
    pub user: String,
    /// Texts to turn into vectors; empty for all other tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// What the model is to write.
    pub output: Output,
    /// Temperature in hundredths, 0–200. Sent only to a model that takes one.
    pub temperature_hundredths: u8,
    /// Most output tokens.
    pub max_output: u32,
    /// Number the model's draws begin from, for simulations; none in an interview with a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
}

/// What a model is to write.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Output {
    /// Plain text.
    Text,
    /// JSON by a schema: closed objects, every property required, null where there is nothing, no ranges.
    Json {
        /// Name of the schema, letters, digits and `_`.
        name: String,
        /// The schema.
        schema: Value,
    },
    /// Numbers.
    Vectors,
}

impl Prompt {
    /// Tokens it takes to read without the schema, estimated: bytes over 3.5.
    pub fn tokens(&self) -> u32 {
        let texts: usize = self.texts.iter().map(String::len).sum();
        estimated(self.system.len() + self.user.len() + texts)
    }
}

impl Output {
    /// Tokens the schema adds, estimated: bytes over 3.5.
    pub fn tokens(&self) -> u32 {
        match self {
            Self::Json { schema, .. } => estimated(schema.to_string().len()),
            Self::Text | Self::Vectors => 0,
        }
    }
}

fn estimated(bytes: usize) -> u32 {
    u32::try_from((bytes * 2).div_ceil(7)).unwrap_or(u32::MAX)
}

/// The tag that marks respondents' words in one prompt: nobody who writes an answer can know it.
#[derive(Clone, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// A tag from the request's id and a nonce, 16 random bytes for instance, that nobody outside can guess.
    pub fn new(request: &str, nonce: &[u8]) -> Self {
        let mut bytes = request.as_bytes().to_vec();
        bytes.push(0);
        bytes.extend_from_slice(nonce);
        Self(sha256(&bytes).chars().take(16).collect())
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tag(…)")
    }
}
