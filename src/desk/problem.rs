//! Why a record cannot be shown.

use crate::{
    interview::Failure,
    session::FORMAT,
    simulation::whatif::{self, Refused},
    stages::RECORD_FORMAT,
};

/// Why a record, or a part of it, cannot be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file ends in the middle.
    #[error("the file ends in the middle of the session; it was not written or copied completely")]
    Cut,
    /// It is no JSON, or something else than a session.
    #[error("this is no session file of Querent: {0}")]
    Unreadable(serde_json::Error),
    /// It says of no format what it is.
    #[error("this is no session file of Querent: it has neither `format` nor `record_format`")]
    Unknown,
    /// It is of a format this version does not read.
    #[error("`{field}` is {found}, this version reads {known}; open it with the version that wrote it")]
    Format {
        /// `format` of a session, `record_format` of a record.
        field: &'static str,
        /// The number in the file.
        found: u32,
        /// The number this version reads.
        known: u32,
    },
    /// The session does not fit together.
    #[error("the session cannot be replayed: {0}")]
    Session(#[from] Failure),
    /// There is no such turn.
    #[error("there is no turn {turn}; the session has {turns}")]
    NoTurn {
        /// The turn asked for.
        turn: u32,
        /// Turns of the session.
        turns: u32,
    },
    /// A value cannot be changed like that.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Nothing can be compared.
    #[error(transparent)]
    Comparison(#[from] whatif::Problem),
}

impl Problem {
    /// The kind, by which a page tells problems apart.
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

    /// What keeps these numbers of formats from being read.
    pub(super) fn of_formats(session: Option<u32>, record: Option<u32>) -> Option<Self> {
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

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        if error.is_eof() { Self::Cut } else { Self::Unreadable(error) }
    }
}
