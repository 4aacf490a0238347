//! State between calls: unavailable providers, models in cool-down, rejected fields.

use std::collections::BTreeMap;

use super::breaker::CircuitBreaker;
use crate::{
    engine::{id::Name, model::FailureKind},
    studio::{
        providers::{OptionalField, RejectedFields},
        settings::LlmSettings,
    },
};

/// The state between calls. Each study has its own, so that studies do not affect each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderHealth {
    breakers: BTreeMap<Name, CircuitBreaker>,
    /// Models in cool-down, and its end.
    cooling_down: BTreeMap<Name, u64>,
    dropped: BTreeMap<Name, RejectedFields>,
}

impl ProviderHealth {
    /// The optional fields that a model rejects.
    pub fn dropped(&self, model: &str) -> RejectedFields {
        self.dropped.get(model).cloned().unwrap_or_default()
    }

    /// Records a rejected field. Returns false if it was known.
    pub(super) fn drop_field(&mut self, model: &Name, field: OptionalField) -> bool {
        self.dropped.entry(Name::clone(model)).or_default().remember(field)
    }

    /// Whether a model is in cool-down.
    pub(super) fn is_cooling_down(&self, model: &str, now_ms: u64) -> bool {
        self.cooling_down.get(model).is_some_and(|&until| now_ms < until)
    }

    /// Puts a model into cool-down.
    pub(super) fn cool_down(&mut self, model: &Name, until_ms: u64) {
        self.cooling_down.insert(Name::clone(model), until_ms);
    }

    /// Whether a provider may be called now. After an outage this call is the probe.
    pub(super) fn is_available(&mut self, provider: &Name, settings: &LlmSettings, now_ms: u64) -> bool {
        self.breakers.get_mut(provider).is_none_or(|breaker| breaker.allows(&settings.breaker, now_ms))
    }

    pub(super) fn record_success(&mut self, provider: &str, model: &str) {
        if let Some(breaker) = self.breakers.get_mut(provider) {
            breaker.close();
        }
        self.cooling_down.remove(model);
    }

    pub(super) fn record_failure(&mut self, provider: &Name, kind: FailureKind, settings: &LlmSettings, now_ms: u64) {
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
            | FailureKind::Transport => breaker.record_failure(&settings.breaker, now_ms),
            // The provider is working.
            FailureKind::InvalidRequest
            | FailureKind::ContextTooLong
            | FailureKind::Refused
            | FailureKind::BadOutput => breaker.close(),
            FailureKind::Cancelled | FailureKind::BudgetExhausted | FailureKind::Unavailable => {}
        }
    }
}
