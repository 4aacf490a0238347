//! A call of a model: the request, the reply, and the record of both.

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    task::{Section, Task},
    task_context::TaskContext,
};
use crate::engine::{index_map::IndexMap, json};

/// How a study calls its models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CallSettings {
    /// One call for the whole analysis of an answer, or one for each section. Default batched.
    pub mode: CallMode,
    /// Source of the first question. Default written: the same question for every respondent.
    pub opening: OpeningSource,
    /// Maximum milliseconds of all calls in one turn, 1,000–120,000. Default 25,000.
    pub turn_budget_ms: u32,
    /// Turns between two requests for the qualitative signals, 1–20. Default 2.
    pub qualitative_every: u32,
    /// Whether an idea without its quote in the answer is dropped; else its confidence is halved. Default true.
    pub strict_quotes: bool,
    /// Phrases that a model's question must not contain. Default none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
}

impl Default for CallSettings {
    fn default() -> Self {
        Self {
            mode: CallMode::default(),
            opening: OpeningSource::default(),
            turn_budget_ms: 25_000,
            qualitative_every: 2,
            strict_quotes: true,
            forbidden: Vec::new(),
        }
    }
}

/// How the analysis of an answer is requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CallMode {
    /// In one call.
    #[default]
    Batched,
    /// One call for each section, in parallel. For small models.
    Split,
}

/// Source of the first question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpeningSource {
    /// The study, `texts.opening`.
    #[default]
    Written,
    /// A model; the study if the call fails.
    Worded,
}

/// A request to a model. The host renders the prompt from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Request {
    /// Id within the session: `t7.analysis`, after an edit `t7.2.analysis`, the second try `t7.analysis.retry`.
    pub id: String,
    /// The task.
    pub task: Task,
    /// Turn it belongs to; 0 for the opening question.
    pub turn: u32,
    /// The part of the interview that the task needs. The study holds the rest.
    #[cfg_attr(not(target_arch = "wasm32"), schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub context: TaskContext,
    /// Its limits.
    pub budget: CallBudget,
}

/// Limits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct CallBudget {
    /// Milliseconds until the deadline, including retries.
    pub deadline_ms: u32,
    /// Maximum output tokens.
    pub max_output: u32,
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// Id of the request.
    pub id: String,
    /// The completion or the failure.
    pub outcome: ReplyOutcome,
}

/// The completion or the failure of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReplyOutcome {
    /// A model replied. The task's parser decides whether the reply is usable.
    Completion(Completion),
    /// No model replied. The rules take over.
    Failure(CallFailure),
}

/// A model's reply in any wire format.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Completion {
    /// Its text; JSON as text where the task asks for JSON.
    pub output: String,
    /// Why the model stopped.
    pub finish: FinishReason,
    /// Name of the model, as the host reports it.
    pub model: String,
    /// Time, tokens and price.
    #[serde(flatten)]
    pub effort: CallUsage,
}

impl<'de> Deserialize<'de> for Completion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Own {
            output: String,
            finish: FinishReason,
            model: String,
        }
        let (Own { output, finish, model }, effort) = json::both(deserializer)?;
        Ok(Self { output, finish, model, effort })
    }
}

/// Time, tokens and price of a call, over all attempts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CallUsage {
    /// Milliseconds from the request to the last byte, including waits.
    pub latency_ms: u64,
    /// Number of attempts; 0 if no model was called.
    pub attempts: u32,
    /// Tokens of all attempts.
    pub usage: TokenUsage,
    /// Whether the tokens are estimates.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub usage_estimated: bool,
    /// Price in billionths of a US dollar; none if the price of an attempt is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_nano_usd: Option<u64>,
    /// The first choice, if another model replied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_from: Option<String>,
}

/// Tokens of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TokenUsage {
    /// Input tokens, including cached ones.
    pub input: u64,
    /// Output tokens, including reasoning.
    pub output: u64,
    /// Input tokens read from a cache.
    #[serde(skip_serializing_if = "is_zero")]
    pub cached_input: u64,
    /// Input tokens written to a cache.
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_write: u64,
    /// Output tokens of reasoning.
    #[serde(skip_serializing_if = "is_zero")]
    pub reasoning: u64,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")
)]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// Why a model stopped writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// It was done.
    #[default]
    Stop,
    /// It reached the output limit; JSON is truncated.
    Length,
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct CallFailure {
    /// The kind, which decides retries and fallbacks.
    pub kind: FailureKind,
    /// A message for people, without the provider's text, keys or answers.
    pub message: String,
    /// Time, tokens and price.
    #[serde(flatten)]
    pub effort: CallUsage,
}

impl<'de> Deserialize<'de> for CallFailure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Own {
            kind: FailureKind,
            #[serde(default)]
            message: String,
        }
        let (Own { kind, message }, effort) = json::both(deserializer)?;
        Ok(Self { kind, message, effort })
    }
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The provider rejects the key.
    Auth,
    /// The key lacks a permission.
    Permission,
    /// The account has no credit.
    QuotaExhausted,
    /// Too many requests.
    RateLimited,
    /// The provider is overloaded or has an internal error.
    Overloaded,
    /// The provider rejects the request.
    InvalidRequest,
    /// The prompt is too long for the model.
    ContextTooLong,
    /// The model or its content filter refused.
    Refused,
    /// No content before the first timeout.
    TimeoutFirst,
    /// The stream stalled.
    TimeoutStall,
    /// The reply was not complete in time.
    TimeoutTotal,
    /// The network failed.
    Transport,
    /// The reply is unusable.
    BadOutput,
    /// The caller cancelled the call.
    Cancelled,
    /// A budget of the session, the study or the endpoint is spent.
    BudgetExhausted,
    /// No model is available.
    Unavailable,
}

/// The record of a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct CallRecord {
    /// Id of the request.
    pub id: String,
    /// The task.
    pub task: Task,
    /// Model that replied, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Why there is no usable reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureKind>,
    /// Sections of the reply, with the source of their values.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub sections: IndexMap<Section, SectionSource>,
    /// Number of dropped values by reason.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub drops: IndexMap<String, u32>,
    /// Time, tokens and price.
    #[serde(flatten)]
    pub effort: CallUsage,
}

impl<'de> Deserialize<'de> for CallRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Own {
            id: String,
            task: Task,
            #[serde(default)]
            model: Option<String>,
            #[serde(default)]
            failure: Option<FailureKind>,
            #[serde(default)]
            sections: IndexMap<Section, SectionSource>,
            #[serde(default)]
            drops: IndexMap<String, u32>,
        }
        let (Own { id, task, model, failure, sections, drops }, effort) = json::both(deserializer)?;
        Ok(Self { id, task, model, failure, sections, drops, effort })
    }
}

/// Source of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SectionSource {
    /// The model's reply.
    Llm,
    /// The model's second reply.
    LlmRetry,
    /// The rules.
    Rules,
    /// The default value.
    Default,
}
