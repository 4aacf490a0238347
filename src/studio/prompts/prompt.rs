//! A prompt for any provider.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::engine::{model::Task, text::sha256};

/// A prompt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Prompt {
    /// The task.
    pub task: Task,
    /// Version of the template; grows with every change of its text.
    pub version: u32,
    /// SHA-256 of version and template, hexadecimal. Prompts with equal hashes differ in their slots only.
    pub hash: String,
    /// Rules, study and output format; the same in every call of a task in a session, so that providers can cache it.
    pub system: String,
    /// The input of this call, with the respondent's words as JSON between tags.
    pub user: String,
    /// Texts for vectors; empty for other tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The output format.
    pub output: Output,
    /// Temperature in hundredths, 0–200, for models that accept one.
    pub temperature_hundredths: u8,
    /// Maximum output tokens.
    pub max_output: u32,
    /// Seed for simulations; none in interviews with people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
}

/// The output format of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Output {
    /// Plain text.
    Text,
    /// JSON with a schema: closed objects, every property required, no ranges.
    Json {
        /// Name of the schema: letters, digits and `_`.
        name: String,
        /// The schema.
        schema: Value,
    },
    /// Vectors of numbers.
    Vectors,
}

impl Prompt {
    /// Estimated tokens without the schema: bytes over 3.5.
    pub fn tokens(&self) -> u32 {
        let texts: usize = self.texts.iter().map(String::len).sum();
        estimated(self.system.len() + self.user.len() + texts)
    }
}

impl Output {
    /// Estimated tokens of the schema: bytes over 3.5.
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

/// The secret tag around respondents' words in a prompt.
#[derive(Clone, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// A tag from the request's id and a nonce, for example 16 random bytes.
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
