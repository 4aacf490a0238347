//! What is kept of a call: numbers, names and blinded ids. Nothing anybody wrote, and nothing a model wrote.

use serde::Serialize;

use crate::llm::{FailureKind, Task, Usage};

/// The record of one attempt at a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The call, blinded with the day's salt.
    pub call: String,
    /// Its session, blinded with the day's salt.
    pub session: String,
    /// Id of the study.
    pub study: String,
    /// Turn it belongs to.
    pub turn: u32,
    /// The task.
    pub task: Task,
    /// Id of the provider.
    pub provider: String,
    /// The model, by the name the configuration calls it.
    pub model: String,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Why it failed; none if a model replied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureKind>,
    /// Milliseconds since the epoch.
    pub started_at: u64,
    /// Milliseconds until the first piece of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_chunk_ms: Option<u64>,
    /// Milliseconds until the last.
    pub latency_ms: u64,
    /// Tokens.
    pub usage: Usage,
    /// Whether the tokens were estimated.
    pub usage_estimated: bool,
    /// Price in billionths of a US dollar, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_nano_usd: Option<u64>,
    /// Hash of the prompt's template.
    pub prompt_hash: String,
    /// The reply, blinded with the day's salt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_hash: Option<String>,
    /// Model that should have replied, if another one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_from: Option<String>,
    /// Whether part of the prompt came from the provider's cache.
    pub cache_hit: bool,
}
