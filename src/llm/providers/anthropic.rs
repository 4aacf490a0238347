//! Anthropic's messages: <https://platform.claude.com/docs/en/api/messages>.

use serde_json::{Map, Value, json};

use super::{
    Ask, Dialect, Dropped, Event, Failed, Field, Wire,
    gather::{End, Gathered},
    request::{KeyPlace, estimate, merge, output_limit, temperature, told},
};
use crate::llm::{
    prompts::Output,
    settings::{JsonMode, ModelRecord, Thinking},
};

pub(super) const DIALECT: Dialect = Dialect {
    base_url: "https://api.anthropic.com",
    key: KeyPlace { header: "x-api-key", scheme: "" },
    wire: Wire::Messages,
};

pub(super) const PATH: &str = "/v1/messages";

/// Version of the wire format, required with every request.
const VERSION: &str = "2023-06-01";

pub(super) fn headers() -> Vec<(&'static str, String)> {
    vec![("anthropic-version", VERSION.to_owned())]
}

/// The body of a request.
pub(super) fn body(ask: &Ask<'_>, record: &ModelRecord, dropped: &Dropped) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".into(), record.model.as_str().into());
    body.insert("max_tokens".into(), output_limit(ask, record).into());
    body.insert("messages".into(), json!([{"role": "user", "content": ask.user}]));
    if record.streams {
        body.insert("stream".into(), true.into());
    }
    if record.sampling && !dropped.has(Field::Temperature) {
        body.insert("temperature".into(), temperature(ask));
    }
    if let Some(off) = record.thinking_off.as_ref().filter(|_| !dropped.has(Field::Thinking)) {
        merge(&mut body, off);
    }
    let mut config = Map::new();
    if let Some(effort) = record.effort.as_deref().filter(|_| !dropped.has(Field::Effort)) {
        config.insert("effort".into(), effort.into());
    }
    let system = match (ask.output, record.json) {
        (Output::Json { schema, .. }, JsonMode::Schema) if !dropped.has(Field::ResponseFormat) => {
            config.insert("format".into(), json!({"type": "json_schema", "schema": schema}));
            ask.system.to_owned()
        }
        (Output::Json { name, schema }, JsonMode::Tool) => {
            merge(&mut body, &tool(name, schema, record, dropped));
            ask.system.to_owned()
        }
        (Output::Text | Output::Json { .. } | Output::Vectors, _) => told(ask),
    };
    if !config.is_empty() {
        body.insert("output_config".into(), config.into());
    }
    if !system.is_empty() {
        body.insert("system".into(), marked(system, record, dropped));
    }
    body
}

/// The system text, marked for the cache where it is long enough for one.
fn marked(system: String, record: &ModelRecord, dropped: &Dropped) -> Value {
    let is_long = record.cache_minimum.is_some_and(|least| estimate(system.len()) >= u64::from(least));
    if is_long && !dropped.has(Field::CacheControl) {
        json!([{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}])
    } else {
        system.into()
    }
}

/// The schema as the argument of a tool. A call cannot be forced from a model while it thinks.
fn tool(name: &str, schema: &Value, record: &ModelRecord, dropped: &Dropped) -> Map<String, Value> {
    let mut tool = json!({"name": name, "description": "Takes the reply.", "input_schema": schema});
    if record.strict_schema {
        tool["strict"] = true.into();
    }
    let thinks = match record.thinking {
        Thinking::None => false,
        Thinking::Optional => record.thinking_off.is_none() || dropped.has(Field::Thinking),
        Thinking::Always => true,
    };
    let choice = if record.forced_tool && !thinks && !dropped.has(Field::ToolChoice) {
        json!({"type": "tool", "name": name, "disable_parallel_tool_use": true})
    } else {
        json!({"type": "auto"})
    };
    Map::from_iter([("tools".to_owned(), json!([tool])), ("tool_choice".to_owned(), choice)])
}

/// Takes a whole reply.
pub(super) fn whole(reply: &Value, gathered: &mut Gathered) {
    head(reply, gathered);
    for block in reply.get("content").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| block.get(key).and_then(Value::as_str).unwrap_or_default();
        match text("type") {
            "text" => drop(gathered.say(text("text"))),
            "thinking" => drop(gathered.think(text("thinking"))),
            "tool_use" if gathered.arguments.is_empty() => {
                let input = block.get("input").cloned().unwrap_or_default();
                drop(gathered.argue(&input.to_string()));
            }
            _ => {}
        }
    }
    stop(reply, gathered);
    gathered.is_done = true;
}

/// Takes an event of a stream. Events that are not known are skipped.
pub(super) fn event(name: &str, data: &str, gathered: &mut Gathered) -> Result<Option<Event>, Failed> {
    let Ok(value) = serde_json::from_str::<Value>(data) else { return Ok(None) };
    let kind = value.get("type").and_then(Value::as_str).unwrap_or(name);
    let index = value.get("index").and_then(Value::as_u64);
    match kind {
        "error" => return Err(Failed::from_stream(data)),
        "message_start" => {
            if let Some(message) = value.get("message") {
                head(message, gathered);
            }
        }
        "content_block_start" => {
            let block = value.get("content_block");
            let text = |key: &str| block.and_then(|block| block.get(key)).and_then(Value::as_str).unwrap_or_default();
            match text("type") {
                "tool_use" if gathered.call.is_none() => gathered.call = index,
                "text" => return Ok(gathered.say(text("text"))),
                _ => {}
            }
        }
        "content_block_delta" => {
            let delta = value.get("delta");
            let text = |key: &str| delta.and_then(|delta| delta.get(key)).and_then(Value::as_str).unwrap_or_default();
            return Ok(match text("type") {
                "text_delta" => gathered.say(text("text")),
                "input_json_delta" if gathered.call == index => gathered.argue(text("partial_json")),
                "thinking_delta" => gathered.think(text("thinking")),
                _ => None,
            });
        }
        "message_delta" => {
            usage(&value, gathered);
            if let Some(delta) = value.get("delta") {
                stop(delta, gathered);
            }
        }
        "message_stop" => {
            gathered.is_done = true;
            return Ok(Some(Event::Done));
        }
        _ => {}
    }
    Ok(None)
}

fn head(message: &Value, gathered: &mut Gathered) {
    gathered.model = message.get("model").and_then(Value::as_str).map(str::to_owned);
    usage(message, gathered);
}

fn stop(value: &Value, gathered: &mut Gathered) {
    gathered.end = match value.get("stop_reason").and_then(Value::as_str) {
        None => gathered.end,
        Some("max_tokens" | "model_context_window_exceeded") => Some(End::Length),
        Some("refusal") => Some(End::Refused),
        Some(_) => Some(End::Stop),
    };
}

/// Tokens of a cache stand beside those that were read, not among them.
fn usage(value: &Value, gathered: &mut Gathered) {
    let Some(usage) = value.get("usage") else { return };
    let count = |key: &str| usage.get(key).and_then(Value::as_u64);
    let tokens = &mut gathered.tokens;
    tokens.cached = count("cache_read_input_tokens").or(tokens.cached);
    tokens.cache_write = count("cache_creation_input_tokens").or(tokens.cache_write);
    if let Some(input) = count("input_tokens") {
        tokens.input = Some(input + tokens.cached.unwrap_or_default() + tokens.cache_write.unwrap_or_default());
    }
    tokens.output = count("output_tokens").or(tokens.output);
}
