//! What a rule finds.

/// What a rule found in a question.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    /// The words that it is about; empty if the question as a whole is meant.
    pub words: String,
    /// Share of the rule's points, 0–1.
    pub share: f64,
}

impl Hit {
    /// A rule that applies in full.
    pub(super) fn of(words: String) -> Self {
        Self { words, share: 1.0 }
    }
}
