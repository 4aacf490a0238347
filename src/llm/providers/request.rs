//! What is asked, and the request it becomes.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Field, Wire, anthropic, chat, embeddings, json as ordered};
use crate::llm::{
    prompts::{Output, Prompt},
    settings::{ModelRecord, Provider},
};

/// Bytes of a token, in halves: 3.5. Less than English has, so that estimates are rather too high.
const HALF_BYTES_PER_TOKEN: u64 = 7;

/// Tokens a text takes at most, roughly: a token for each 3.5 bytes.
pub fn estimate(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(2).div_ceil(HALF_BYTES_PER_TOKEN)
}

/// What a model is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask<'a> {
    /// Rules and everything that stays the same through a session.
    pub system: &'a str,
    /// What this call is about.
    pub user: &'a str,
    /// Texts to turn into vectors; empty for words.
    pub texts: &'a [String],
    /// What it is to write.
    pub output: &'a Output,
    /// Temperature in hundredths, 0–200; left out where the model takes none.
    pub temperature_hundredths: u8,
    /// Most output tokens, without those of thinking.
    pub max_output: u32,
    /// Number the model's draws begin from; left out where the model takes none.
    pub seed: Option<u32>,
}

impl<'a> Ask<'a> {
    /// A prompt as it is.
    pub fn of(prompt: &'a Prompt) -> Self {
        Self {
            system: &prompt.system,
            user: &prompt.user,
            texts: &prompt.texts,
            output: &prompt.output,
            temperature_hundredths: prompt.temperature_hundredths,
            max_output: prompt.max_output,
            seed: prompt.seed,
        }
    }
}

/// How the reply is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Piece by piece.
    Stream,
    /// At once.
    Whole,
}

/// Optional fields a model has refused; they are left out from then on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped(BTreeSet<Field>);

impl Dropped {
    /// None of these fields.
    pub fn without(fields: impl IntoIterator<Item = Field>) -> Self {
        Self(fields.into_iter().collect())
    }

    /// Remembers a field. False if it was known already.
    pub fn remember(&mut self, field: Field) -> bool {
        self.0.insert(field)
    }

    /// Whether a field is to be left out.
    pub fn has(&self, field: Field) -> bool {
        self.0.contains(&field)
    }
}

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Asks for something that is there.
    Get,
    /// Asks for something to be made.
    Post,
}

/// Where a key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyPlace {
    pub(super) header: &'static str,
    pub(super) scheme: &'static str,
}

impl KeyPlace {
    /// `Authorization: Bearer …`.
    pub(super) const BEARER: Self = Self { header: "authorization", scheme: "Bearer " };
}

/// A key that whoever sends the request has to put in: the header is the scheme and the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// Name of the header, lower case.
    pub header: &'static str,
    /// What stands before the key: `Bearer `, or nothing.
    pub scheme: &'static str,
    /// Environment variable, or secret of that name, that holds the key.
    pub env: String,
}

impl Credential {
    /// The header's value with this key.
    pub fn value(&self, key: &str) -> String {
        format!("{}{}", self.scheme, key.trim())
    }
}

/// A request as it goes over the wire, but for the key.
#[derive(Clone, Debug, PartialEq)]
pub struct WireRequest {
    /// What it does.
    pub method: Method,
    /// Where it goes. Redirects are to be refused.
    pub url: String,
    /// Headers, names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// The key to put in; none where none is wanted.
    pub credential: Option<Credential>,
    /// JSON; empty for GET.
    pub body: String,
    /// How the reply comes.
    pub delivery: Delivery,
    /// Tokens of the whole request, estimated.
    pub estimated_input: u64,
    /// What the decoder has to expect.
    pub(super) wire: Expected,
}

/// What a decoder has to expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Anthropic's messages.
    Messages(Form),
    /// Chat completions.
    Chat(Form, Cut),
    /// Vectors: how many, and how long each is.
    Vectors { texts: usize, dimensions: u32 },
    /// A list of models.
    Listing,
}

/// What is to come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Json,
}

/// Whether a server cuts a prompt that is too long without saying so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    Told,
    Silent,
}

/// Why a request cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Words are asked of a model of vectors, or the other way round.
    #[error("the model `{model}` does not do what is asked of it; check the classes in llm.yaml")]
    WrongModel {
        /// Its name at the provider.
        model: String,
    },
    /// The prompt and what may be written do not fit.
    #[error("the prompt takes about {estimated} tokens, and `{model}` sees {context}")]
    TooLong {
        /// Its name at the provider.
        model: String,
        /// Tokens of prompt and output, estimated.
        estimated: u64,
        /// Tokens it sees.
        context: u32,
    },
}

/// Writes the request for a model. `address` is where the provider's paths stand, see [`Provider::address`].
///
/// # Errors
/// If the model does not do what is asked, or the prompt is too long for it.
pub fn encode(
    ask: &Ask<'_>,
    record: &ModelRecord,
    provider: &Provider,
    address: &str,
    dropped: &Dropped,
) -> Result<WireRequest, Refusal> {
    let form = match ask.output {
        Output::Vectors => return encode_texts(ask.texts, record, provider, address),
        Output::Text => Form::Text,
        Output::Json { .. } => Form::Json,
    };
    if record.embeds() {
        return Err(Refusal::WrongModel { model: record.model.clone() });
    }
    let delivery = if record.streams { Delivery::Stream } else { Delivery::Whole };
    let dialect = provider.kind.dialect();
    let (path, body, wire, headers) = match dialect.wire {
        Wire::Messages => {
            (anthropic::PATH, anthropic::body(ask, record, dropped), Expected::Messages(form), anthropic::headers())
        }
        Wire::Chat(quirks) => {
            let cut = if quirks.cuts_silently { Cut::Silent } else { Cut::Told };
            (chat::PATH, chat::body(ask, record, quirks, dropped), Expected::Chat(form, cut), Vec::new())
        }
    };
    let body = ordered::text(&Value::Object(body));
    let estimated_input = estimate(body.len());
    let needed = estimated_input.saturating_add(u64::from(output_limit(ask, record)));
    if needed > u64::from(record.context_tokens) {
        let (model, context) = (record.model.clone(), record.context_tokens);
        return Err(Refusal::TooLong { model, estimated: needed, context });
    }
    Ok(WireRequest {
        method: Method::Post,
        url: format!("{address}{path}"),
        headers: with_type(headers),
        credential: credential(provider),
        body,
        delivery,
        estimated_input,
        wire,
    })
}

/// Writes the request for the vectors of texts.
fn encode_texts(
    texts: &[String],
    record: &ModelRecord,
    provider: &Provider,
    address: &str,
) -> Result<WireRequest, Refusal> {
    let wrong = || Refusal::WrongModel { model: record.model.clone() };
    let (Some(dimensions), Wire::Chat(_)) = (record.dimensions, provider.kind.dialect().wire) else {
        return Err(wrong());
    };
    let body = ordered::text(&embeddings::body(texts, record));
    Ok(WireRequest {
        method: Method::Post,
        url: format!("{address}{}", embeddings::PATH),
        headers: with_type(Vec::new()),
        credential: credential(provider),
        estimated_input: estimate(body.len()),
        body,
        delivery: Delivery::Whole,
        wire: Expected::Vectors { texts: texts.len(), dimensions },
    })
}

fn with_type(mut headers: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    headers.push(("content-type", "application/json".to_owned()));
    headers
}

/// The key a provider wants.
pub(super) fn credential(provider: &Provider) -> Option<Credential> {
    let KeyPlace { header, scheme } = provider.kind.dialect().key;
    provider.key_env.clone().map(|env| Credential { header, scheme, env })
}

/// The output limit that is sent: what the task may write and what thinking may take, within what the model can write.
pub(super) fn output_limit(ask: &Ask<'_>, record: &ModelRecord) -> u32 {
    ask.max_output.saturating_add(record.thinking_tokens).min(record.max_output)
}

/// A temperature as it is sent.
pub(super) fn temperature(ask: &Ask<'_>) -> Value {
    json!(f64::from(ask.temperature_hundredths) / 100.0)
}

/// The system text, and behind it the schema where nothing else holds the model to it.
pub(super) fn told(ask: &Ask<'_>) -> String {
    match ask.output {
        Output::Text | Output::Vectors => ask.system.to_owned(),
        Output::Json { schema, .. } => {
            let schema = ordered::text(schema);
            format!(
                "{}\n\nReply with one JSON object and nothing else. It has to fit this JSON Schema:\n{schema}",
                ask.system
            )
        }
    }
}

/// Adds the fields of a piece of a request.
pub(super) fn merge(body: &mut Map<String, Value>, piece: &Map<String, Value>) {
    body.extend(piece.iter().map(|(key, value)| (key.clone(), value.clone())));
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Get => "GET",
            Self::Post => "POST",
        })
    }
}
