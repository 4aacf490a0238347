//! Integration tests: one binary, one module a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

mod arbitration;
mod properties;
mod check;
mod cli;
mod docs;
mod floors;
mod golden;
mod interview;
mod program;
mod serve;
mod shipped;
mod tiny;
mod two_tier;
mod vectors;
mod wasm_tree;
