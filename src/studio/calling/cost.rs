//! Tokens and price of a call, summed over its attempts.

use crate::{
    engine::model::{CallUsage, TokenUsage},
    studio::settings::ModelRecord,
};

/// The sum over all attempts. An attempt without tokens costs nothing, even if the model has no price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TotalUsage {
    attempts: u32,
    usage: TokenUsage,
    is_estimated: bool,
    nano_usd: Option<u64>,
}

impl Default for TotalUsage {
    fn default() -> Self {
        Self { attempts: 0, usage: TokenUsage::default(), is_estimated: false, nano_usd: Some(0) }
    }
}

impl TotalUsage {
    /// Adds an attempt.
    pub(super) fn add(&mut self, usage: &TokenUsage, is_estimated: bool, record: &ModelRecord) {
        self.attempts = self.attempts.saturating_add(1);
        if *usage == TokenUsage::default() {
            return;
        }
        let sum = &mut self.usage;
        sum.input = sum.input.saturating_add(usage.input);
        sum.output = sum.output.saturating_add(usage.output);
        sum.cached_input = sum.cached_input.saturating_add(usage.cached_input);
        sum.cache_write = sum.cache_write.saturating_add(usage.cache_write);
        sum.reasoning = sum.reasoning.saturating_add(usage.reasoning);
        self.is_estimated |= is_estimated;
        let both = self.nano_usd.zip(record.cost(usage));
        self.nano_usd = both.map(|(sum, cost)| sum.saturating_add(cost));
    }

    /// The sum after `latency_ms`.
    pub(super) fn effort(&self, latency_ms: u64, fallback_from: Option<String>) -> CallUsage {
        CallUsage {
            latency_ms,
            attempts: self.attempts,
            usage: self.usage,
            usage_estimated: self.is_estimated,
            cost_nano_usd: self.nano_usd,
            fallback_from,
        }
    }
}
