//! Integration tests: one binary, one module a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]
#![allow(clippy::float_cmp, reason = "the engine promises the same bits, not something close")]

mod arbitration;
mod check;
mod cli;
mod docs;
mod floors;
mod golden;
mod habits;
mod interview;
mod limits;
mod list;
mod policies;
mod program;
mod properties;
mod schema;
mod serve;
mod shipped;
mod simulated;
mod tiny;
mod tongues;
mod two_tier;
mod vectors;
mod wasm_tree;
