//! What is remembered from call to call: which providers are left alone, which models rest, which fields are refused.

use std::collections::BTreeMap;

use super::breaker::Breaker;
use crate::{
    id::Name,
    llm::{
        FailureKind,
        providers::{Dropped, Field},
        settings::LlmSettings,
    },
};

/// What is remembered from call to call. One for each study keeps a noisy study from changing another's calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    breakers: BTreeMap<Name, Breaker>,
    /// Models that were switched away from, and until when another is asked first.
    resting: BTreeMap<Name, u64>,
    dropped: BTreeMap<Name, Dropped>,
}

impl Health {
    /// Optional fields a model has refused.
    pub fn dropped(&self, model: &str) -> Dropped {
        self.dropped.get(model).cloned().unwrap_or_default()
    }

    /// Remembers a field a model does not take. False if that was known.
    pub(super) fn drop_field(&mut self, model: &Name, field: Field) -> bool {
        self.dropped.entry(Name::clone(model)).or_default().remember(field)
    }

    /// Whether another model is asked before this one for now.
    pub(super) fn rests(&self, model: &str, now_ms: u64) -> bool {
        self.resting.get(model).is_some_and(|&until| now_ms < until)
    }

    /// Another model is asked before this one until then.
    pub(super) fn rest(&mut self, model: &Name, until_ms: u64) {
        self.resting.insert(Name::clone(model), until_ms);
    }

    /// Whether a provider may be asked now. If it was left alone until now, this call is its probe.
    pub(super) fn lets_through(&mut self, provider: &Name, settings: &LlmSettings, now_ms: u64) -> bool {
        self.breakers.get_mut(provider).is_none_or(|breaker| breaker.lets_through(&settings.breaker, now_ms))
    }

    /// A model replied.
    pub(super) fn well(&mut self, provider: &str, model: &str) {
        if let Some(breaker) = self.breakers.get_mut(provider) {
            breaker.close();
        }
        self.resting.remove(model);
    }

    /// A call failed.
    pub(super) fn failed(&mut self, provider: &Name, kind: FailureKind, settings: &LlmSettings, now_ms: u64) {
        let breaker = self.breakers.entry(Name::clone(provider)).or_default();
        match kind {
            FailureKind::QuotaExhausted => breaker.open(now_ms.saturating_add(u64::from(settings.breaker.quota_ms))),
            FailureKind::Auth
            | FailureKind::Permission
            | FailureKind::RateLimited
            | FailureKind::Overloaded
            | FailureKind::TimeoutFirst
            | FailureKind::TimeoutStall
            | FailureKind::TimeoutTotal
            | FailureKind::Transport => breaker.count(&settings.breaker, now_ms),
            // Not the provider's fault; and it did answer.
            FailureKind::InvalidRequest
            | FailureKind::ContextTooLong
            | FailureKind::Refused
            | FailureKind::BadOutput => breaker.close(),
            FailureKind::Cancelled | FailureKind::BudgetExhausted | FailureKind::Unavailable => {}
        }
    }
}
