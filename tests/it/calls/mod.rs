//! Calls of models: what is sent, how replies are read, and what happens when there is none.

mod errors;
mod plan;
mod requests;
mod settings;
mod streams;
pub(crate) mod stub;

use querent_engine::{
    engine::model::Task,
    studio::{
        documents::{self, folder},
        prompts::{Output, Prompt},
        providers::{
            AttemptFailure, DecodedReply, Decoder, Delivery, RejectedFields, ReplyEvent, ReplyHead, WireRequest, encode,
        },
        settings::{LlmSettings, LoopGuard, ModelRecord, Provider, ProviderKind},
    },
};
use serde_json::{Value, json};

use crate::program::root;

/// The shipped settings.
fn shipped() -> LlmSettings {
    let files = folder::folder(&root().join("config")).unwrap();
    let (settings, findings) = documents::llm(&files, documents::LLM);
    settings.unwrap_or_else(|| panic!("{findings:?}"))
}

/// A model that takes what it takes unless told otherwise.
fn record(changes: &Value) -> ModelRecord {
    let mut record = json!({
        "provider": "one", "model": "some-model-1", "context_tokens": 100_000, "max_output": 8_000,
        "price": {"input": 1.0, "output": 5.0},
    });
    record.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    serde_json::from_value(record).unwrap()
}

fn provider(kind: ProviderKind) -> Provider {
    Provider { kind, base_url: None, base_url_env: None, key_env: Some("ONE_KEY".into()) }
}

fn schema() -> Value {
    json!({
        "type": "object", "additionalProperties": false, "required": ["nodes", "language"],
        "properties": {"language": {"type": "string"}, "nodes": {"type": "array", "items": {"type": "string"}}},
    })
}

/// A prompt for JSON, or for text.
fn prompt(output: Output) -> Prompt {
    Prompt {
        task: Task::TurnAnalysis,
        version: 1,
        hash: "h".into(),
        system: "Read the answer.".into(),
        user: "{\"answer\":\"It is creamy.\"}".into(),
        texts: Vec::new(),
        output,
        temperature_hundredths: 20,
        max_output: 1_800,
        seed: None,
    }
}

fn json_prompt() -> Prompt {
    prompt(Output::Json { name: "turn_analysis".into(), schema: schema() })
}

fn request(kind: ProviderKind, record: &ModelRecord, prompt: &Prompt) -> WireRequest {
    let provider = provider(kind);
    let address = provider.address(|_| None);
    encode(prompt, record, &provider, &address, &RejectedFields::default()).unwrap()
}

/// A decoder with the head of a good reply behind it.
fn decoder(kind: ProviderKind, output: Output, delivery: Delivery) -> Decoder {
    let request = request(kind, &record(&json!({"streams": delivery == Delivery::Stream})), &prompt(output));
    let mut decoder = Decoder::new(&request, LoopGuard::default());
    let content_type = match delivery {
        Delivery::Stream => "text/event-stream; charset=utf-8",
        Delivery::Whole => "application/json",
    };
    decoder.head(ReplyHead { status: 200, content_type: Some(content_type), retry_after: None, now_ms: 0 }).unwrap();
    decoder
}

/// What comes of a reply in these pieces.
fn read(mut decoder: Decoder, pieces: &[&[u8]]) -> (Vec<ReplyEvent>, Result<DecodedReply, AttemptFailure>) {
    let mut events = Vec::new();
    for piece in pieces {
        match decoder.push(piece) {
            Ok(more) => events.extend(more),
            Err(failed) => return (events, Err(failed)),
        }
    }
    (events, decoder.finish())
}

/// What the events say, in one piece.
fn said(events: &[ReplyEvent]) -> String {
    let piece = |event: &ReplyEvent| match event {
        ReplyEvent::Content(text) => text.clone(),
        ReplyEvent::Thinking | ReplyEvent::Done => String::new(),
    };
    events.iter().map(piece).collect()
}
