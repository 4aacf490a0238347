//! The status of a stage, an execution or a score, and its transitions.

use serde::{Deserialize, Serialize};

/// A status. Stages and executions write `active`, scores `in_progress`; both words are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StageStatus {
    /// Requested, not started.
    #[default]
    Pending,
    /// In progress.
    #[serde(alias = "in_progress", alias = "started")]
    Active,
    /// Done.
    Completed,
    /// It failed.
    Failed,
    /// It took too long, or its process ended.
    TimedOut,
    /// It was cancelled.
    Cancelled,
}

impl StageStatus {
    /// Whether no other status may follow.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::TimedOut | Self::Cancelled)
    }

    /// Whether `next` may follow. The same status may always follow.
    pub fn may_become(self, next: Self) -> bool {
        self == next
            || match self {
                Self::Pending => matches!(next, Self::Active | Self::Failed | Self::Cancelled),
                Self::Active => next.is_terminal(),
                Self::Completed | Self::Failed | Self::TimedOut | Self::Cancelled => false,
            }
    }
}
