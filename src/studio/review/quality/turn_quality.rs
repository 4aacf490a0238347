//! The data quality of one answer, and how its words and shares are counted.

use std::borrow::Cow;

use serde::Serialize;

use crate::engine::text;

/// The data quality of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct TurnQuality {
    /// The turn.
    pub turn: u32,
    /// Words of the answer; 0 if the question was skipped.
    pub words: u32,
    /// Characters of the answer.
    pub characters: u32,
    /// Seconds from the question to the answer, by the page's clock; else by the log, with the wait for models.
    pub seconds: Option<f64>,
    /// Seconds from the first change to sending.
    pub typing_seconds: Option<f64>,
    /// Typed words a minute, without pasted ones.
    pub words_per_minute: Option<f64>,
    /// Share of the answer that was pasted, 0–1.
    pub pasted: Option<f64>,
    /// Similarity to the most similar earlier answer, 0–1.
    pub likeness: f64,
    /// Share of function words; none if unknown.
    pub function_words: Option<f64>,
    /// Whether the answer was edited after it was sent.
    pub is_edited: bool,
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<String> {
    text::words(text).map(Cow::into_owned).collect()
}

/// A part as a share of the whole, 0–1.
#[expect(clippy::cast_precision_loss, reason = "a session has a few thousand words at most")]
pub(super) fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}
