//! The engine: what a respondent's page runs. It reads answers, grows the graph, chooses the next probe and words it.

pub mod id;
mod number;
pub mod json;
pub mod index_map;
mod sort;
pub mod sorted;
pub mod text;
pub mod diagnostic;
pub mod limits;
pub mod concept;
pub mod methodology;
pub mod language;
pub mod graph;
pub mod dialogue;
pub mod reader;
pub mod state;
pub mod signals;
pub mod policy;
pub mod model;
pub mod redaction;
pub mod wording;
pub mod untrusted;
pub mod study;
pub mod session;
pub mod interview;
