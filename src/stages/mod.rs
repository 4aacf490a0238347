//! What follows an interview: stages of a session that look at it and never change it.
//!
//! Invariant: a stage reads an [`Investigation`] and gives a record of its own; the session stays as it was, whatever
//! becomes of the stage.

#[cfg(feature = "studio")]
mod elements;
mod kind;
#[cfg(feature = "studio")]
mod lines;
#[cfg(feature = "studio")]
pub mod local;
#[cfg(feature = "studio")]
mod material;
#[cfg(feature = "studio")]
mod methods;
#[cfg(feature = "studio")]
pub mod quality;
mod records;
pub mod scoring;
mod status;
#[cfg(feature = "studio")]
mod timeline;
#[cfg(feature = "studio")]
pub mod told;
#[cfg(feature = "studio")]
mod truncate;

#[cfg(feature = "studio")]
pub use self::{
    elements::{ElementStanding, Standing, elements},
    material::{CONTEXT_VERSION, Material},
    methods::{Methods, methods},
    truncate::{ContextTooLong, LATEST, TRUNCATION_VERSION, budget, estimate, fit},
};
pub use self::{
    kind::{Purpose, StageType, StageWord},
    records::{Body, Execution, Interaction, RECORD_FORMAT, RecordFile, SessionScore, Stage, StageResult, Truncation},
    status::Status,
};
use crate::{
    graph::KnowledgeGraph,
    session::{Outcome, Turn},
    study::Study,
};

/// An interview as later stages see it.
#[derive(Clone, Copy, Debug)]
pub struct Investigation<'a> {
    /// The study.
    pub study: &'a Study,
    /// The record of every turn.
    pub turns: &'a [Turn],
    /// The graph as the interview left it.
    pub graph: &'a KnowledgeGraph,
    /// How it ended; none while it goes on.
    pub outcome: Option<&'a Outcome>,
}
