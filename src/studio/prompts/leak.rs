//! Detects a reply that repeats its instructions.

use crate::engine::text::word_list;

/// Consecutive words that a reply and its instructions must not share.
const RUN: usize = 8;

/// Detects a reply that repeats eight consecutive words of its instructions.
#[derive(Clone, Debug)]
pub struct LeakDetector(Vec<String>);

impl LeakDetector {
    /// A detector for these instructions, such as a prompt's system text.
    pub fn new(instructions: &str) -> Self {
        Self(word_list(instructions))
    }

    /// Whether a text repeats the instructions.
    pub fn leaks(&self, text: &str) -> bool {
        let words = word_list(text);
        words.windows(RUN).any(|run| self.0.windows(RUN).any(|known| known == run))
    }
}
