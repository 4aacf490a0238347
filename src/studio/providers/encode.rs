//! Writes the request for a prompt.

use serde_json::Value;

use super::{
    anthropic, chat, embeddings,
    json::ordered_json,
    request::{Delivery, HttpMethod, RejectedFields, ReplyFormat, WireRequest, credential, estimate, output_limit},
};
use crate::studio::{
    prompts::{Output, Prompt},
    settings::{ModelRecord, Provider, WireFormat},
};

/// Why a request cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The prompt needs text and the model returns vectors, or the reverse.
    #[error("the model `{model}` cannot do this task; check the classes in llm.yaml")]
    WrongModel {
        /// Its name at the provider.
        model: String,
    },
    /// Prompt and output limit exceed the context of the model.
    #[error("the prompt takes about {estimated} tokens; the context of `{model}` is {context}")]
    TooLong {
        /// Its name at the provider.
        model: String,
        /// Estimated tokens of prompt and output.
        estimated: u64,
        /// Tokens of its context.
        context: u32,
    },
}

/// Writes the request for a model. `address` comes from [`Provider::address`].
///
/// # Errors
/// The model cannot do the task, or its context is too small for the prompt.
pub fn encode(
    prompt: &Prompt,
    record: &ModelRecord,
    provider: &Provider,
    address: &str,
    dropped: &RejectedFields,
) -> Result<WireRequest, EncodeError> {
    let wrong_model = || EncodeError::WrongModel { model: record.model.clone() };
    let is_json = match prompt.output {
        Output::Vectors => return encode_texts(&prompt.texts, record, provider, address).ok_or_else(wrong_model),
        Output::Text => false,
        Output::Json { .. } => true,
    };
    if record.embeds() {
        return Err(wrong_model());
    }
    let (path, body, expected, mut headers) = match provider.kind.format() {
        WireFormat::Messages => {
            let body = anthropic::body(prompt, record, dropped);
            (anthropic::PATH, body, ReplyFormat::Messages { is_json }, vec![anthropic::version_header()])
        }
        WireFormat::Chat(dialect) => {
            let expected = ReplyFormat::Chat { is_json, truncates_silently: dialect.truncates_silently };
            (chat::PATH, chat::body(prompt, record, dialect, dropped), expected, Vec::new())
        }
    };
    let body = ordered_json(&Value::Object(body));
    let estimated_input = estimate(body.len());
    let estimated = estimated_input.saturating_add(u64::from(output_limit(prompt, record)));
    if estimated > u64::from(record.context_tokens) {
        return Err(EncodeError::TooLong { model: record.model.clone(), estimated, context: record.context_tokens });
    }
    headers.push(json_header());
    Ok(WireRequest {
        method: HttpMethod::Post,
        url: format!("{address}{path}"),
        headers,
        credential: credential(provider),
        body,
        delivery: if record.streams { Delivery::Stream } else { Delivery::Whole },
        estimated_input,
        expected,
    })
}

/// Writes the request for vectors; none if the model or the provider has none.
fn encode_texts(texts: &[String], record: &ModelRecord, provider: &Provider, address: &str) -> Option<WireRequest> {
    let (Some(dimensions), WireFormat::Chat(_)) = (record.dimensions, provider.kind.format()) else { return None };
    let body = ordered_json(&embeddings::body(texts, record));
    Some(WireRequest {
        method: HttpMethod::Post,
        url: format!("{address}{}", embeddings::PATH),
        headers: vec![json_header()],
        credential: credential(provider),
        estimated_input: estimate(body.len()),
        body,
        delivery: Delivery::Whole,
        expected: ReplyFormat::Vectors { texts: texts.len(), dimensions },
    })
}

fn json_header() -> (&'static str, String) {
    ("content-type", "application/json".to_owned())
}
