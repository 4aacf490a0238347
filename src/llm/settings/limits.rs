//! How long, how often and for how much models are asked.

use serde::{Deserialize, Serialize};

use super::model::nano;
use crate::llm::{Class, Task};

/// Further attempts at the same provider, after waits drawn from 0 to `min(cap, base · 2^attempt)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Retries {
    /// Most further attempts at one provider in a call, 0–5. Default 2.
    pub max: u32,
    /// Milliseconds the first wait is drawn from, 1–60,000. Default 500.
    pub base_ms: u32,
    /// Most milliseconds a wait is drawn from, up to 120,000. Default 8,000.
    pub cap_ms: u32,
}

impl Default for Retries {
    fn default() -> Self {
        Self { max: 2, base_ms: 500, cap_ms: 8_000 }
    }
}

/// How long one attempt may take.
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
    /// Those of a task.
    pub fn of(&self, task: Task) -> Timers {
        match task.class() {
            Class::Analysis | Class::Question | Class::Embedding => self.interactive,
            Class::Report | Class::Judge => self.reports,
        }
    }
}

/// The three clocks of an attempt. Only content winds the second one up again; comments and pings do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Timers {
    /// Milliseconds to the first content, 1–600,000.
    pub first_ms: u32,
    /// Milliseconds from content to content, 1–600,000.
    pub gap_ms: u32,
    /// Milliseconds to the end, 1–600,000.
    pub total_ms: u32,
}

/// When the next model of the list is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Fallback {
    /// Milliseconds a switch lasts; then the first choice is tried again. Default 300,000.
    pub hold_ms: u32,
    /// Failures of a provider in a row after which the next one is asked, where a retry may still help, 1–5. Default 2.
    pub after: u32,
}

impl Default for Fallback {
    fn default() -> Self {
        Self { hold_ms: 300_000, after: 2 }
    }
}

/// When a provider is left alone for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Breaker {
    /// Failures that open it, 1–100. Default 3.
    pub failures: u32,
    /// Milliseconds within which they count, up to an hour. Default 60,000.
    pub within_ms: u32,
    /// Milliseconds it stays open; one probe follows. Default 30,000.
    pub open_ms: u32,
    /// Milliseconds a provider rests whose account is out of money. Default 3,600,000.
    pub quota_ms: u32,
}

impl Default for Breaker {
    fn default() -> Self {
        Self { failures: 3, within_ms: 60_000, open_ms: 30_000, quota_ms: 3_600_000 }
    }
}

/// When a stream that repeats itself is cut: a unit of so many characters that stands at the end so many times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LoopGuard {
    /// Characters between two looks, 100–10,000. Default 500.
    pub every: u32,
    /// Characters looked at, 200–20,000. Default 1,500.
    pub window: u32,
    /// Fewest characters of a unit, 5 or more. Default 30.
    pub shortest: u32,
    /// Most characters of a unit. Default 300.
    pub longest: u32,
    /// Times it stands in a row, 2–20. Default 5.
    pub repeats: u32,
}

impl Default for LoopGuard {
    fn default() -> Self {
        Self { every: 500, window: 1_500, shortest: 30, longest: 300, repeats: 5 }
    }
}

/// What may be spent. A call that would go beyond is refused before it is made. What is absent keeps the endpoint's own
/// limit.
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

/// How much may be spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Allowance {
    /// Calls of models, retries included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// Tokens read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Tokens written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// US dollars. Calls without a price count nothing here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}

impl Allowance {
    /// The dollars in billionths.
    pub fn nano_usd(&self) -> Option<u64> {
        self.usd.map(nano)
    }
}
