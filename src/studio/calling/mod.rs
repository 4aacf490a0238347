//! The schedule of a call: retries, timeouts, fallbacks, circuit breakers and cost.
//!
//! ```text
//! Plan::new → next → Move::Call(attempt) ⇒ (the caller waits, sends, decodes) ⇒ told → Move::Call | Done | GiveUp
//! ```
//!
//! Invariant: no clock and no random source. The caller passes the time and a random number, and follows the [`Plan`].

mod breaker;
mod cost;
mod health;
mod retry;
mod timers;
mod plan;

pub use self::{
    health::ProviderHealth,
    plan::{CallAttempt, CallPlan, NextStep},
    timers::Stopwatch,
};
