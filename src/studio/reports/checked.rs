//! A validated report, and the reasons for dropped content.

use crate::engine::{index_map::IndexMap, untrusted::partial_json::PartialJsonError};

/// A validated report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValidatedReport<T> {
    /// The report.
    pub report: T,
    /// Number of dropped or truncated parts by reason.
    pub drops: IndexMap<&'static str, u32>,
}

/// Why a reply contains no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// It is not readable.
    #[error(transparent)]
    Unreadable(#[from] PartialJsonError),
    /// Nothing in it is valid.
    #[error("nothing in the reply holds against the session")]
    Nothing,
}

/// Counts drops by reason.
#[derive(Debug, Default)]
pub(super) struct DropCounter(IndexMap<&'static str, u32>);

impl DropCounter {
    pub(super) fn count(&mut self, reason: &'static str) {
        *self.0.entry(reason).or_default() += 1;
    }

    pub(super) fn finish<T>(self, report: T) -> ValidatedReport<T> {
        ValidatedReport { report, drops: self.0 }
    }
}
