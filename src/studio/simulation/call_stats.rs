//! Statistics of the model calls of a simulation: sums, independent of order.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::{json, model::CallRecord};

/// Statistics of model calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SimulationCallStats {
    /// Calls, failed ones included.
    pub calls: u64,
    /// Failed calls, replaced by the rules.
    pub failed: u64,
    /// Requests, retries included.
    pub attempts: u64,
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
    /// Cost of the calls with a price, in billionths of a US dollar.
    pub cost_nano_usd: u64,
    /// Calls with tokens and without a price. With any, the cost is a lower bound.
    pub unpriced: u64,
    /// Usable replies by model.
    pub models: BTreeMap<String, u64>,
    /// Failed calls by kind of failure: `timeout_total`, `bad_output`.
    pub failures: BTreeMap<String, u64>,
    /// Parts dropped from usable replies, by reason: `too_long`, `html`.
    pub drops: BTreeMap<String, u64>,
}

impl SimulationCallStats {
    /// Counts a call.
    pub fn count(&mut self, record: &CallRecord) {
        let effort = &record.effort;
        self.calls += 1;
        self.attempts += u64::from(effort.attempts);
        self.input_tokens = self.input_tokens.saturating_add(effort.usage.input);
        self.output_tokens = self.output_tokens.saturating_add(effort.usage.output);
        match effort.cost_nano_usd {
            Some(cost) => self.cost_nano_usd = self.cost_nano_usd.saturating_add(cost),
            None => self.unpriced += u64::from(effort.usage.input > 0 || effort.usage.output > 0),
        }
        match (record.failure, &record.model) {
            (Some(kind), _) => {
                self.failed += 1;
                *self.failures.entry(json::word(&kind)).or_default() += 1;
            }
            (None, Some(model)) => *self.models.entry(model.clone()).or_default() += 1,
            (None, None) => {}
        }
        for (reason, number) in &record.drops {
            *self.drops.entry(reason.clone()).or_default() += u64::from(*number);
        }
    }

    /// Adds the statistics of other calls.
    pub fn add(&mut self, other: &Self) {
        for (ours, theirs) in [
            (&mut self.calls, other.calls),
            (&mut self.failed, other.failed),
            (&mut self.attempts, other.attempts),
            (&mut self.input_tokens, other.input_tokens),
            (&mut self.output_tokens, other.output_tokens),
            (&mut self.cost_nano_usd, other.cost_nano_usd),
            (&mut self.unpriced, other.unpriced),
        ] {
            *ours = ours.saturating_add(theirs);
        }
        for (ours, theirs) in
            [(&mut self.models, &other.models), (&mut self.failures, &other.failures), (&mut self.drops, &other.drops)]
        {
            for (name, number) in theirs {
                *ours.entry(name.clone()).or_default() += number;
            }
        }
    }
}
