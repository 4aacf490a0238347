//! The outcome of a command.

/// Outcome of a command that ran to its end. It decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No problem was found.
    Success,
    /// Problems were found and printed.
    Findings,
}
