//! A request to a provider, and the parts that all wire formats share.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{errors::OptionalField, json::ordered_json};
use crate::studio::{
    prompts::{Output, Prompt},
    settings::{ModelRecord, Provider, WireFormat},
};

/// Estimated tokens of a text: one for each 3.5 bytes, a little more than English takes.
pub fn estimate(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(2).div_ceil(7)
}

/// How the reply arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// As server-sent events.
    Stream,
    /// As one JSON document.
    Whole,
}

/// The optional fields that a model has rejected. Requests leave them out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedFields(BTreeSet<OptionalField>);

impl RejectedFields {
    /// The given fields.
    pub fn without(fields: impl IntoIterator<Item = OptionalField>) -> Self {
        Self(fields.into_iter().collect())
    }

    /// Adds a field. Returns false if it was in the set already.
    pub fn remember(&mut self, field: OptionalField) -> bool {
        self.0.insert(field)
    }

    /// Whether the model has rejected this field.
    pub fn has(&self, field: OptionalField) -> bool {
        self.0.contains(&field)
    }
}

/// The HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpMethod {
    /// GET.
    Get,
    /// POST.
    Post,
}

impl fmt::Display for HttpMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Get => "GET",
            Self::Post => "POST",
        })
    }
}

/// The header for the key. The sender of the request fills in the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// Name of the header, lower case.
    pub header: &'static str,
    /// Text before the key: `Bearer `, or empty.
    pub scheme: &'static str,
    /// Environment variable or secret that holds the key.
    pub env: String,
}

impl Credential {
    /// The value of the header with this key.
    pub fn value(&self, key: &str) -> String {
        format!("{}{}", self.scheme, key.trim())
    }
}

/// An HTTP request without its key.
#[derive(Clone, Debug, PartialEq)]
pub struct WireRequest {
    /// The method.
    pub method: HttpMethod,
    /// The address. The sender refuses redirects.
    pub url: String,
    /// Headers, names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// The header for the key; none if the provider needs no key.
    pub credential: Option<Credential>,
    /// JSON; empty for GET.
    pub body: String,
    /// How the reply arrives.
    pub delivery: Delivery,
    /// Estimated tokens of the whole request.
    pub estimated_input: u64,
    /// The format of the reply.
    pub(super) expected: ReplyFormat,
}

/// The format of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyFormat {
    /// Anthropic's messages.
    Messages { is_json: bool },
    /// Chat completions; the server may have truncated the prompt.
    Chat { is_json: bool, truncates_silently: bool },
    /// Vectors: their number and their length.
    Vectors { texts: usize, dimensions: u32 },
    /// A list of models.
    Listing,
}

/// The header for a provider's key.
pub(super) fn credential(provider: &Provider) -> Option<Credential> {
    let (header, scheme) = match provider.kind.format() {
        WireFormat::Messages => ("x-api-key", ""),
        WireFormat::Chat(_) => ("authorization", "Bearer "),
    };
    provider.key_env.clone().map(|env| Credential { header, scheme, env })
}

/// The output limit of a request: the task's limit and the thinking tokens, at most the model's limit.
pub(super) fn output_limit(prompt: &Prompt, record: &ModelRecord) -> u32 {
    prompt.max_output.saturating_add(record.thinking_tokens).min(record.max_output)
}

/// The fields that all formats share: model, temperature, and the switch that turns thinking off.
pub(super) fn insert_shared(
    body: &mut Map<String, Value>,
    prompt: &Prompt,
    record: &ModelRecord,
    dropped: &RejectedFields,
) {
    body.insert("model".into(), record.model.as_str().into());
    if record.streams {
        body.insert("stream".into(), true.into());
    }
    if record.sampling && !dropped.has(OptionalField::Temperature) {
        body.insert("temperature".into(), json!(f64::from(prompt.temperature_hundredths) / 100.0));
    }
    if let Some(off) = record.thinking_off.as_ref().filter(|_| !dropped.has(OptionalField::Thinking)) {
        body.extend(off.clone());
    }
}

/// The system text, with the schema where no request field enforces it.
pub(super) fn system_with_schema(prompt: &Prompt) -> String {
    match &prompt.output {
        Output::Text | Output::Vectors => prompt.system.clone(),
        Output::Json { schema, .. } => format!(
            "{}\n\nReply with one JSON object and nothing else. It has to fit this JSON Schema:\n{}",
            prompt.system,
            ordered_json(schema)
        ),
    }
}
