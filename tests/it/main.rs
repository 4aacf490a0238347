//! Integration tests: one binary, one module a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]
#![allow(clippy::float_cmp, reason = "the engine promises the same bits, not something close")]

mod analysis;
mod arbitration;
mod calls;
mod check;
mod cli;
mod corpus;
mod desk;
mod docs;
mod edge;
mod floors;
mod golden;
mod habits;
mod interview;
mod json;
mod ladders;
mod limits;
mod list;
mod mistakes;
mod models;
mod played;
mod policies;
mod program;
mod prompts;
mod properties;
mod redaction;
mod safety;
mod schema;
mod scoring;
mod serve;
mod shipped;
mod simulate;
mod simulated;
mod stages;
mod tiny;
mod tongue_policies;
mod tongues;
mod transcripts;
mod two_tier;
mod types;
mod vectors;
mod wasm_tree;
