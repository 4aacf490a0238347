//! The models that a provider lists, compared with the settings when the program starts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    anthropic,
    request::{Delivery, HttpMethod, ReplyFormat, WireRequest, credential},
};
use crate::{
    engine::{diagnostic::did_you_mean, id::Name},
    studio::settings::{LlmSettings, Provider, WireFormat},
};

/// The request for a provider's models. [`read_listing`] parses the output of the decoder.
pub fn model_list_request(provider: &Provider, address: &str) -> WireRequest {
    let (path, headers) = match provider.kind.format() {
        WireFormat::Messages => ("/v1/models?limit=1000", vec![anthropic::version_header()]),
        WireFormat::Chat(_) => ("/models", Vec::new()),
    };
    WireRequest {
        method: HttpMethod::Get,
        url: format!("{address}{path}"),
        headers,
        credential: credential(provider),
        body: String::new(),
        delivery: Delivery::Whole,
        estimated_input: 0,
        expected: ReplyFormat::Listing,
    }
}

/// Names of the models in a list; none if the text is not a list.
pub fn parse_model_list(body: &str) -> Option<BTreeSet<String>> {
    let listing: Value = serde_json::from_str(body).ok()?;
    let entries = listing.get("data")?.as_array()?;
    let name = |entry: &Value| entry.get("id").and_then(Value::as_str).map(str::to_owned);
    Some(entries.iter().filter_map(name).collect())
}

/// A model in the settings that its provider does not list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{provider}` lists no model `{model}` (`{name}` in llm.yaml); {hint}")]
pub struct UnlistedModel {
    /// Its name in the settings.
    pub name: Name,
    /// Its name at the provider.
    pub model: String,
    /// Id of the provider.
    pub provider: Name,
    /// A suggestion.
    pub hint: String,
}

/// The models in the settings that their provider does not list. An empty list is ignored.
pub fn find_unlisted_models(settings: &LlmSettings, provider: &str, listed: &BTreeSet<String>) -> Vec<UnlistedModel> {
    if listed.is_empty() {
        return Vec::new();
    }
    let known: Vec<&str> = listed.iter().map(String::as_str).collect();
    let own = settings.models.iter().filter(|(_, record)| *record.provider == *provider);
    let missing = own.filter(|(_, record)| !is_listed(&record.model, listed));
    missing
        .map(|(name, record)| UnlistedModel {
            name: Name::clone(name),
            model: record.model.clone(),
            provider: Name::clone(&record.provider),
            hint: did_you_mean(&record.model, &known),
        })
        .collect()
}

/// Whether a list contains a model, also with a date or Ollama's tag after its name.
fn is_listed(model: &str, listed: &BTreeSet<String>) -> bool {
    let is_dated = |rest: &str| {
        let digits = rest.strip_prefix('-').unwrap_or_default();
        digits.len() >= 8 && digits.chars().all(|letter| letter.is_ascii_digit() || letter == '-')
    };
    listed
        .iter()
        .any(|name| name.strip_prefix(model).is_some_and(|rest| rest.is_empty() || rest == ":latest" || is_dated(rest)))
}
