//! One attempt at a call: the models to choose from, the request to a provider, and the record of the attempt.

use super::TaskCall;
use crate::{
    edge::{budget::DAY_MS, http::CallLogLine, state::Endpoint},
    engine::{
        id::Name,
        model::{TaskScope, TokenUsage},
        text::sha256,
    },
    studio::{
        calling::CallAttempt,
        prompts::Prompt,
        providers::{AttemptFailure, DecodedReply, EncodeError, RejectedFields, WireRequest, encode},
        settings::{ModelRecord, Provider},
    },
};

/// The models that may be called for a task, first choice first.
///
/// A respondent's tasks use the models that the study names, those of the task's class before the others; a study without
/// models never calls one. A researcher's tasks use the models of their class.
pub(super) fn model_chain(edge: &Endpoint, call: &TaskCall<'_>) -> Vec<Name> {
    let of_class = edge.settings.models_for(call.task, &[]);
    let chosen = &call.served.study.models;
    let is_chosen = |name: &Name| chosen.iter().any(|own| **own == **name);
    let mut names: Vec<Name> = match call.task.scope() {
        TaskScope::Respondent if chosen.iter().any(|name| edge.settings.models.contains_key(name.as_str())) => {
            let others = edge.settings.models_for(call.task, chosen).into_iter();
            let first: Vec<Name> = of_class.into_iter().filter(is_chosen).collect();
            let others: Vec<Name> = others.filter(|name| is_chosen(name) && !first.contains(name)).collect();
            first.into_iter().chain(others).collect()
        }
        TaskScope::Respondent => Vec::new(),
        TaskScope::Researcher => {
            let first = call.first.and_then(|name| edge.settings.models.get_key_value(name));
            first.map(|(name, _)| Name::clone(name)).into_iter().chain(of_class).collect()
        }
    };
    names.retain(|name| edge.usable.contains(name));
    names
}

/// A model as a respondent's page sees it: the class of the task and the place in the chain, such as `analysis-2`.
pub(in crate::edge) fn model_class(edge: &Endpoint, call: &TaskCall<'_>, model: &str) -> String {
    let class = serde_json::to_value(call.task.class()).ok();
    let class = class.as_ref().and_then(|class| class.as_str()).unwrap_or("model").to_owned();
    match model_chain(edge, call).iter().position(|name| **name == *model) {
        Some(0) | None => class,
        Some(place) => format!("{class}-{}", place + 1),
    }
}

/// Encodes the request for a model.
pub(super) fn encode_request(
    edge: &Endpoint,
    call: &TaskCall<'_>,
    (record, provider): (&ModelRecord, &Provider),
    max_output: u32,
    attempt: Option<&CallAttempt>,
) -> Result<WireRequest, EncodeError> {
    let prompt = &call.prompt;
    // A retry is warmer than the task; the settings may set another temperature for the task.
    let warmer = prompt.temperature_hundredths.saturating_sub(call.task.temperature());
    let base = attempt.map_or(prompt.temperature_hundredths, |attempt| attempt.temperature_hundredths);
    let temperature_hundredths = base.saturating_add(warmer).min(200);
    let prompt = Prompt { temperature_hundredths, max_output, ..prompt.clone() };
    let none = RejectedFields::default();
    let dropped = attempt.map_or(&none, |attempt| &attempt.dropped);
    encode(&prompt, record, provider, &edge.address(provider), dropped)
}

/// Starts the record of an attempt.
pub(super) fn open_record(
    edge: &Endpoint,
    call: &TaskCall<'_>,
    attempt: &CallAttempt,
    number: u32,
    now: u64,
) -> CallLogLine {
    let (key, day) = (edge.access.keys.current(), now / DAY_MS);
    let first = model_chain(edge, call).first().cloned();
    CallLogLine {
        call: key.blind(day, call.request),
        session: key.blind(day, call.session),
        study: call.served.study.id.to_string(),
        turn: call.turn,
        task: call.task,
        provider: edge.provider_of(&attempt.model).unwrap_or_default(),
        model: attempt.model.to_string(),
        attempt: number,
        failure: None,
        started_at: now,
        first_chunk_ms: None,
        latency_ms: 0,
        usage: TokenUsage::default(),
        usage_estimated: false,
        cost_nano_usd: None,
        prompt_hash: call.prompt.hash.clone(),
        response_hash: None,
        fallback_from: first.filter(|first| *first != attempt.model).map(|first| first.to_string()),
        cache_hit: false,
    }
}

/// Completes the record of an attempt.
pub(super) fn close_record(
    edge: &Endpoint,
    record: &mut CallLogLine,
    outcome: &Result<DecodedReply, AttemptFailure>,
    now: u64,
) {
    let (key, day) = (edge.access.keys.current(), record.started_at / DAY_MS);
    record.latency_ms = now.saturating_sub(record.started_at);
    match outcome {
        Ok(decoded) => {
            record.usage = decoded.usage;
            record.usage_estimated = decoded.usage_estimated;
            record.response_hash = Some(key.blind(day, &sha256(decoded.output.as_bytes())));
        }
        Err(failed) => {
            record.failure = Some(failed.kind);
            record.usage = failed.usage;
            record.usage_estimated = failed.usage_estimated;
        }
    }
    record.cache_hit = record.usage.cached_input > 0;
    let model = edge.settings.models.get(record.model.as_str());
    record.cost_nano_usd = model.and_then(|model| model.cost(&record.usage));
}
