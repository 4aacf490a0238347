//! OpenAI's chat completions, with the differences of each provider.

use serde_json::{Map, Value, json};

use super::{
    errors::{AttemptFailure, OptionalField},
    reply::{GenerationStop, PartialReply, ReplyEvent},
    request::{RejectedFields, insert_shared, output_limit, system_with_schema},
};
use crate::studio::{
    prompts::{Output, Prompt},
    settings::{ChatDialect, GrammarField, JsonMode, MaxField, ModelRecord},
};

pub(super) const PATH: &str = "/chat/completions";

/// The body of a request.
pub(super) fn body(
    prompt: &Prompt,
    record: &ModelRecord,
    dialect: ChatDialect,
    dropped: &RejectedFields,
) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert(max_tokens_field(record, dropped).into(), output_limit(prompt, record).into());
    if record.streams && record.stream_usage && !dropped.has(OptionalField::StreamOptions) {
        body.insert("stream_options".into(), json!({"include_usage": true}));
    }
    if let Some(seed) = prompt.seed.filter(|_| record.seeds && !dropped.has(OptionalField::Seed)) {
        body.insert("seed".into(), seed.into());
    }
    if let Some(effort) = record.effort.as_deref() {
        body.insert("reasoning_effort".into(), effort.into());
    }
    if dialect.store && !dropped.has(OptionalField::Store) {
        body.insert("store".into(), false.into());
    }
    insert_shared(&mut body, prompt, record, dropped);
    if dropped.has(OptionalField::Effort) {
        // Some models turn thinking off with this field.
        body.remove("reasoning_effort");
    }
    let system = match &prompt.output {
        Output::Text | Output::Vectors => prompt.system.clone(),
        Output::Json { name, schema } if insert_schema(&mut body, name, schema, record, dialect, dropped) => {
            prompt.system.clone()
        }
        Output::Json { .. } => system_with_schema(prompt),
    };
    let user = json!({"role": "user", "content": prompt.user});
    let messages = if system.is_empty() { json!([user]) } else { json!([{"role": "system", "content": system}, user]) };
    body.insert("messages".into(), messages);
    body
}

/// Adds the fields that restrict the output. Returns whether they enforce the schema.
fn insert_schema(
    body: &mut Map<String, Value>,
    name: &str,
    schema: &Value,
    record: &ModelRecord,
    dialect: ChatDialect,
    dropped: &RejectedFields,
) -> bool {
    let is_strict = record.strict_schema && dialect.strict;
    let (field, value) = match (record.json, dialect.grammar) {
        (JsonMode::Tool, _) => {
            insert_tool(body, name, schema, is_strict, record, dialect, dropped);
            return true;
        }
        _ if dropped.has(OptionalField::ResponseFormat) => return false,
        (JsonMode::None, _) => return false,
        (JsonMode::Object, _) | (JsonMode::Grammar, None) => {
            body.insert("response_format".into(), json!({"type": "json_object"}));
            return false;
        }
        (JsonMode::Schema, _) => {
            let mut named = json!({"name": name, "schema": schema});
            if is_strict {
                named["strict"] = true.into();
            }
            ("response_format", json!({"type": "json_schema", "json_schema": named}))
        }
        (JsonMode::Grammar, Some(GrammarField::JsonSchema)) => ("json_schema", schema.clone()),
        (JsonMode::Grammar, Some(GrammarField::StructuredOutputs)) => ("structured_outputs", json!({"json": schema})),
    };
    body.insert(field.into(), value);
    true
}

/// Sends the schema as the argument of a tool.
fn insert_tool(
    body: &mut Map<String, Value>,
    name: &str,
    schema: &Value,
    is_strict: bool,
    record: &ModelRecord,
    dialect: ChatDialect,
    dropped: &RejectedFields,
) {
    let mut function = json!({"name": name, "description": "Takes the reply.", "parameters": schema});
    if is_strict {
        function["strict"] = true.into();
    }
    body.insert("tools".into(), json!([{"type": "function", "function": function}]));
    if record.forced_tool && !dropped.has(OptionalField::ToolChoice) {
        body.insert("tool_choice".into(), json!({"type": "function", "function": {"name": name}}));
    }
    if dialect.single_tool && !dropped.has(OptionalField::ParallelToolCalls) {
        body.insert("parallel_tool_calls".into(), false.into());
    }
}

/// The field for the output limit; the other name if the model has rejected the first.
fn max_tokens_field(record: &ModelRecord, dropped: &RejectedFields) -> &'static str {
    match record.max_field {
        MaxField::MaxTokens if !dropped.has(OptionalField::MaxTokens) => "max_tokens",
        MaxField::MaxCompletionTokens if dropped.has(OptionalField::MaxCompletionTokens) => "max_tokens",
        MaxField::MaxTokens | MaxField::MaxCompletionTokens => "max_completion_tokens",
    }
}

/// Reads a whole reply.
pub(super) fn read_whole(value: &Value, reply: &mut PartialReply) {
    read_head(value, reply);
    let Some(choice) = first_choice(value) else { return };
    if let Some(message) = choice.get("message") {
        drop(read_message(message, reply));
    }
    read_stop_reason(choice, reply);
    reply.is_done = true;
}

/// Reads an event of a stream. Unknown events are skipped.
pub(super) fn read_event(data: &str, reply: &mut PartialReply) -> Result<Option<ReplyEvent>, AttemptFailure> {
    if data.trim() == "[DONE]" {
        reply.is_done = true;
        return Ok(Some(ReplyEvent::Done));
    }
    let Ok(value) = serde_json::from_str::<Value>(data) else { return Ok(None) };
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(AttemptFailure::from_stream(data));
    }
    read_head(&value, reply);
    let Some(choice) = first_choice(&value) else { return Ok(None) };
    let event = choice.get("delta").and_then(|delta| read_message(delta, reply));
    read_stop_reason(choice, reply);
    Ok(event)
}

fn first_choice(value: &Value) -> Option<&Value> {
    value.get("choices").and_then(Value::as_array).and_then(|choices| choices.first())
}

/// Reads a message or a delta. The last kind of content in it gives the event.
fn read_message(message: &Value, reply: &mut PartialReply) -> Option<ReplyEvent> {
    let text = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
    let thought = if text("reasoning_content").is_empty() { text("reasoning") } else { text("reasoning_content") };
    let mut event = reply.push_thinking(thought);
    if let Some(said) = reply.push_text(text("content")) {
        event = Some(said);
    }
    if !text("refusal").is_empty() {
        reply.is_refused = true;
    }
    for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let index = call.get("index").and_then(Value::as_u64).unwrap_or_default();
        if *reply.tool_call.get_or_insert(index) == index {
            let argument = match call.get("function").and_then(|function| function.get("arguments")) {
                Some(Value::String(text)) => reply.push_argument(text),
                // Some servers send an object instead of a text.
                Some(object @ Value::Object(_)) => reply.push_argument(&object.to_string()),
                Some(_) | None => None,
            };
            event = argument.or(event);
        }
    }
    event
}

fn read_stop_reason(choice: &Value, reply: &mut PartialReply) {
    reply.stop_reason = match choice.get("finish_reason").and_then(Value::as_str) {
        None => reply.stop_reason,
        Some("length") => Some(GenerationStop::Length),
        Some("content_filter") => Some(GenerationStop::Refused),
        Some(_) => Some(GenerationStop::Stop),
    };
}

/// Reads the model's name and the token counts. Servers have several names for cached tokens.
fn read_head(value: &Value, reply: &mut PartialReply) {
    if reply.model.is_none() {
        reply.model = value.get("model").and_then(Value::as_str).filter(|name| !name.is_empty()).map(str::to_owned);
    }
    // Moonshot's streams put the usage into the choice.
    let in_choice = first_choice(value).and_then(|choice| choice.get("usage"));
    let Some(usage) = value.get("usage").filter(|usage| !usage.is_null()).or(in_choice) else { return };
    let count = |path: &str| usage.pointer(path).and_then(Value::as_u64);
    let tokens = &mut reply.tokens;
    tokens.input = count("/prompt_tokens").or(tokens.input);
    tokens.output = count("/completion_tokens").or(tokens.output);
    let cached = ["/prompt_tokens_details/cached_tokens", "/cached_tokens", "/prompt_cache_hit_tokens"];
    tokens.cached = cached.iter().find_map(|path| count(path)).or(tokens.cached);
    tokens.reasoning = count("/completion_tokens_details/reasoning_tokens").or(tokens.reasoning);
}
