//! Redaction: replaces personal details in texts for models with placeholders such as `[EMAIL_1]`, and restores them in the
//! models' replies.
//!
//! ```text
//! answer ─ find ─▶ Placeholders ─ hide ─▶ request ─▶ model ─▶ reply ─ restore ─▶ graph, question
//! ```
//!
//! Invariant: [`Placeholders`] follow from the answers and their order. They are never sent or stored. A resumed
//! session computes the same ones.

mod kinds;
mod normalized;
mod numbers;
mod addresses;
mod detect;
mod placeholders;
#[cfg(feature = "studio")]
mod report;

pub use self::{
    detect::{DetectedDetail, find_details},
    kinds::{DetailKind, Redaction},
    placeholders::{AllowedPlaceholders, Placeholders, RedactedText, Redactor},
};
