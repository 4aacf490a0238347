//! When to ask whom again: retries, timers, fallbacks, breakers and cost.
//!
//! ```text
//! Plan::new → next → Move::Call(attempt) ⇒ (somebody waits, calls, decodes) ⇒ told → Move::Call | Done | GiveUp
//! ```
//!
//! Invariant: pure. The clock is milliseconds and the random source is a number, both handed in; whoever sends requests
//! does what the [`Plan`] says and nothing else.

mod breaker;
mod cost;
mod health;
mod judgement;
mod plan;
mod timers;

pub use self::{
    health::Health,
    plan::{Attempt, Move, Plan},
    timers::Stopwatch,
};
