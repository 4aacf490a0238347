//! What the calls of a session took: by task, by model, and in all.

use indexmap::IndexMap;
use serde::Serialize;

use super::Entry;
use crate::llm::{CallRecord, Task, Usage};

/// What the calls of a session took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// All of them.
    pub total: Sum,
    /// By task, in the order they were first asked for.
    pub tasks: IndexMap<Task, Sum>,
    /// By model that replied, in the order they first did; failed calls belong to none.
    pub models: IndexMap<String, Sum>,
}

/// What some calls took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// Calls, those that came to nothing included.
    pub calls: u32,
    /// Calls without a usable reply.
    pub failed: u32,
    /// Attempts of these calls.
    pub attempts: u32,
    /// Milliseconds, one after the other.
    pub latency_ms: u64,
    /// Tokens.
    pub usage: Usage,
    /// Billionths of a US dollar; none where nothing has a price. A price of 0 is a price.
    pub cost_nano_usd: Option<u64>,
    /// Whether calls that took tokens have no price, so that the cost is a lower bound.
    pub is_partial: bool,
}

impl Costs {
    /// The sums over a log. Answers that were edited later count: their calls were made.
    pub fn of(log: &[Entry]) -> Self {
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
pub fn calls_of(log: &[Entry]) -> impl Iterator<Item = &CallRecord> {
    log.iter().flat_map(calls)
}

fn calls(entry: &Entry) -> &[CallRecord] {
    match entry {
        Entry::Input(_) => &[],
        Entry::Read(read) => &read.calls,
        Entry::Asked(asked) => &asked.calls,
        Entry::Unasked(unasked) => &unasked.calls,
    }
}

impl Sum {
    /// The sum over these calls.
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
    use crate::{llm::Effort, session::Unasked};

    fn log(costs: &[(Task, Option<u64>, u64)]) -> Vec<Entry> {
        let calls = costs.iter().map(|(task, cost_nano_usd, tokens)| CallRecord {
            id: String::new(),
            task: *task,
            model: Some("m".to_owned()),
            failure: None,
            sections: IndexMap::new(),
            drops: IndexMap::new(),
            effort: Effort {
                cost_nano_usd: *cost_nano_usd,
                usage: Usage { input: *tokens, ..Usage::default() },
                ..Effort::default()
            },
        });
        vec![Entry::Unasked(Unasked { turn: 1, calls: calls.collect() })]
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
