//! What has come of a reply so far, whoever's wire format it comes in.

use super::{Event, Failed, errors::Failed as Failure, request::Form};
use crate::llm::{FailureKind, Finish, Usage, providers::estimate};

/// A reply as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    /// Its text; JSON as text where JSON was asked for, and for vectors: `[[0.1, …], …]`.
    pub output: String,
    /// Why the model stopped.
    pub finish: Finish,
    /// Name the provider gives the model.
    pub model: Option<String>,
    /// Tokens.
    pub usage: Usage,
    /// Whether the tokens were estimated.
    pub usage_estimated: bool,
}

/// Why a model stopped, before it is known whether there is anything to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Stop,
    Length,
    Refused,
}

/// What has come so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    pub(super) text: String,
    /// Argument of the tool that was called.
    pub(super) arguments: String,
    /// Index of the tool's call whose argument is gathered; a second call is left out.
    pub(super) call: Option<u64>,
    pub(super) vectors: Vec<Vec<f32>>,
    pub(super) thought: usize,
    pub(super) end: Option<End>,
    pub(super) is_refused: bool,
    /// Whether the provider said that this was all.
    pub(super) is_done: bool,
    pub(super) model: Option<String>,
    pub(super) tokens: Tokens,
}

/// Tokens as told, the last word on each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tokens {
    /// Read, those of a cache included.
    pub(super) input: Option<u64>,
    pub(super) output: Option<u64>,
    pub(super) cached: Option<u64>,
    pub(super) cache_write: Option<u64>,
    pub(super) reasoning: Option<u64>,
}

impl Gathered {
    /// Takes a piece of text.
    pub(super) fn say(&mut self, piece: &str) -> Option<Event> {
        self.text.push_str(piece);
        (!piece.is_empty()).then(|| Event::Content(piece.to_owned()))
    }

    /// Takes a piece of a tool's argument.
    pub(super) fn argue(&mut self, piece: &str) -> Option<Event> {
        self.arguments.push_str(piece);
        (!piece.is_empty()).then(|| Event::Content(piece.to_owned()))
    }

    /// Takes a piece of thinking; the thought itself is dropped.
    pub(super) fn think(&mut self, piece: &str) -> Option<Event> {
        self.thought = self.thought.saturating_add(piece.len());
        (!piece.is_empty()).then_some(Event::Thinking)
    }

    /// Tokens, and whether they were estimated.
    pub(super) fn usage(&self, estimated_input: u64) -> (Usage, bool) {
        let Tokens { input, output, cached, cache_write, reasoning } = self.tokens;
        let written = estimate(self.text.len().saturating_add(self.arguments.len()).saturating_add(self.thought));
        let usage = Usage {
            input: input.unwrap_or(estimated_input),
            output: output.unwrap_or(written),
            cached_input: cached.unwrap_or_default(),
            cache_write: cache_write.unwrap_or_default(),
            reasoning: reasoning.unwrap_or_default(),
        };
        (usage, input.is_none() || output.is_none())
    }

    /// The reply, if it can be used.
    pub(super) fn finish(self, form: Form, estimated_input: u64) -> Result<Decoded, Failed> {
        let (usage, usage_estimated) = self.usage(estimated_input);
        let fail = |kind| Err(Failure { usage, usage_estimated, ..Failure::of(kind) });
        let finish = match self.end {
            Some(End::Refused) => return fail(FailureKind::Refused),
            _ if self.is_refused => return fail(FailureKind::Refused),
            Some(End::Length) => Finish::Length,
            Some(End::Stop) | None => Finish::Stop,
        };
        let output = if self.arguments.trim().is_empty() { self.text } else { self.arguments };
        let is_usable = match form {
            Form::Text => !output.trim().is_empty(),
            Form::Json => output.contains('{'),
        };
        if !is_usable {
            return fail(FailureKind::BadOutput);
        }
        Ok(Decoded { output, finish, model: self.model, usage, usage_estimated })
    }
}
