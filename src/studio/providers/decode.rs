//! Reads a reply from its bytes, whole or as a stream.

use serde_json::Value;

use super::{
    anthropic, chat, embeddings,
    errors::{AttemptFailure, retry_after},
    loops::LoopDetector,
    reply::{DecodedReply, PartialReply, ReplyEvent},
    request::{Delivery, ReplyFormat, WireRequest},
    sse::{Message, SseParser, TooLarge},
};
use crate::{engine::model::FailureKind, studio::settings::LoopGuard};

/// Maximum bytes of a reply, far above every output limit.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Maximum bytes that are read of an error.
const MAX_ERROR: usize = 64 * 1024;

/// Tokens from which a server may have truncated the prompt: Ollama's smallest default context.
const TRUNCATED_FROM: u64 = 2_048;

/// Status and headers of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyHead<'a> {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`, if present.
    pub content_type: Option<&'a str>,
    /// `Retry-After`, if present.
    pub retry_after: Option<&'a str>,
    /// Current time in milliseconds since the epoch, for a date in `Retry-After`.
    pub now_ms: u64,
}

/// Reads a reply: its head, its bytes as they arrive, and its end.
#[derive(Clone, Debug)]
pub struct Decoder {
    format: ReplyFormat,
    body: Body,
    received: usize,
    estimated_input: u64,
    reply: PartialReply,
    loops: LoopDetector,
    failed: Option<AttemptFailure>,
}

/// How the bytes are read.
#[derive(Clone, Debug)]
enum Body {
    /// The head has not arrived.
    Unknown,
    /// As an error.
    Error { status: u16, retry_after_ms: Option<u64>, bytes: Vec<u8> },
    /// As one JSON document.
    Whole(Vec<u8>),
    /// As server-sent events.
    Stream(SseParser),
}

impl Decoder {
    /// Returns the decoder for the reply to a request.
    pub fn new(request: &WireRequest, guard: LoopGuard) -> Self {
        Self {
            format: request.expected,
            body: match request.delivery {
                Delivery::Stream => Body::Stream(SseParser::default()),
                Delivery::Whole => Body::Unknown,
            },
            received: 0,
            estimated_input: request.estimated_input,
            reply: PartialReply::default(),
            loops: LoopDetector::new(guard),
            failed: None,
        }
    }

    /// Reads the head of the reply.
    ///
    /// # Errors
    /// The reply is a redirect, or its content type is not JSON or a stream.
    pub fn head(&mut self, head: ReplyHead<'_>) -> Result<(), AttemptFailure> {
        let kind = head.content_type.unwrap_or("application/json").split(';').next().unwrap_or_default();
        let kind = kind.trim().to_ascii_lowercase();
        let status = head.status;
        let retry_after_ms = head.retry_after.and_then(|value| retry_after(value, head.now_ms));
        self.body = match status {
            200..=299 if kind == "text/event-stream" => Body::Stream(SseParser::default()),
            200..=299 if kind == "application/json" => Body::Whole(Vec::new()),
            200..=299 => {
                return self
                    .fail(AttemptFailure { status: Some(status), ..AttemptFailure::of(FailureKind::BadOutput) });
            }
            // A redirect could send the key to another host.
            300..=399 => {
                return self
                    .fail(AttemptFailure { status: Some(status), ..AttemptFailure::of(FailureKind::InvalidRequest) });
            }
            _ => Body::Error { status, retry_after_ms, bytes: Vec::new() },
        };
        Ok(())
    }

    fn fail<T>(&mut self, failed: AttemptFailure) -> Result<T, AttemptFailure> {
        self.failed = Some(failed.clone());
        Err(failed)
    }

    /// Reads bytes of the body.
    ///
    /// # Errors
    /// The reply is unusable. The caller aborts the request.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<ReplyEvent>, AttemptFailure> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        self.received = self.received.saturating_add(bytes.len());
        let mut messages = Vec::new();
        let read = if self.received > MAX_BYTES {
            Err(TooLarge)
        } else {
            match &mut self.body {
                Body::Stream(parser) => parser.push(bytes, |message| messages.push(message)),
                Body::Unknown => {
                    self.body = Body::Whole(bytes.to_vec());
                    Ok(())
                }
                Body::Whole(all) => {
                    all.extend_from_slice(bytes);
                    Ok(())
                }
                Body::Error { bytes: all, .. } => {
                    let room = MAX_ERROR.saturating_sub(all.len()).min(bytes.len());
                    all.extend_from_slice(bytes.get(..room).unwrap_or_default());
                    Ok(())
                }
            }
        };
        if read.is_err() {
            let failed = self.with_usage(AttemptFailure::of(FailureKind::BadOutput));
            return self.fail(failed);
        }
        let mut events = Vec::new();
        for message in messages {
            if self.reply.is_done {
                break;
            }
            let event = match self.read_message(&message) {
                Ok(event) => event,
                Err(failed) => return self.fail(failed),
            };
            if let Some(ReplyEvent::Content(piece)) = &event
                && self.loops.push(piece, self.reply.output())
            {
                let failed =
                    self.with_usage(AttemptFailure { is_loop: true, ..AttemptFailure::of(FailureKind::BadOutput) });
                return self.fail(failed);
            }
            events.extend(event);
        }
        Ok(events)
    }

    fn read_message(&mut self, message: &Message) -> Result<Option<ReplyEvent>, AttemptFailure> {
        let event = match self.format {
            ReplyFormat::Messages { .. } => anthropic::read_event(&message.name, &message.data, &mut self.reply),
            ReplyFormat::Chat { .. } => chat::read_event(&message.data, &mut self.reply),
            ReplyFormat::Vectors { .. } | ReplyFormat::Listing => Ok(None),
        };
        event.map_err(|failed| self.with_usage(failed))
    }

    fn with_usage(&self, mut failed: AttemptFailure) -> AttemptFailure {
        (failed.usage, failed.usage_estimated) = self.reply.usage(self.estimated_input);
        failed
    }

    /// A failure outside the reply, such as a timeout, with the tokens spent so far.
    pub fn interrupted(&self, kind: FailureKind) -> AttemptFailure {
        let was_sent = self.received > 0 || kind != FailureKind::Transport;
        if was_sent { self.with_usage(AttemptFailure::of(kind)) } else { AttemptFailure::of(kind) }
    }

    /// The output so far.
    pub fn partial(&self) -> &str {
        self.reply.output()
    }

    /// The reply, at the end of its bytes.
    ///
    /// # Errors
    /// The reply is unusable.
    pub fn finish(mut self) -> Result<DecodedReply, AttemptFailure> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        match std::mem::replace(&mut self.body, Body::Unknown) {
            Body::Error { status, retry_after_ms, bytes } => {
                return Err(AttemptFailure::from_reply(status, &String::from_utf8_lossy(&bytes), retry_after_ms));
            }
            Body::Unknown => return Err(self.with_usage(AttemptFailure::of(FailureKind::BadOutput))),
            Body::Whole(bytes) => self.read_whole(&bytes)?,
            Body::Stream(parser) => self.end_stream(parser)?,
        }
        let (is_json, may_be_truncated) = match self.format {
            ReplyFormat::Messages { is_json } => (is_json, false),
            ReplyFormat::Chat { is_json, truncates_silently } => (is_json, truncates_silently),
            ReplyFormat::Vectors { .. } => return Ok(self.into_vectors()),
            ReplyFormat::Listing => return Ok(DecodedReply { output: self.reply.text, ..DecodedReply::default() }),
        };
        let estimated = self.estimated_input;
        let decoded = self.reply.finish(is_json, estimated)?;
        let is_short = !decoded.usage_estimated && decoded.usage.input < estimated / 2;
        if may_be_truncated && estimated >= TRUNCATED_FROM && is_short {
            return Err(AttemptFailure { usage: decoded.usage, ..AttemptFailure::of(FailureKind::ContextTooLong) });
        }
        Ok(decoded)
    }

    fn read_whole(&mut self, bytes: &[u8]) -> Result<(), AttemptFailure> {
        let Ok(reply) = serde_json::from_slice::<Value>(bytes) else {
            return Err(self.with_usage(AttemptFailure::of(FailureKind::BadOutput)));
        };
        // Some proxies send errors with a status of success.
        if reply.get("error").is_some_and(Value::is_object) {
            return Err(self.with_usage(AttemptFailure::from_stream(&String::from_utf8_lossy(bytes))));
        }
        match self.format {
            ReplyFormat::Listing => drop(self.reply.push_text(&reply.to_string())),
            ReplyFormat::Messages { .. } => anthropic::read_whole(&reply, &mut self.reply),
            ReplyFormat::Chat { .. } => chat::read_whole(&reply, &mut self.reply),
            ReplyFormat::Vectors { texts, dimensions } => {
                self.reply.tokens.input = reply.pointer("/usage/prompt_tokens").and_then(Value::as_u64);
                self.reply.tokens.output = Some(0);
                if !embeddings::read(&reply, texts, dimensions, &mut self.reply) {
                    return Err(self.with_usage(AttemptFailure::of(FailureKind::BadOutput)));
                }
            }
        }
        Ok(())
    }

    fn end_stream(&mut self, parser: SseParser) -> Result<(), AttemptFailure> {
        let is_complete = |data: &str| data.trim() == "[DONE]" || serde_json::from_str::<Value>(data).is_ok();
        if let Some(last) = parser.rest().filter(|last| is_complete(&last.data)) {
            self.read_message(&last)?;
        }
        // Some servers close the connection after the stop reason, without the final event.
        if self.reply.is_done || self.reply.stop_reason.is_some() {
            Ok(())
        } else {
            Err(self.with_usage(AttemptFailure::of(FailureKind::TimeoutStall)))
        }
    }

    fn into_vectors(self) -> DecodedReply {
        let (usage, usage_estimated) = self.reply.usage(self.estimated_input);
        let output = serde_json::to_string(&self.reply.vectors).unwrap_or_default();
        DecodedReply { output, model: self.reply.model, usage, usage_estimated, ..DecodedReply::default() }
    }
}
