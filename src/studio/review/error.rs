//! Errors of a review.

use crate::{
    engine::{interview::InterviewError, session::FORMAT},
    studio::{
        simulation::whatif::{self, SettingError},
        stages::RECORD_FORMAT,
    },
};

/// Why a session, or a part of it, cannot be reviewed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The file is incomplete.
    #[error("the file ends in the middle of the session; it was not written or copied completely")]
    Cut,
    /// The file is not JSON, or not a session.
    #[error("this is no session file of Querent: {0}")]
    Unreadable(serde_json::Error),
    /// The file names no format.
    #[error("this is no session file of Querent: it has neither `format` nor `record_format`")]
    Unknown,
    /// This version does not read the format.
    #[error("`{field}` is {found}, this version reads {known}; open it with the version that wrote it")]
    Format {
        /// `format` of a session, `record_format` of a record.
        field: &'static str,
        /// The number in the file.
        found: u32,
        /// The number this version reads.
        known: u32,
    },
    /// The session cannot be replayed.
    #[error("the session cannot be replayed: {0}")]
    Session(#[from] InterviewError),
    /// There is no such turn.
    #[error("there is no turn {turn}; the session has {turns}")]
    NoTurn {
        /// The turn asked for.
        turn: u32,
        /// Turns of the session.
        turns: u32,
    },
    /// A value cannot be changed.
    #[error(transparent)]
    Refused(#[from] SettingError),
    /// The comparison failed.
    #[error(transparent)]
    Comparison(#[from] whatif::ComparisonError),
}

impl ReviewError {
    /// The code that a page distinguishes errors by.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Unreadable(_) | Self::Unknown => "unreadable",
            Self::Format { .. } => "format",
            Self::Session(failure) => failure.code(),
            Self::NoTurn { .. } => "no_turn",
            Self::Refused(_) => "refused",
            Self::Comparison(_) => "incomparable",
        }
    }

    /// The error in these format numbers, if any.
    pub(super) fn in_formats(session: Option<u32>, record: Option<u32>) -> Option<Self> {
        match (session, record) {
            (_, Some(found)) if found != RECORD_FORMAT => {
                Some(Self::Format { field: "record_format", found, known: RECORD_FORMAT })
            }
            (Some(found), None) if found != FORMAT => Some(Self::Format { field: "format", found, known: FORMAT }),
            (None, None) => Some(Self::Unknown),
            (_, Some(_)) | (Some(_), None) => None,
        }
    }
}

impl From<serde_json::Error> for ReviewError {
    fn from(error: serde_json::Error) -> Self {
        if error.is_eof() { Self::Cut } else { Self::Unreadable(error) }
    }
}
