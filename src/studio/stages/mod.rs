//! Stages of a session after the interview: synthesis, summary, chat and judge.
//!
//! Invariant: a stage reads an [`crate::engine::session::Investigation`] and returns a record of its own. It never changes
//! the session.

mod kind;
mod status;
mod records;
mod timeline;
mod render_synthesis;
mod material;
mod truncate;
pub mod local;
pub mod judge;

pub use self::{
    kind::{ContextPurpose, StageType, StageTypeName},
    material::{CONTEXT_VERSION, StageContext},
    records::{
        Execution, FileFormats, Interaction, InteractionBody, RECORD_FORMAT, RecordContent, RecordFile, SessionScore,
        Stage, StageResult,
    },
    render_synthesis::render_synthesis,
    status::StageStatus,
    truncate::{ContextTooLong, LATEST, TRUNCATION_VERSION, budget, estimate, fit},
};
