//! Models' reports on a finished session: parsed, validated against the session, bounded. Each report has a local form
//! that needs no model.
//!
//! Invariant: a report refers only to turns, quotes, ideas and elements of the session. Everything else is dropped and
//! counted.

mod checked;
mod sanitize;
mod chat;
mod points;
mod respondent;
mod score;
mod synthesis;
mod summary;
mod tags;

pub use self::{
    chat::{SearchHit, search, validate_chat_answer},
    checked::{ReportError, ValidatedReport},
    points::parse_points,
    respondent::{AnswerRejection, validate_respondent_answer},
    sanitize::sanitize_report,
    score::{Score, parse_score, split_improvements},
    summary::{local_summary, validate_summary},
    synthesis::{
        ElementFinding, ElementStance, ReportChain, ReportContradiction, Synthesis, Theme, local_synthesis,
        validate_synthesis,
    },
    tags::parse_failure_tags,
};
