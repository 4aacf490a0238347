//! Limits of the endpoint and their defaults.

use serde::{Deserialize, Serialize};

use crate::{
    engine::model::CallUsage,
    studio::settings::{Allowance, Budgets},
};

/// Milliseconds of an hour.
pub const HOUR_MS: u64 = 3_600_000;

/// Milliseconds of a day.
pub const DAY_MS: u64 = 24 * HOUR_MS;

/// Default budget of a session (section 9.2, C8): 60 calls, 150,000 tokens in, 40,000 out, 1 $.
const SESSION: Spending = Spending { calls: 60, input: 150_000, output: 40_000, nano_usd: 1_000_000_000 };

/// Budget of one stage after an interview: a judge reads a session twice, and its own report a few times.
const STAGE: Spending = Spending { calls: 30, input: 1_000_000, output: 100_000, nano_usd: 5_000_000_000 };

/// Limits of the endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EndpointLimits {
    /// Maximum size of a respondent's request, bytes. Default 64 KiB.
    pub body: usize,
    /// Maximum size of a researcher's task request, bytes. Default 512 KiB.
    pub researcher_body: usize,
    /// Maximum size of one upload of entries, bytes. Default 1 MiB.
    pub upload: usize,
    /// Maximum size of one entry, bytes. Default 256 KiB.
    pub entry: usize,
    /// Maximum number of entries of a session. Default 2,000.
    pub entries: usize,
    /// Maximum size of a session's log, bytes. Default 16 MiB.
    pub log: usize,
    /// Maximum size of an imported record, bytes. Default 32 MiB.
    pub record: usize,
    /// Deletions by code per address and hour. Default 30.
    pub deletions_per_address: u64,
    /// Maximum size of a request's headers, path and query, bytes. Default 8 KiB.
    pub head: usize,
    /// Maximum nesting of JSON. Default 12.
    pub depth: usize,
    /// Timeout for reading a request, milliseconds. Default 10,000.
    pub read_ms: u64,
    /// Timeout for writing one chunk of the reply, milliseconds. Default 5,000.
    pub write_ms: u64,
    /// Maximum size of a model's output, bytes. Default 256 KiB.
    pub output: usize,
    /// Average milliseconds between two calls of a session. Default 1,000.
    pub call_every_ms: u64,
    /// Calls of a session in one burst. Default 4.
    pub burst: u64,
    /// Concurrent calls of a session. Default 2.
    pub concurrency: u64,
    /// Concurrent calls of a study. Default 1,000.
    pub study_concurrency: u64,
    /// Sessions opened per address and hour. Default 60.
    pub sessions_per_address: u64,
    /// Sessions opened per study and hour. Default 2,000.
    pub sessions_per_study: u64,
    /// Budget of a session, token renewals included. Default 60 calls, 150,000 tokens in, 40,000 out, 1 $.
    pub session: Spending,
    /// Budget of a study per day (UTC). Default the tokens of 500 sessions, and 25 $.
    pub study_day: Spending,
    /// Budget of the endpoint per day (UTC). Default the tokens of 2,000 sessions, and 100 $.
    pub endpoint_day: Spending,
    /// Budget of one stage after an interview, within the daily budgets of study and endpoint. Default 30 calls,
    /// 1,000,000 tokens in, 100,000 out, 5 $.
    pub stage: Spending,
    /// Requested scorings per session and day (UTC). Default 5.
    pub scores_per_day: u64,
    /// Concurrent scorings in one process; others wait. Default 4.
    pub parallel_scores: u64,
    /// Milliseconds that running jobs get when the server stops; 0 cancels them at once. Default 180,000.
    pub drain_ms: u64,
}

impl Default for EndpointLimits {
    fn default() -> Self {
        Self::within(&Budgets::default())
    }
}

impl EndpointLimits {
    /// The default limits with these budgets.
    pub fn within(budgets: &Budgets) -> Self {
        Self {
            body: 64 << 10,
            researcher_body: 512 << 10,
            upload: 1 << 20,
            entry: 256 << 10,
            entries: 2_000,
            log: 16 << 20,
            record: 32 << 20,
            deletions_per_address: 30,
            head: 8 << 10,
            depth: 12,
            read_ms: 10_000,
            write_ms: 5_000,
            output: 256 << 10,
            call_every_ms: 1_000,
            burst: 4,
            concurrency: 2,
            study_concurrency: 1_000,
            sessions_per_address: 60,
            sessions_per_study: 2_000,
            session: SESSION.within(&budgets.session),
            study_day: SESSION.times(500, 25).within(&budgets.study_day),
            endpoint_day: SESSION.times(2_000, 100).within(&budgets.day),
            stage: STAGE,
            scores_per_day: 5,
            parallel_scores: 4,
            drain_ms: 180_000,
        }
    }
}

/// An amount spent, or a budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spending {
    /// Requests to a provider.
    pub calls: u64,
    /// Input tokens.
    pub input: u64,
    /// Output tokens.
    pub output: u64,
    /// Billionths of a US dollar. A call without a price adds 0 here; its tokens count.
    pub nano_usd: u64,
}

impl Spending {
    /// This budget with the values that an allowance sets.
    fn within(self, allowance: &Allowance) -> Self {
        Self {
            calls: allowance.calls.unwrap_or(self.calls),
            input: allowance.input_tokens.unwrap_or(self.input),
            output: allowance.output_tokens.unwrap_or(self.output),
            nano_usd: allowance.nano_usd().unwrap_or(self.nano_usd),
        }
    }

    /// The amount that a call spent.
    pub(in crate::edge) fn of(effort: &CallUsage) -> Self {
        Self {
            calls: effort.attempts.into(),
            input: effort.usage.input,
            output: effort.usage.output,
            nano_usd: effort.cost_nano_usd.unwrap_or(0),
        }
    }

    /// The tokens of so many sessions, and a sum in dollars: most sessions spend less than their budget.
    fn times(self, sessions: u64, usd: u64) -> Self {
        let Self { calls, input, output, .. } = self;
        Self {
            calls: calls * sessions,
            input: input * sessions,
            output: output * sessions,
            nano_usd: usd * 1_000_000_000,
        }
    }
}
