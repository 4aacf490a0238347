//! The record of a model call: numbers, names and blinded ids, no text of a respondent or a model.

use serde::Serialize;

use crate::engine::model::{FailureKind, Task, TokenUsage};

/// The record of one attempt at a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CallLogLine {
    /// The call, blinded with the day's salt.
    pub call: String,
    /// Its session, blinded with the day's salt.
    pub session: String,
    /// Id of the study.
    pub study: String,
    /// Turn of the call.
    pub turn: u32,
    /// The task.
    pub task: Task,
    /// Id of the provider.
    pub provider: String,
    /// Name of the model in the configuration.
    pub model: String,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Why it failed; none if a model replied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureKind>,
    /// Start, milliseconds since the epoch.
    pub started_at: u64,
    /// Milliseconds until the first chunk of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_chunk_ms: Option<u64>,
    /// Milliseconds until the last chunk.
    pub latency_ms: u64,
    /// Tokens.
    pub usage: TokenUsage,
    /// Whether the tokens were estimated.
    pub usage_estimated: bool,
    /// Price in billionths of a US dollar; none if the model has no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_nano_usd: Option<u64>,
    /// Hash of the prompt template.
    pub prompt_hash: String,
    /// The reply, blinded with the day's salt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_hash: Option<String>,
    /// The first choice of model, if another one was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_from: Option<String>,
    /// Whether the provider read part of the prompt from its cache.
    pub cache_hit: bool,
}
