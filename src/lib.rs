//! Querent: an adaptive interviewer that runs in the respondent's browser.
//!
//! ```text
//! answer → Extraction → GraphDelta → KnowledgeGraph → State → SignalSet → Decision → Question
//! ```
//!
//! Every arrow is one function, pure given the recorded replies; every product is part of the record of the turn.
//! The engine never reads a clock, a file, a network or a random source: it is told, through
//! [`interview::Interview::handle`]. The ten stages of a turn stand in `interview/turn.rs`; read that page first.
//!
//! The modules below are floors: each uses only those above it. A test enforces the order.

pub mod id;
pub mod json;
mod order;
pub mod text;
pub mod diagnostic;
pub mod limits;
#[cfg(feature = "studio")]
pub mod origin;
pub mod concept;
pub mod methodology;
pub mod graph;
pub mod dialogue;
pub mod state;
pub mod signals;
pub mod policy;
pub mod llm;
pub mod study;
pub mod session;
pub mod stages;
pub mod interview;
pub mod simulation;
#[cfg(feature = "studio")]
pub mod desk;
#[cfg(feature = "studio")]
pub mod documents;
#[cfg(feature = "studio")]
pub mod edge;
#[cfg(feature = "bench")]
pub mod bench;
#[cfg(target_arch = "wasm32")]
mod wasm;
