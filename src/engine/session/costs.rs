//! Costs of the model calls of a session: by task, by model, and in total.

use serde::Serialize;

use super::LogEntry;
use crate::engine::{
    index_map::IndexMap,
    model::{CallRecord, Task, TokenUsage},
};

/// Costs of the model calls of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Costs {
    /// All calls.
    pub total: CallTotals,
    /// By task, in order of first request.
    pub tasks: IndexMap<Task, CallTotals>,
    /// By model that replied, in order of first reply. Failed calls belong to no model.
    pub models: IndexMap<String, CallTotals>,
}

/// Totals over some calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct CallTotals {
    /// Calls, failed ones included.
    pub calls: u32,
    /// Calls without a usable reply.
    pub failed: u32,
    /// Attempts, retries included.
    pub attempts: u32,
    /// Sum of latencies in milliseconds.
    pub latency_ms: u64,
    /// Tokens.
    pub usage: TokenUsage,
    /// Billionths of a US dollar; none if no call has a price. A price of 0 is a price.
    pub cost_nano_usd: Option<u64>,
    /// Whether calls with tokens have no price. The cost is then a lower bound.
    pub is_partial: bool,
}

impl Costs {
    /// The costs of a log. Calls for answers that were edited later count too.
    pub fn of(log: &[LogEntry]) -> Self {
        let mut costs = Self::default();
        for record in calls_of(log) {
            costs.total.add(record);
            costs.tasks.entry(record.task).or_default().add(record);
            if let Some(model) = &record.model {
                costs.models.entry(model.clone()).or_default().add(record);
            }
        }
        costs
    }
}

/// The calls of a log, in order.
pub fn calls_of(log: &[LogEntry]) -> impl Iterator<Item = &CallRecord> {
    log.iter().flat_map(calls)
}

fn calls(entry: &LogEntry) -> &[CallRecord] {
    match entry {
        LogEntry::Input(_) => &[],
        LogEntry::Read(read) => &read.calls,
        LogEntry::Asked(asked) => &asked.calls,
        LogEntry::Unasked(unasked) => &unasked.calls,
    }
}

impl CallTotals {
    /// The totals over these calls.
    pub fn of(calls: &[CallRecord]) -> Self {
        let mut sum = Self::default();
        for record in calls {
            sum.add(record);
        }
        sum
    }

    fn add(&mut self, record: &CallRecord) {
        let effort = &record.effort;
        self.calls += 1;
        self.failed += u32::from(record.failure.is_some());
        self.attempts = self.attempts.saturating_add(effort.attempts);
        self.latency_ms = self.latency_ms.saturating_add(effort.latency_ms);
        let (sum, one) = (&mut self.usage, &effort.usage);
        for (sum, one) in [
            (&mut sum.input, one.input),
            (&mut sum.output, one.output),
            (&mut sum.cached_input, one.cached_input),
            (&mut sum.cache_write, one.cache_write),
            (&mut sum.reasoning, one.reasoning),
        ] {
            *sum = sum.saturating_add(one);
        }
        match effort.cost_nano_usd {
            Some(cost) => self.cost_nano_usd = Some(self.cost_nano_usd.unwrap_or_default().saturating_add(cost)),
            None => self.is_partial |= one.input > 0 || one.output > 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{model::CallUsage, session::Unasked};

    fn log(costs: &[(Task, Option<u64>, u64)]) -> Vec<LogEntry> {
        let calls = costs.iter().map(|(task, cost_nano_usd, tokens)| CallRecord {
            id: String::new(),
            task: *task,
            model: Some("m".to_owned()),
            failure: None,
            sections: IndexMap::new(),
            drops: IndexMap::new(),
            effort: CallUsage {
                cost_nano_usd: *cost_nano_usd,
                usage: TokenUsage { input: *tokens, ..TokenUsage::default() },
                ..CallUsage::default()
            },
        });
        vec![LogEntry::Unasked(Unasked { turn: 1, calls: calls.collect() })]
    }

    #[test]
    fn a_price_of_zero_is_a_price_and_none_is_not() {
        let free = Costs::of(&log(&[(Task::Ambiguity, Some(0), 10)])).total;
        assert_eq!((free.cost_nano_usd, free.is_partial), (Some(0), false));
        let unpriced = Costs::of(&log(&[(Task::Ambiguity, None, 10)])).total;
        assert_eq!((unpriced.cost_nano_usd, unpriced.is_partial), (None, true));
    }

    #[test]
    fn sums_are_by_task_and_a_call_that_took_nothing_leaves_the_price_whole() {
        let log = log(&[
            (Task::TurnAnalysis, Some(5_700_000), 2_200),
            (Task::QuestionFollowup, Some(5_100_000), 1_400),
            (Task::TurnAnalysis, None, 0),
        ]);
        let Costs { total, tasks, models } = Costs::of(&log);
        assert_eq!((total.calls, total.cost_nano_usd, total.is_partial), (3, Some(10_800_000), false));
        assert_eq!(tasks.get(&Task::TurnAnalysis).map(|sum| (sum.calls, sum.usage.input)), Some((2, 2_200)));
        assert_eq!(models.get("m"), Some(&total));
    }
}
