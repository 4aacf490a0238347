//! A problem in the settings of a policy.

use crate::engine::diagnostic::Severity;

/// A problem in the settings of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// Place of the problem: a JSON pointer or a path of keys.
    pub path: String,
    /// What is wrong, with the value.
    pub message: String,
    /// What to do about it. Empty if the message says so.
    pub hint: String,
    /// Whether the settings can be used.
    pub severity: Severity,
}

impl SettingProblem {
    /// A problem that makes the settings unusable.
    pub(crate) fn error(path: impl Into<String>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), hint: hint.into(), severity: Severity::Error }
    }
}
