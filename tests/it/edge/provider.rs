//! What providers say, in the wire formats they say it in.

use serde_json::json;

use super::world::{End, Script};

/// A reply as a stream of Anthropic's, a word at a time, with so many milliseconds between the words.
pub(crate) fn streams(text: &str, between_ms: u64) -> Script {
    let event = |name: &str, data: serde_json::Value| format!("event: {name}\ndata: {data}\n\n").into_bytes();
    let usage = json!({"input_tokens": 900, "output_tokens": 1});
    let start = json!({"type": "message_start", "message": {"id": "m", "model": "true-name-of-quick", "usage": usage}});
    let block = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}});
    let mut pieces = vec![(0, event("message_start", start)), (0, event("content_block_start", block))];
    for word in text.split_inclusive(' ') {
        let delta = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}});
        pieces.push((between_ms, event("content_block_delta", delta)));
    }
    let stop = json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 40}});
    pieces.push((0, event("content_block_stop", json!({"type": "content_block_stop", "index": 0}))));
    pieces.push((0, event("message_delta", stop)));
    pieces.push((0, event("message_stop", json!({"type": "message_stop"}))));
    Script {
        after_ms: 100,
        status: 200,
        headers: vec![("content-type", "text/event-stream".to_owned())],
        pieces,
        end: End::Well,
    }
}

pub(crate) fn says(text: &str) -> Script {
    streams(text, 0)
}

/// A reply of OpenAI's in one piece.
pub(crate) fn completes(text: &str) -> Script {
    let reply = json!({
        "id": "c", "model": "true-name-of-spare",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 800, "completion_tokens": 30, "total_tokens": 830}
    });
    whole(200, "application/json", reply.to_string().as_bytes())
}

/// A reply in one piece.
pub(crate) fn whole(status: u16, kind: &str, body: &[u8]) -> Script {
    let headers = vec![("content-type", kind.to_owned())];
    Script { after_ms: 50, status, headers, pieces: vec![(0, body.to_vec())], end: End::Well }
}

/// Words only a provider would say, in an error of its own.
pub(crate) const UPSTREAM: &str = "upstream-words-8c1e";

/// An error of Anthropic's.
pub(crate) fn fails(status: u16, kind: &str) -> Script {
    let body = json!({"type": "error", "error": {"type": kind, "message": UPSTREAM}, "request_id": UPSTREAM});
    whole(status, "application/json", body.to_string().as_bytes())
}
