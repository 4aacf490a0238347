//! What a model takes and what it costs. A field is sent to a model only where its record allows it.

use serde::{Deserialize, Serialize};

use crate::{id::Name, llm::Usage};

/// What a model takes and what it costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "a record of what is taken and what is not")]
pub struct ModelRecord {
    /// Id of its provider.
    pub provider: Name,
    /// Its name at the provider.
    pub model: String,
    /// Tokens it can see, those it writes included.
    pub context_tokens: u32,
    /// Tokens it can write.
    pub max_output: u32,
    /// Whether it takes a temperature. Default true.
    #[serde(default = "yes")]
    pub sampling: bool,
    /// Whether it takes a number its draws begin from, so that the same request gives the same reply. Default false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeds: bool,
    /// The field that limits its output. Default `max_tokens`.
    #[serde(default)]
    pub max_field: MaxField,
    /// How it is made to write JSON. Default `none`: it is only told to.
    #[serde(default)]
    pub json: JsonMode,
    /// Whether a call of a tool can be forced. Default false.
    #[serde(default)]
    pub forced_tool: bool,
    /// Whether it keeps to schemas to the letter if asked. Default false.
    #[serde(default)]
    pub strict_schema: bool,
    /// Whether it thinks before it writes. Default `none`.
    #[serde(default)]
    pub thinking: Thinking,
    /// What turns its thinking off, as a piece of the request: `{thinking: {type: disabled}}`. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_off: Option<serde_json::Map<String, serde_json::Value>>,
    /// Output tokens it may spend on thinking, beside what the task may write. Default 0.
    #[serde(default)]
    pub thinking_tokens: u32,
    /// How much effort it is asked for, in its own word. Default none: its own choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// Whether it can stream. Default true.
    #[serde(default = "yes")]
    pub streams: bool,
    /// Whether a stream must be asked to tell its tokens. Default false.
    #[serde(default)]
    pub stream_usage: bool,
    /// Tokens from which the stable part of a prompt is marked for the provider's cache. Default none: it takes no marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_minimum: Option<u32>,
    /// Dimensions of its vectors, for a model that writes vectors instead of words. Default none: words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u32>,
    /// Most seconds it is given, where that is less than what the task gives. Default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
    /// What it costs. Null: nobody knows, and totals say so. Zeros: it is free.
    pub price: Option<Price>,
}

fn yes() -> bool {
    true
}

impl ModelRecord {
    /// Whether it writes vectors.
    pub fn embeds(&self) -> bool {
        self.dimensions.is_some()
    }

    /// Price of tokens in billionths of a US dollar; none if the model has no price.
    pub fn cost(&self, usage: &Usage) -> Option<u64> {
        self.price.as_ref().map(|price| price.cost(usage))
    }
}

/// The field that limits the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MaxField {
    /// What most take.
    #[default]
    MaxTokens,
    /// What OpenAI's newer models take.
    MaxCompletionTokens,
}

/// How a model is made to write JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum JsonMode {
    /// By words alone; the schema stands in the prompt.
    #[default]
    None,
    /// It is held to JSON; the schema stands in the prompt.
    Object,
    /// It is held to the schema.
    Schema,
    /// The schema is the argument of a tool it has to call.
    Tool,
    /// It is held to the schema by the server's own field.
    Grammar,
}

/// Whether a model thinks before it writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Thinking {
    /// It does not.
    #[default]
    None,
    /// It does unless told otherwise.
    Optional,
    /// It always does.
    Always,
}

/// What tokens cost, in US dollars per million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Read.
    pub input: f64,
    /// Written.
    pub output: f64,
    /// Read from a cache. Default: as read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<f64>,
    /// Written to a cache. Default: as read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
}

impl Price {
    /// Price of tokens in billionths of a US dollar, rounded half up. All whole numbers: prices are taken to a billionth
    /// of a dollar per million tokens, so that a sum is the same everywhere.
    pub fn cost(&self, usage: &Usage) -> u64 {
        let from_cache = usage.cached_input.saturating_add(usage.cache_write);
        let read = usage.input.saturating_sub(from_cache);
        let parts = [
            (read, self.input),
            (usage.cached_input, self.cached_input.unwrap_or(self.input)),
            (usage.cache_write, self.cache_write.unwrap_or(self.input)),
            (usage.output, self.output),
        ];
        let total: u128 = parts.iter().map(|(tokens, price)| u128::from(*tokens) * u128::from(nano(*price))).sum();
        u64::try_from((total + 500_000) / 1_000_000).unwrap_or(u64::MAX)
    }
}

/// Dollars in billionths.
pub(super) fn nano(dollars: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first; a price is small")]
    let nano = libm::round(dollars.clamp(0.0, 1e9) * 1e9) as u64;
    nano
}
