//! Where a stage, an execution or a score stands, and what may follow.

use serde::{Deserialize, Serialize};

/// Where something that runs stands. Stages and executions say `active`, scores `in_progress`: readers take either word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Asked for, not begun.
    #[default]
    Pending,
    /// Under way.
    #[serde(alias = "in_progress", alias = "started")]
    Active,
    /// Done.
    Completed,
    /// It could not be done.
    Failed,
    /// It took too long, or whoever ran it is gone.
    TimedOut,
    /// Somebody called it off.
    Cancelled,
}

impl Status {
    /// Whether nothing may follow.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::TimedOut | Self::Cancelled)
    }

    /// Whether this may become `next`. The same again is no change and always fine; what has ended stays as it is.
    pub fn may_become(self, next: Self) -> bool {
        self == next
            || match self {
                Self::Pending => matches!(next, Self::Active | Self::Failed | Self::Cancelled),
                Self::Active => next.is_terminal(),
                Self::Completed | Self::Failed | Self::TimedOut | Self::Cancelled => false,
            }
    }
}
