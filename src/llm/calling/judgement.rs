//! What a failure asks for: again, another model, or the rules.

use crate::llm::{FailureKind, providers::Failed};

/// What is to be done after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The same model may be asked again, so many times in all, after a wait of at least so many milliseconds.
    Again { times: Times, at_least_ms: u64 },
    /// The same model at once without the field it does not take.
    Without,
    /// Another model at once.
    Another,
    /// Another model at once, if it sees more.
    Larger,
    /// The rules.
    Nobody,
}

/// How often the same model may be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Times {
    /// Once.
    Once,
    /// As often as the settings say.
    Settings,
}

/// What a failure asks for, with so many milliseconds left for the whole call.
pub(super) fn judge(failed: &Failed, left_ms: u64) -> Verdict {
    let again = |times| Verdict::Again { times, at_least_ms: failed.retry_after_ms.unwrap_or_default() };
    match failed.kind {
        FailureKind::RateLimited => match failed.retry_after_ms {
            Some(wait) if wait < left_ms => again(Times::Settings),
            Some(_) | None => Verdict::Another,
        },
        FailureKind::Overloaded if failed.retry_after_ms.is_some_and(|wait| wait >= left_ms) => Verdict::Another,
        FailureKind::Overloaded => again(Times::Settings),
        FailureKind::Transport | FailureKind::TimeoutFirst | FailureKind::BadOutput => again(Times::Once),
        FailureKind::InvalidRequest if failed.unsupported.is_some() => Verdict::Without,
        FailureKind::Auth
        | FailureKind::Permission
        | FailureKind::QuotaExhausted
        | FailureKind::InvalidRequest
        | FailureKind::TimeoutStall
        | FailureKind::TimeoutTotal
        | FailureKind::Unavailable => Verdict::Another,
        FailureKind::ContextTooLong => Verdict::Larger,
        FailureKind::Refused | FailureKind::Cancelled | FailureKind::BudgetExhausted => Verdict::Nobody,
    }
}
