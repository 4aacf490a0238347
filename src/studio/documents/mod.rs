//! Reads the YAML documents of a study. The result is a checked [`crate::engine::study::Study`], or all findings at once.
//!
//! ```text
//! bytes → tree with places → value → compared with its schema → typed value → rules about its meaning
//! ```
//!
//! A study names its concept, methodology, policy and language. Their documents lie beside it: `concepts/ID.yaml` (or
//! Markdown, `ID.md`), `methodologies/ID.yaml` with translations `methodologies/ID.LANGUAGE.yaml`, `policies/ID.yaml`,
//! `locales/LANGUAGE.yaml` (interface texts) and `locales/LANGUAGE.pack.yaml` (the language pack). `llm.yaml` holds the model
//! settings. A study may also contain its concept, methodology or policy.

mod files;
#[cfg(not(target_arch = "wasm32"))]
pub mod folder;
mod language;
mod syntax_error;
mod tree;
mod validate;
mod hints;
mod part;
mod yaml;
mod open;
mod dedupe;
mod rules;
mod locale;
mod model_settings;
mod simulation;
mod markdown_concept;
mod translation;
mod tactics;
mod methodology;
mod policy;
mod study;
mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;

pub use self::{
    check::check,
    files::{Files, LLM},
    model_settings::llm,
    simulation::{facts, persona},
    study::{Resolved, policy_ids, resolve, study, with_policy},
};
