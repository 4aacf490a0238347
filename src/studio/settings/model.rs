//! Models: the fields that they accept, and their price. A request contains only fields that the record allows.

use serde::{Deserialize, Serialize};

use crate::engine::{id::Name, model::TokenUsage};

/// A model: the fields that it accepts, and its price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "one flag for each optional field")]
pub struct ModelRecord {
    /// Id of its provider.
    pub provider: Name,
    /// Its name at the provider.
    pub model: String,
    /// Size of its context in tokens, including its output.
    pub context_tokens: u32,
    /// Maximum output tokens.
    pub max_output: u32,
    /// Whether it accepts a temperature. Default true.
    #[serde(default = "yes")]
    pub sampling: bool,
    /// Whether it accepts a seed. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeds: bool,
    /// The name of its output limit. Default `max_tokens`.
    #[serde(default)]
    pub max_field: MaxField,
    /// How its output is restricted to JSON. Default `none`: only the prompt asks for it.
    #[serde(default)]
    pub json: JsonMode,
    /// Whether it accepts a forced tool call. Default false.
    #[serde(default)]
    pub forced_tool: bool,
    /// Whether it accepts strict schemas. Default false.
    #[serde(default)]
    pub strict_schema: bool,
    /// Whether it thinks before it writes. Default `none`.
    #[serde(default)]
    pub thinking: Thinking,
    /// Request fields that turn thinking off: `{thinking: {type: disabled}}`. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_off: Option<serde_json::Map<String, serde_json::Value>>,
    /// Output tokens for thinking, added to the task's limit. Default 0.
    #[serde(default)]
    pub thinking_tokens: u32,
    /// Reasoning effort, in the provider's word. Default: the provider's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// Whether it can stream. Default true.
    #[serde(default = "yes")]
    pub streams: bool,
    /// Whether a stream reports tokens only on request. Default false.
    #[serde(default)]
    pub stream_usage: bool,
    /// Minimum tokens of a system text for the provider's cache. Default none: no cache marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_minimum: Option<u32>,
    /// Dimensions of its vectors. Default none: it writes text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u32>,
    /// Maximum seconds of an attempt, if less than the task's. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
    /// Its price. Null means unknown; zeros mean free.
    pub price: Option<Price>,
}

fn yes() -> bool {
    true
}

impl ModelRecord {
    /// Whether it returns vectors.
    pub fn embeds(&self) -> bool {
        self.dimensions.is_some()
    }

    /// Price of tokens in billionths of a US dollar; none if the price is unknown.
    pub fn cost(&self, usage: &TokenUsage) -> Option<u64> {
        self.price.as_ref().map(|price| price.cost(usage))
    }
}

/// The name of the output limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MaxField {
    /// `max_tokens`, the common name.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, for OpenAI's newer models.
    MaxCompletionTokens,
}

/// How output is restricted to JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum JsonMode {
    /// By the prompt alone, which contains the schema.
    #[default]
    None,
    /// The provider enforces JSON; the prompt contains the schema.
    Object,
    /// The provider enforces the schema.
    Schema,
    /// The schema is the argument of a tool.
    Tool,
    /// The server enforces the schema through a field of its own.
    Grammar,
}

/// Whether a model thinks before it writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Thinking {
    /// Never.
    #[default]
    None,
    /// Unless the request turns it off.
    Optional,
    /// Always.
    Always,
}

/// Price of a million tokens in US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Input.
    pub input: f64,
    /// Output.
    pub output: f64,
    /// Input from a cache. Default: as input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<f64>,
    /// Input written to a cache. Default: as input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
}

impl Price {
    /// Price of tokens in billionths of a US dollar, rounded half up. Integers give the same sum on every platform.
    pub fn cost(&self, usage: &TokenUsage) -> u64 {
        let from_cache = usage.cached_input.saturating_add(usage.cache_write);
        let uncached = usage.input.saturating_sub(from_cache);
        let parts = [
            (uncached, self.input),
            (usage.cached_input, self.cached_input.unwrap_or(self.input)),
            (usage.cache_write, self.cache_write.unwrap_or(self.input)),
            (usage.output, self.output),
        ];
        let total: u128 = parts.iter().map(|(tokens, price)| u128::from(*tokens) * u128::from(nano(*price))).sum();
        u64::try_from((total + 500_000) / 1_000_000).unwrap_or(u64::MAX)
    }
}

/// Converts dollars to billionths.
pub(super) fn nano(dollars: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first; a price is small")]
    let nano = libm::round(dollars.clamp(0.0, 1e9) * 1e9) as u64;
    nano
}
