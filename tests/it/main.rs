//! Integration tests: one binary, one module a subject.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where something is missing")]

mod properties;
mod vectors;
