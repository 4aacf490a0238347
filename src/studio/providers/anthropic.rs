//! Anthropic's messages: <https://platform.claude.com/docs/en/api/messages>.

use serde_json::{Map, Value, json};

use super::{
    errors::{AttemptFailure, OptionalField},
    reply::{GenerationStop, PartialReply, ReplyEvent},
    request::{RejectedFields, estimate, insert_shared, output_limit, system_with_schema},
};
use crate::studio::{
    prompts::{Output, Prompt},
    settings::{JsonMode, ModelRecord, Thinking},
};

pub(super) const PATH: &str = "/v1/messages";

/// The version of the wire format, required in every request.
pub(super) fn version_header() -> (&'static str, String) {
    ("anthropic-version", "2023-06-01".to_owned())
}

/// The body of a request.
pub(super) fn body(prompt: &Prompt, record: &ModelRecord, dropped: &RejectedFields) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("max_tokens".into(), output_limit(prompt, record).into());
    body.insert("messages".into(), json!([{"role": "user", "content": prompt.user}]));
    insert_shared(&mut body, prompt, record, dropped);
    let mut config = Map::new();
    if let Some(effort) = record.effort.as_deref().filter(|_| !dropped.has(OptionalField::Effort)) {
        config.insert("effort".into(), effort.into());
    }
    let system = match (&prompt.output, record.json) {
        (Output::Json { schema, .. }, JsonMode::Schema) if !dropped.has(OptionalField::ResponseFormat) => {
            config.insert("format".into(), json!({"type": "json_schema", "schema": schema}));
            prompt.system.clone()
        }
        (Output::Json { name, schema }, JsonMode::Tool) => {
            insert_tool(&mut body, name, schema, record, dropped);
            prompt.system.clone()
        }
        (Output::Text | Output::Json { .. } | Output::Vectors, _) => system_with_schema(prompt),
    };
    if !config.is_empty() {
        body.insert("output_config".into(), config.into());
    }
    if !system.is_empty() {
        body.insert("system".into(), with_cache_mark(system, record, dropped));
    }
    body
}

/// The system text. One that is long enough for the provider's cache carries the cache mark.
fn with_cache_mark(system: String, record: &ModelRecord, dropped: &RejectedFields) -> Value {
    let is_long = record.cache_minimum.is_some_and(|minimum| estimate(system.len()) >= u64::from(minimum));
    if is_long && !dropped.has(OptionalField::CacheControl) {
        json!([{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}])
    } else {
        system.into()
    }
}

/// Sends the schema as the argument of a tool. A model that is thinking cannot be forced to call it.
fn insert_tool(
    body: &mut Map<String, Value>,
    name: &str,
    schema: &Value,
    record: &ModelRecord,
    dropped: &RejectedFields,
) {
    let mut tool = json!({"name": name, "description": "Takes the reply.", "input_schema": schema});
    if record.strict_schema {
        tool["strict"] = true.into();
    }
    let thinks = match record.thinking {
        Thinking::None => false,
        Thinking::Optional => record.thinking_off.is_none() || dropped.has(OptionalField::Thinking),
        Thinking::Always => true,
    };
    let choice = if record.forced_tool && !thinks && !dropped.has(OptionalField::ToolChoice) {
        json!({"type": "tool", "name": name, "disable_parallel_tool_use": true})
    } else {
        json!({"type": "auto"})
    };
    body.insert("tools".into(), json!([tool]));
    body.insert("tool_choice".into(), choice);
}

/// Reads a whole reply.
pub(super) fn read_whole(message: &Value, reply: &mut PartialReply) {
    read_head(message, reply);
    for block in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        match text_at(Some(block), "type") {
            "text" => drop(reply.push_text(text_at(Some(block), "text"))),
            "thinking" => drop(reply.push_thinking(text_at(Some(block), "thinking"))),
            "tool_use" if reply.arguments.is_empty() => {
                let input = block.get("input").cloned().unwrap_or_default();
                drop(reply.push_argument(&input.to_string()));
            }
            _ => {}
        }
    }
    read_stop_reason(message, reply);
    reply.is_done = true;
}

/// Reads an event of a stream. Unknown events are skipped.
pub(super) fn read_event(
    name: &str,
    data: &str,
    reply: &mut PartialReply,
) -> Result<Option<ReplyEvent>, AttemptFailure> {
    let Ok(value) = serde_json::from_str::<Value>(data) else { return Ok(None) };
    let kind = value.get("type").and_then(Value::as_str).unwrap_or(name);
    let index = value.get("index").and_then(Value::as_u64);
    match kind {
        "error" => return Err(AttemptFailure::from_stream(data)),
        "message_start" => {
            if let Some(message) = value.get("message") {
                read_head(message, reply);
            }
        }
        "content_block_start" => {
            let block = value.get("content_block");
            match text_at(block, "type") {
                "tool_use" if reply.tool_call.is_none() => reply.tool_call = index,
                "text" => return Ok(reply.push_text(text_at(block, "text"))),
                _ => {}
            }
        }
        "content_block_delta" => {
            let delta = value.get("delta");
            return Ok(match text_at(delta, "type") {
                "text_delta" => reply.push_text(text_at(delta, "text")),
                "input_json_delta" if reply.tool_call == index => reply.push_argument(text_at(delta, "partial_json")),
                "thinking_delta" => reply.push_thinking(text_at(delta, "thinking")),
                _ => None,
            });
        }
        "message_delta" => {
            read_usage(&value, reply);
            if let Some(delta) = value.get("delta") {
                read_stop_reason(delta, reply);
            }
        }
        "message_stop" => {
            reply.is_done = true;
            return Ok(Some(ReplyEvent::Done));
        }
        _ => {}
    }
    Ok(None)
}

fn text_at<'v>(value: Option<&'v Value>, key: &str) -> &'v str {
    value.and_then(|value| value.get(key)).and_then(Value::as_str).unwrap_or_default()
}

fn read_head(message: &Value, reply: &mut PartialReply) {
    reply.model = message.get("model").and_then(Value::as_str).map(str::to_owned);
    read_usage(message, reply);
}

fn read_stop_reason(value: &Value, reply: &mut PartialReply) {
    reply.stop_reason = match value.get("stop_reason").and_then(Value::as_str) {
        None => reply.stop_reason,
        Some("max_tokens" | "model_context_window_exceeded") => Some(GenerationStop::Length),
        Some("refusal") => Some(GenerationStop::Refused),
        Some(_) => Some(GenerationStop::Stop),
    };
}

/// Reads the token counts. Cached tokens are not included in `input_tokens`.
fn read_usage(value: &Value, reply: &mut PartialReply) {
    let Some(usage) = value.get("usage") else { return };
    let count = |key: &str| usage.get(key).and_then(Value::as_u64);
    let tokens = &mut reply.tokens;
    tokens.cached = count("cache_read_input_tokens").or(tokens.cached);
    tokens.cache_write = count("cache_creation_input_tokens").or(tokens.cache_write);
    if let Some(input) = count("input_tokens") {
        tokens.input = Some(input + tokens.cached.unwrap_or_default() + tokens.cache_write.unwrap_or_default());
    }
    tokens.output = count("output_tokens").or(tokens.output);
}
