//! Limits of calls: retries, timeouts, fallbacks, budgets.

use serde::{Deserialize, Serialize};

use super::model::nano;
use crate::engine::model::{Task, TaskClass};

/// Retries at the same provider, after a random wait between 0 and `min(cap, base · 2^attempt)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Retries {
    /// Maximum retries at one provider in a call, 0–5. Default 2.
    pub max: u32,
    /// Upper bound of the first wait in milliseconds, 1–60,000. Default 500.
    pub base_ms: u32,
    /// Upper bound of every wait in milliseconds, up to 120,000. Default 8,000.
    pub cap_ms: u32,
}

impl Default for Retries {
    fn default() -> Self {
        Self { max: 2, base_ms: 500, cap_ms: 8_000 }
    }
}

/// Timeouts of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TimersByUrgency {
    /// While a respondent waits. Default 8, 5 and 15 s.
    pub interactive: Timers,
    /// For work on a finished session. Default 60, 30 and 180 s.
    pub reports: Timers,
}

impl Default for TimersByUrgency {
    fn default() -> Self {
        Self {
            interactive: Timers { first_ms: 8_000, gap_ms: 5_000, total_ms: 15_000 },
            reports: Timers { first_ms: 60_000, gap_ms: 30_000, total_ms: 180_000 },
        }
    }
}

impl TimersByUrgency {
    /// The timeouts of a task.
    pub fn of(&self, task: Task) -> Timers {
        match task.class() {
            TaskClass::Analysis | TaskClass::Question | TaskClass::Embedding => self.interactive,
            TaskClass::Report | TaskClass::Judge => self.reports,
        }
    }
}

/// The three timeouts of an attempt. Only content restarts the second one; comments and pings do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Timers {
    /// Milliseconds to the first content, 1–600,000.
    pub first_ms: u32,
    /// Milliseconds between two pieces of content, 1–600,000.
    pub gap_ms: u32,
    /// Milliseconds to the end, 1–600,000.
    pub total_ms: u32,
}

/// When the next model is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FallbackSettings {
    /// Milliseconds until the first choice is tried again. Default 300,000.
    pub hold_ms: u32,
    /// Consecutive failures after which the next model is called, 1–5. Default 2.
    pub after: u32,
}

impl Default for FallbackSettings {
    fn default() -> Self {
        Self { hold_ms: 300_000, after: 2 }
    }
}

/// When calls to a failing provider are blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct BreakerSettings {
    /// Failures that start the block, 1–100. Default 3.
    pub failures: u32,
    /// Milliseconds in which failures count, up to an hour. Default 60,000.
    pub within_ms: u32,
    /// Milliseconds of the block; one probe follows. Default 30,000.
    pub open_ms: u32,
    /// Milliseconds of the block for an account without credit. Default 3,600,000.
    pub quota_ms: u32,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 3, within_ms: 60_000, open_ms: 30_000, quota_ms: 3_600_000 }
    }
}

/// When a repetitive stream is aborted: its end repeats one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LoopGuard {
    /// Characters between two checks, 100–10,000. Default 500.
    pub every: u32,
    /// Characters that a check reads, 200–20,000. Default 1,500.
    pub window: u32,
    /// Minimum characters of the unit, 5 or more. Default 30.
    pub shortest: u32,
    /// Maximum characters of the unit. Default 300.
    pub longest: u32,
    /// Consecutive repetitions, 2–20. Default 5.
    pub repeats: u32,
}

impl Default for LoopGuard {
    fn default() -> Self {
        Self { every: 500, window: 1_500, shortest: 30, longest: 300, repeats: 5 }
    }
}

/// Spending limits, checked before each call. Default: the endpoint's own limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// By one session.
    pub session: Allowance,
    /// By one study in a day, UTC.
    pub study_day: Allowance,
    /// By all studies in a day, UTC.
    pub day: Allowance,
}

/// A spending limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Allowance {
    /// Calls of models, including retries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// Input tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Output tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// US dollars. Calls without a price do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}

impl Allowance {
    /// The limit in billionths of a dollar.
    pub fn nano_usd(&self) -> Option<u64> {
        self.usd.map(nano)
    }
}
