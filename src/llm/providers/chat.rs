//! Chat completions, OpenAI's wire format, with the differences of those who speak it too.

use serde_json::{Map, Value, json};

use super::{
    Ask, Dropped, Event, Failed, Field,
    gather::{End, Gathered},
    request::{merge, output_limit, temperature, told},
};
use crate::llm::{
    prompts::Output,
    settings::{JsonMode, MaxField, ModelRecord},
};

pub(super) const PATH: &str = "/chat/completions";

/// What differs between those who speak this format.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one field is taken")]
pub(super) struct Quirks {
    /// Whether tools and schemas take `strict`.
    pub(super) takes_strict: bool,
    /// Whether it takes `store: false`.
    pub(super) can_forget: bool,
    /// Whether it takes `parallel_tool_calls: false`.
    pub(super) can_single_tool: bool,
    /// Whether it cuts prompts that are too long without a word.
    pub(super) cuts_silently: bool,
    /// Its own field for a schema.
    pub(super) grammar: Grammar,
}

impl Quirks {
    pub(super) fn has_grammar(self) -> bool {
        match self.grammar {
            Grammar::None => false,
            Grammar::JsonSchema | Grammar::StructuredOutputs => true,
        }
    }
}

/// A server's own field for a schema.
#[derive(Clone, Copy, Debug)]
pub(super) enum Grammar {
    None,
    /// `json_schema`, never beside `response_format`.
    JsonSchema,
    /// `structured_outputs: {json: …}`.
    StructuredOutputs,
}

/// The body of a request.
pub(super) fn body(ask: &Ask<'_>, record: &ModelRecord, quirks: Quirks, dropped: &Dropped) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".into(), record.model.as_str().into());
    body.insert(max_field(record, dropped).into(), output_limit(ask, record).into());
    if record.streams {
        body.insert("stream".into(), true.into());
        if record.stream_usage && !dropped.has(Field::StreamOptions) {
            body.insert("stream_options".into(), json!({"include_usage": true}));
        }
    }
    if record.sampling && !dropped.has(Field::Temperature) {
        body.insert("temperature".into(), temperature(ask));
    }
    if let Some(seed) = ask.seed.filter(|_| record.seeds && !dropped.has(Field::Seed)) {
        body.insert("seed".into(), seed.into());
    }
    if let Some(effort) = record.effort.as_deref().filter(|_| !dropped.has(Field::Effort)) {
        body.insert("reasoning_effort".into(), effort.into());
    }
    if quirks.can_forget && !dropped.has(Field::Store) {
        body.insert("store".into(), false.into());
    }
    if let Some(off) = record.thinking_off.as_ref().filter(|_| !dropped.has(Field::Thinking)) {
        merge(&mut body, off);
    }
    if dropped.has(Field::Effort) {
        // Some turn thinking off by the word for no effort.
        body.remove("reasoning_effort");
    }
    let (held, system) = match ask.output {
        Output::Text | Output::Vectors => (Map::new(), ask.system.to_owned()),
        Output::Json { name, schema } => held(ask, name, schema, record, quirks, dropped),
    };
    merge(&mut body, &held);
    let user = json!({"role": "user", "content": ask.user});
    let messages = if system.is_empty() { json!([user]) } else { json!([{"role": "system", "content": system}, user]) };
    body.insert("messages".into(), messages);
    body
}

/// What holds the model to the schema, and the system text that goes with it.
fn held(
    ask: &Ask<'_>,
    name: &str,
    schema: &Value,
    record: &ModelRecord,
    quirks: Quirks,
    dropped: &Dropped,
) -> (Map<String, Value>, String) {
    let one = |key: &str, value: Value| Map::from_iter([(key.to_owned(), value)]);
    let plain = || ask.system.to_owned();
    let is_strict = record.strict_schema && quirks.takes_strict;
    match record.json {
        JsonMode::Tool => (tool(name, schema, is_strict, record, quirks, dropped), plain()),
        _ if dropped.has(Field::ResponseFormat) => (Map::new(), told(ask)),
        JsonMode::None => (Map::new(), told(ask)),
        JsonMode::Object => (one("response_format", json!({"type": "json_object"})), told(ask)),
        JsonMode::Schema => {
            let mut held = json!({"name": name, "schema": schema});
            if is_strict {
                held["strict"] = true.into();
            }
            (one("response_format", json!({"type": "json_schema", "json_schema": held})), plain())
        }
        JsonMode::Grammar => match quirks.grammar {
            Grammar::None => (one("response_format", json!({"type": "json_object"})), told(ask)),
            Grammar::JsonSchema => (one("json_schema", schema.clone()), plain()),
            Grammar::StructuredOutputs => (one("structured_outputs", json!({"json": schema})), plain()),
        },
    }
}

/// The schema as the argument of a tool.
fn tool(
    name: &str,
    schema: &Value,
    is_strict: bool,
    record: &ModelRecord,
    quirks: Quirks,
    dropped: &Dropped,
) -> Map<String, Value> {
    let mut function = json!({"name": name, "description": "Takes the reply.", "parameters": schema});
    if is_strict {
        function["strict"] = true.into();
    }
    let mut fields = Map::from_iter([("tools".to_owned(), json!([{"type": "function", "function": function}]))]);
    if record.forced_tool && !dropped.has(Field::ToolChoice) {
        fields.insert("tool_choice".into(), json!({"type": "function", "function": {"name": name}}));
    }
    if quirks.can_single_tool && !dropped.has(Field::ParallelToolCalls) {
        fields.insert("parallel_tool_calls".into(), false.into());
    }
    fields
}

/// The name of the output limit; the other one if a model has refused the first.
fn max_field(record: &ModelRecord, dropped: &Dropped) -> &'static str {
    const NAMES: [&str; 2] = ["max_tokens", "max_completion_tokens"];
    let [older, newer] = NAMES;
    match record.max_field {
        MaxField::MaxTokens if !dropped.has(Field::MaxTokens) => older,
        MaxField::MaxCompletionTokens if dropped.has(Field::MaxCompletionTokens) => older,
        MaxField::MaxTokens | MaxField::MaxCompletionTokens => newer,
    }
}

/// Takes a whole reply.
pub(super) fn whole(reply: &Value, gathered: &mut Gathered) {
    head(reply, gathered);
    let Some(choice) = first(reply) else { return };
    if let Some(message) = choice.get("message") {
        drop(pieces(message, gathered));
    }
    stop(choice, gathered);
    gathered.is_done = true;
}

/// Takes an event of a stream. Chunks that are not known are skipped.
pub(super) fn event(data: &str, gathered: &mut Gathered) -> Result<Option<Event>, Failed> {
    if data.trim() == "[DONE]" {
        gathered.is_done = true;
        return Ok(Some(Event::Done));
    }
    let Ok(value) = serde_json::from_str::<Value>(data) else { return Ok(None) };
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(Failed::from_stream(data));
    }
    head(&value, gathered);
    let Some(choice) = first(&value) else { return Ok(None) };
    let event = choice.get("delta").and_then(|delta| pieces(delta, gathered));
    stop(choice, gathered);
    Ok(event)
}

/// The only choice there is.
fn first(reply: &Value) -> Option<&Value> {
    reply.get("choices").and_then(Value::as_array).and_then(|choices| choices.first())
}

/// Takes what a message, or a piece of one, says. The last of its kinds of content makes the event.
fn pieces(message: &Value, gathered: &mut Gathered) -> Option<Event> {
    let text = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
    let thought = if text("reasoning_content").is_empty() { text("reasoning") } else { text("reasoning_content") };
    let mut event = gathered.think(thought);
    if let Some(said) = gathered.say(text("content")) {
        event = Some(said);
    }
    if !text("refusal").is_empty() {
        gathered.is_refused = true;
    }
    for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let index = call.get("index").and_then(Value::as_u64).unwrap_or_default();
        if *gathered.call.get_or_insert(index) == index {
            let arguments = call.get("function").and_then(|function| function.get("arguments"));
            let argued = match arguments {
                Some(Value::String(text)) => gathered.argue(text),
                // Some servers send what should be a text as an object.
                Some(Value::Object(_)) => arguments.and_then(|object| gathered.argue(&object.to_string())),
                Some(_) | None => None,
            };
            event = argued.or(event);
        }
    }
    event
}

fn stop(choice: &Value, gathered: &mut Gathered) {
    gathered.end = match choice.get("finish_reason").and_then(Value::as_str) {
        None => gathered.end,
        Some("length") => Some(End::Length),
        Some("content_filter") => Some(End::Refused),
        Some(_) => Some(End::Stop),
    };
}

/// Model and tokens. Cached tokens are among those read and reasoning among those written, under one of several names.
fn head(reply: &Value, gathered: &mut Gathered) {
    if gathered.model.is_none() {
        gathered.model = reply.get("model").and_then(Value::as_str).filter(|name| !name.is_empty()).map(str::to_owned);
    }
    // Moonshot's streams tell the tokens within the choice.
    let within = first(reply).and_then(|choice| choice.get("usage"));
    let Some(usage) = reply.get("usage").filter(|usage| !usage.is_null()).or(within) else { return };
    let count = |path: &str| usage.pointer(path).and_then(Value::as_u64);
    let tokens = &mut gathered.tokens;
    tokens.input = count("/prompt_tokens").or(tokens.input);
    tokens.output = count("/completion_tokens").or(tokens.output);
    let cached = ["/prompt_tokens_details/cached_tokens", "/cached_tokens", "/prompt_cache_hit_tokens"];
    tokens.cached = cached.iter().find_map(|path| count(path)).or(tokens.cached);
    tokens.reasoning = count("/completion_tokens_details/reasoning_tokens").or(tokens.reasoning);
}
