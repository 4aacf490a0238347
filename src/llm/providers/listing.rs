//! The models a provider lists, held against those in the settings when the program starts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    Method, Wire, WireRequest, anthropic,
    request::{Delivery, Expected, credential},
};
use crate::{
    diagnostic::did_you_mean,
    id::Name,
    llm::settings::{LlmSettings, Provider},
};

/// The request for the models a provider has. Its reply is read by a [`super::Decoder`], whose output goes to
/// [`read_listing`].
pub fn listing_request(provider: &Provider, address: &str) -> WireRequest {
    let (path, headers) = match provider.kind.dialect().wire {
        Wire::Messages => ("/v1/models?limit=1000", anthropic::headers()),
        Wire::Chat(_) => ("/models", Vec::new()),
    };
    WireRequest {
        method: Method::Get,
        url: format!("{address}{path}"),
        headers,
        credential: credential(provider),
        body: String::new(),
        delivery: Delivery::Whole,
        estimated_input: 0,
        wire: Expected::Listing,
    }
}

/// Names of the models in a listing; none if it is no listing.
pub fn read_listing(body: &str) -> Option<BTreeSet<String>> {
    let listing: Value = serde_json::from_str(body).ok()?;
    let entries = listing.get("data")?.as_array()?;
    let name = |entry: &Value| entry.get("id").and_then(Value::as_str).map(str::to_owned);
    Some(entries.iter().filter_map(name).collect())
}

/// A model of the settings that its provider does not list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{provider}` lists no model `{model}` (`{name}` in llm.yaml); {hint}")]
pub struct Unlisted {
    /// What the settings call it.
    pub name: Name,
    /// Its name at the provider.
    pub model: String,
    /// Id of the provider.
    pub provider: Name,
    /// What to do about it.
    pub hint: String,
}

/// Models of the settings that their provider does not list. A listing of nothing says nothing.
pub fn unlisted(settings: &LlmSettings, provider: &str, listed: &BTreeSet<String>) -> Vec<Unlisted> {
    if listed.is_empty() {
        return Vec::new();
    }
    let known: Vec<&str> = listed.iter().map(String::as_str).collect();
    let own = settings.models.iter().filter(|(_, record)| *record.provider == *provider);
    let missing = own.filter(|(_, record)| !is_listed(&record.model, listed));
    missing
        .map(|(name, record)| Unlisted {
            name: Name::clone(name),
            model: record.model.clone(),
            provider: Name::clone(&record.provider),
            hint: did_you_mean(&record.model, &known),
        })
        .collect()
}

/// Whether a model is listed: by its name, by one that is this name and a date, or with the tag Ollama adds.
fn is_listed(model: &str, listed: &BTreeSet<String>) -> bool {
    let is_dated = |rest: &str| {
        let digits = rest.strip_prefix('-').unwrap_or_default();
        digits.len() >= 8 && digits.chars().all(|letter| letter.is_ascii_digit() || letter == '-')
    };
    listed
        .iter()
        .any(|name| name.strip_prefix(model).is_some_and(|rest| rest.is_empty() || rest == ":latest" || is_dated(rest)))
}
