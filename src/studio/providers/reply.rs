//! The content of a reply, collected from any wire format.

use super::{errors::AttemptFailure, request::estimate};
use crate::engine::model::{FailureKind, FinishReason, TokenUsage};

/// A complete reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecodedReply {
    /// Its text; JSON as text where JSON was requested, and `[[0.1, …], …]` for vectors.
    pub output: String,
    /// Why the model stopped.
    pub finish: FinishReason,
    /// The provider's name for the model.
    pub model: Option<String>,
    /// Tokens.
    pub usage: TokenUsage,
    /// Whether the tokens are estimates.
    pub usage_estimated: bool,
}

/// Progress of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyEvent {
    /// A piece of the output. Restarts the stall timer.
    Content(String),
    /// A piece of thinking, which is dropped. Restarts the stall timer.
    Thinking,
    /// The provider has marked the end of the stream.
    Done,
}

impl ReplyEvent {
    /// Whether the model is still writing. Comments and keep-alives produce no event.
    pub fn is_progress(&self) -> bool {
        match self {
            Self::Content(_) | Self::Thinking => true,
            Self::Done => false,
        }
    }
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GenerationStop {
    Stop,
    Length,
    Refused,
}

/// A reply so far.
#[derive(Clone, Debug, Default)]
pub(super) struct PartialReply {
    pub(super) text: String,
    /// The argument of the first tool call.
    pub(super) arguments: String,
    /// Index of the first tool call; later calls are ignored.
    pub(super) tool_call: Option<u64>,
    pub(super) vectors: Vec<Vec<f32>>,
    /// Bytes of thinking.
    thinking: usize,
    pub(super) stop_reason: Option<GenerationStop>,
    pub(super) is_refused: bool,
    /// Whether the provider has marked the end.
    pub(super) is_done: bool,
    pub(super) model: Option<String>,
    pub(super) tokens: TokenCounts,
}

/// Token counts of a provider, the latest of each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TokenCounts {
    /// Input, including cached tokens.
    pub(super) input: Option<u64>,
    pub(super) output: Option<u64>,
    pub(super) cached: Option<u64>,
    pub(super) cache_write: Option<u64>,
    pub(super) reasoning: Option<u64>,
}

impl PartialReply {
    pub(super) fn push_text(&mut self, piece: &str) -> Option<ReplyEvent> {
        self.text.push_str(piece);
        (!piece.is_empty()).then(|| ReplyEvent::Content(piece.to_owned()))
    }

    /// Adds a piece of a tool's argument.
    pub(super) fn push_argument(&mut self, piece: &str) -> Option<ReplyEvent> {
        self.arguments.push_str(piece);
        (!piece.is_empty()).then(|| ReplyEvent::Content(piece.to_owned()))
    }

    /// Counts a piece of thinking and drops it.
    pub(super) fn push_thinking(&mut self, piece: &str) -> Option<ReplyEvent> {
        self.thinking = self.thinking.saturating_add(piece.len());
        (!piece.is_empty()).then_some(ReplyEvent::Thinking)
    }

    /// The output so far: the tool's argument, else the text.
    pub(super) fn output(&self) -> &str {
        if self.arguments.is_empty() { &self.text } else { &self.arguments }
    }

    /// Tokens, and whether they are estimates.
    pub(super) fn usage(&self, estimated_input: u64) -> (TokenUsage, bool) {
        let TokenCounts { input, output, cached, cache_write, reasoning } = self.tokens;
        let written = estimate(self.text.len().saturating_add(self.arguments.len()).saturating_add(self.thinking));
        let usage = TokenUsage {
            input: input.unwrap_or(estimated_input),
            output: output.unwrap_or(written),
            cached_input: cached.unwrap_or_default(),
            cache_write: cache_write.unwrap_or_default(),
            reasoning: reasoning.unwrap_or_default(),
        };
        (usage, input.is_none() || output.is_none())
    }

    /// The complete reply, if it is usable.
    pub(super) fn finish(self, is_json: bool, estimated_input: u64) -> Result<DecodedReply, AttemptFailure> {
        let (usage, usage_estimated) = self.usage(estimated_input);
        let fail = |kind| Err(AttemptFailure { usage, usage_estimated, ..AttemptFailure::of(kind) });
        let finish = match self.stop_reason {
            Some(GenerationStop::Refused) => return fail(FailureKind::Refused),
            _ if self.is_refused => return fail(FailureKind::Refused),
            Some(GenerationStop::Length) => FinishReason::Length,
            Some(GenerationStop::Stop) | None => FinishReason::Stop,
        };
        let output = if self.arguments.trim().is_empty() { self.text } else { self.arguments };
        let is_usable = if is_json { output.contains('{') } else { !output.trim().is_empty() };
        if !is_usable {
            return fail(FailureKind::BadOutput);
        }
        Ok(DecodedReply { output, finish, model: self.model, usage, usage_estimated })
    }
}
