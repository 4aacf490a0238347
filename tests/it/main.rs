//! Integration tests: one binary, one module a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

mod interview;
mod tiny;
mod vectors;
mod shipped;
