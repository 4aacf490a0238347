//! Reads the documents a study is made from: YAML files in, a checked [`crate::study::Study`] or every finding at once out.
//!
//! ```text
//! bytes → tree with places → value → checked type, mended and read on at every error → rules about the whole
//! ```
//!
//! A study names its concept, methodology, policy and language; they are found beside it:
//! `concepts/ID.yaml` (or short Markdown, `ID.md`), `methodologies/ID.yaml`, its words in another language in
//! `methodologies/ID.LANGUAGE.yaml`, `policies/WORD.yaml`, `locales/LANGUAGE.yaml` (words of the page) and
//! `locales/LANGUAGE.pack.yaml` (words the rules know). Models are set in `llm.yaml` beside these folders. A concept,
//! methodology or policy may also stand in the study.

mod check;
mod explain;
mod files;
mod fold;
#[cfg(not(target_arch = "wasm32"))]
pub mod folder;
mod locate;
mod markdown;
mod part;
mod pieces;
mod policies;
mod read;
mod resolve;
mod rules;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;
mod syntax;
mod tree;
mod wordings;

pub use self::{
    check::{check, facts, llm, persona},
    files::{Files, LLM},
    resolve::{Resolved, policy_ids, resolve, study, with_policy},
};
