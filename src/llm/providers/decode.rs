//! A reply from its bytes: whole or as a stream, in whatever dialect.

use serde_json::Value;

use super::{
    Decoded, Failed, WireRequest, anthropic, chat, embeddings, errors,
    gather::Gathered,
    loops::Watch,
    request::{Cut, Delivery, Expected},
    sse::{Message, Parser},
};
use crate::llm::{FailureKind, settings::LoopGuard};

/// Most bytes of a reply: far more than any output limit allows.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Most bytes that are looked at of an error.
const MAX_ERROR: usize = 64 * 1024;

/// Tokens from which a prompt may have been cut without a word: Ollama's smallest default context ever.
const CUT_FROM: u64 = 2_048;

/// The head of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// Status.
    pub status: u16,
    /// `Content-Type`, if there is one.
    pub content_type: Option<&'a str>,
    /// `Retry-After`, if there is one.
    pub retry_after: Option<&'a str>,
    /// Milliseconds since the epoch, to count a date of `Retry-After` from.
    pub now_ms: u64,
}

/// What came of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece of the output. Winds the stall timer up again.
    Content(String),
    /// A piece of thinking, which is not kept. Winds the stall timer up again.
    Thinking,
    /// The provider said that this was all.
    Done,
}

impl Event {
    /// Whether the model is at work. Comments, pings and keep-alives give no event at all.
    pub fn is_progress(&self) -> bool {
        match self {
            Self::Content(_) | Self::Thinking => true,
            Self::Done => false,
        }
    }
}

/// Reads a reply: first its head, then its bytes as they come, then the end.
#[derive(Clone, Debug)]
pub struct Decoder {
    wire: Expected,
    body: Body,
    taken: usize,
    estimated_input: u64,
    gathered: Gathered,
    watch: Watch,
    failed: Option<Failed>,
}

/// How the bytes are to be read.
#[derive(Clone, Debug)]
enum Body {
    /// The head has not come.
    Unknown,
    /// As an error.
    Error { status: u16, retry_after_ms: Option<u64>, bytes: Vec<u8> },
    /// As one piece of JSON.
    Whole(Vec<u8>),
    /// As a stream.
    Stream(Parser),
}

impl Decoder {
    /// A decoder for the reply to a request.
    pub fn new(request: &WireRequest, guard: LoopGuard) -> Self {
        Self {
            wire: request.wire,
            body: match request.delivery {
                Delivery::Stream => Body::Stream(Parser::default()),
                Delivery::Whole => Body::Unknown,
            },
            taken: 0,
            estimated_input: request.estimated_input,
            gathered: Gathered::default(),
            watch: Watch::new(guard),
            failed: None,
        }
    }

    /// Takes the head of the reply.
    ///
    /// # Errors
    /// If nothing that follows can be used: a redirect, or a page where a reply should be.
    pub fn head(&mut self, head: Head<'_>) -> Result<(), Failed> {
        let Head { status, content_type, retry_after, now_ms } = head;
        let kind = content_type.unwrap_or("application/json").split(';').next().unwrap_or_default();
        let kind = kind.trim().to_ascii_lowercase();
        let retry_after_ms = retry_after.and_then(|value| errors::retry_after(value, now_ms));
        self.body = match status {
            200..=299 if kind == "text/event-stream" => Body::Stream(Parser::default()),
            200..=299 if kind == "application/json" => Body::Whole(Vec::new()),
            200..=299 => return self.fail(Failed { status: Some(status), ..Failed::of(FailureKind::BadOutput) }),
            // A redirect could lead the key anywhere.
            300..=399 => return self.fail(Failed { status: Some(status), ..Failed::of(FailureKind::InvalidRequest) }),
            _ => Body::Error { status, retry_after_ms, bytes: Vec::new() },
        };
        Ok(())
    }

    fn fail<T>(&mut self, failed: Failed) -> Result<T, Failed> {
        self.failed = Some(failed.clone());
        Err(failed)
    }

    /// Takes bytes of the body.
    ///
    /// # Errors
    /// If nothing that follows can be used: the request is to be aborted.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Event>, Failed> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        self.taken = self.taken.saturating_add(bytes.len());
        if self.taken > MAX_BYTES {
            return self.spent(FailureKind::BadOutput);
        }
        let mut messages = Vec::new();
        match &mut self.body {
            Body::Unknown => self.body = Body::Whole(bytes.to_vec()),
            Body::Whole(all) => all.extend_from_slice(bytes),
            Body::Error { bytes: all, .. } => {
                let room = MAX_ERROR.saturating_sub(all.len()).min(bytes.len());
                all.extend_from_slice(bytes.get(..room).unwrap_or_default());
            }
            Body::Stream(parser) => {
                if parser.push(bytes, |message| messages.push(message)).is_err() {
                    return self.spent(FailureKind::BadOutput);
                }
            }
        }
        let mut events = Vec::new();
        for message in messages {
            if self.gathered.is_done {
                break;
            }
            let event = match self.take(&message) {
                Ok(event) => event,
                Err(failed) => return self.fail(failed),
            };
            if let Some(Event::Content(piece)) = &event {
                let text =
                    if self.gathered.arguments.is_empty() { &self.gathered.text } else { &self.gathered.arguments };
                if self.watch.sees(piece, text) {
                    let (usage, usage_estimated) = self.gathered.usage(self.estimated_input);
                    let failed = Failed { is_loop: true, usage, usage_estimated, ..Failed::of(FailureKind::BadOutput) };
                    return self.fail(failed);
                }
            }
            events.extend(event);
        }
        Ok(events)
    }

    fn take(&mut self, message: &Message) -> Result<Option<Event>, Failed> {
        let event = match self.wire {
            Expected::Messages(_) => anthropic::event(&message.name, &message.data, &mut self.gathered),
            Expected::Chat(..) => chat::event(&message.data, &mut self.gathered),
            Expected::Vectors { .. } | Expected::Listing => Ok(None),
        };
        event.map_err(|failed| self.with_usage(failed))
    }

    fn with_usage(&self, mut failed: Failed) -> Failed {
        (failed.usage, failed.usage_estimated) = self.gathered.usage(self.estimated_input);
        failed
    }

    /// A failure after which what was spent so far is still told.
    fn spent<T>(&mut self, kind: FailureKind) -> Result<T, Failed> {
        let failed = self.with_usage(Failed::of(kind));
        self.fail(failed)
    }

    /// A failure of the way here, such as a timer that ran out, with the tokens spent so far.
    pub fn interrupted(&self, kind: FailureKind) -> Failed {
        let has_reached = self.taken > 0 || kind != FailureKind::Transport;
        if has_reached { self.with_usage(Failed::of(kind)) } else { Failed::of(kind) }
    }

    /// The output so far, such as it is.
    pub fn partial(&self) -> &str {
        if self.gathered.arguments.is_empty() { &self.gathered.text } else { &self.gathered.arguments }
    }

    /// The reply, at the end of its bytes.
    ///
    /// # Errors
    /// If there is none that can be used.
    pub fn finish(mut self) -> Result<Decoded, Failed> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        match std::mem::replace(&mut self.body, Body::Unknown) {
            Body::Error { status, retry_after_ms, bytes } => {
                return Err(Failed::from_reply(status, &String::from_utf8_lossy(&bytes), retry_after_ms));
            }
            Body::Unknown => return Err(self.with_usage(Failed::of(FailureKind::BadOutput))),
            Body::Whole(bytes) => self.whole(&bytes)?,
            Body::Stream(parser) => self.end_of_stream(parser)?,
        }
        let (form, cut) = match self.wire {
            Expected::Messages(form) => (form, Cut::Told),
            Expected::Chat(form, cut) => (form, cut),
            Expected::Vectors { .. } => return Ok(self.vectors()),
            Expected::Listing => return Ok(Decoded { output: self.gathered.text, ..Decoded::default() }),
        };
        let estimated = self.estimated_input;
        let decoded = self.gathered.finish(form, estimated)?;
        let read = decoded.usage.input;
        if cut == Cut::Silent && estimated >= CUT_FROM && !decoded.usage_estimated && read < estimated / 2 {
            let usage = decoded.usage;
            return Err(Failed { usage, ..Failed::of(FailureKind::ContextTooLong) });
        }
        Ok(decoded)
    }

    fn whole(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        let Ok(reply) = serde_json::from_slice::<Value>(bytes) else {
            return Err(self.with_usage(Failed::of(FailureKind::BadOutput)));
        };
        // Some that stand between us and the provider send errors with a status of success.
        if reply.get("error").is_some_and(Value::is_object) {
            return Err(self.with_usage(Failed::from_stream(&String::from_utf8_lossy(bytes))));
        }
        match self.wire {
            Expected::Listing => drop(self.gathered.say(&reply.to_string())),
            Expected::Messages(_) => anthropic::whole(&reply, &mut self.gathered),
            Expected::Chat(..) => chat::whole(&reply, &mut self.gathered),
            Expected::Vectors { texts, dimensions } => {
                self.gathered.tokens.input = reply.pointer("/usage/prompt_tokens").and_then(Value::as_u64);
                self.gathered.tokens.output = Some(0);
                if !embeddings::read(&reply, texts, dimensions, &mut self.gathered) {
                    return Err(self.with_usage(Failed::of(FailureKind::BadOutput)));
                }
            }
        }
        Ok(())
    }

    fn end_of_stream(&mut self, parser: Parser) -> Result<(), Failed> {
        let is_sound = |data: &str| data.trim() == "[DONE]" || serde_json::from_str::<Value>(data).is_ok();
        if let Some(last) = parser.rest().filter(|last| is_sound(&last.data)) {
            self.take(&last)?;
        }
        // Some servers close the line after the reason they stopped for, without saying that this was all.
        if self.gathered.is_done || self.gathered.end.is_some() {
            Ok(())
        } else {
            Err(self.with_usage(Failed::of(FailureKind::TimeoutStall)))
        }
    }

    fn vectors(self) -> Decoded {
        let (usage, usage_estimated) = self.gathered.usage(self.estimated_input);
        let Gathered { vectors, model, .. } = self.gathered;
        let output = serde_json::to_string(&vectors).unwrap_or_default();
        Decoded { output, model, usage, usage_estimated, ..Decoded::default() }
    }
}
