//! What to do after a failed attempt.

use crate::{engine::model::FailureKind, studio::providers::AttemptFailure};

/// What to do after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetryDecision {
    /// Call the same model again, at most `most` times in all, after a wait of at least `at_least_ms`.
    Retry { most: u32, at_least_ms: u64 },
    /// Call the same model at once, without the rejected field.
    WithoutField,
    /// Call another model at once.
    NextModel,
    /// Call another model with a larger context at once.
    LargerModel,
    /// Leave the task to the rules.
    GiveUp,
}

/// Decides what follows a failure. `max_retries` comes from the settings, `left_ms` is the time left for the call.
pub(super) fn decide(failed: &AttemptFailure, max_retries: u32, left_ms: u64) -> RetryDecision {
    let retry = |most| RetryDecision::Retry { most, at_least_ms: failed.retry_after_ms.unwrap_or_default() };
    match failed.kind {
        FailureKind::RateLimited if failed.retry_after_ms.is_none_or(|wait| wait >= left_ms) => {
            RetryDecision::NextModel
        }
        FailureKind::Overloaded if failed.retry_after_ms.is_some_and(|wait| wait >= left_ms) => {
            RetryDecision::NextModel
        }
        FailureKind::RateLimited | FailureKind::Overloaded => retry(max_retries),
        FailureKind::Transport | FailureKind::TimeoutFirst | FailureKind::BadOutput => retry(max_retries.min(1)),
        FailureKind::InvalidRequest if failed.unsupported.is_some() => RetryDecision::WithoutField,
        FailureKind::Auth
        | FailureKind::Permission
        | FailureKind::QuotaExhausted
        | FailureKind::InvalidRequest
        | FailureKind::TimeoutStall
        | FailureKind::TimeoutTotal
        | FailureKind::Unavailable => RetryDecision::NextModel,
        FailureKind::ContextTooLong => RetryDecision::LargerModel,
        FailureKind::Refused | FailureKind::Cancelled | FailureKind::BudgetExhausted => RetryDecision::GiveUp,
    }
}
