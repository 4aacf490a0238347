//! What a call took, summed over its attempts.

use crate::llm::{Effort, Usage, settings::ModelRecord};

/// The sum over attempts, failed ones among them. Nothing spent costs nothing, even without a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    pub(super) attempts: u32,
    usage: Usage,
    is_estimated: bool,
    nano_usd: Option<u64>,
}

impl Default for Spent {
    fn default() -> Self {
        Self { attempts: 0, usage: Usage::default(), is_estimated: false, nano_usd: Some(0) }
    }
}

impl Spent {
    /// Adds an attempt at a model.
    pub(super) fn add(&mut self, usage: &Usage, is_estimated: bool, record: &ModelRecord) {
        self.attempts = self.attempts.saturating_add(1);
        if *usage == Usage::default() {
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

    /// All of it, after so many milliseconds.
    pub(super) fn effort(&self, latency_ms: u64, fallback_from: Option<String>) -> Effort {
        Effort {
            latency_ms,
            attempts: self.attempts,
            usage: self.usage,
            usage_estimated: self.is_estimated,
            cost_nano_usd: self.nano_usd,
            fallback_from,
        }
    }
}
