//! Reading collected sessions: the row of a session, its entries and its study.

use serde::{Deserialize, Serialize};

use super::sql;
use crate::{
    edge::{
        database::{Columns, Database, DatabaseFailure, statement},
        http::{ApiError, ErrorCode, Host},
    },
    engine::{
        policy::StopReason,
        session::{self, Overview},
    },
};

/// The progress of a collected session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(in crate::edge) enum SessionProgress {
    /// The page has not finished it.
    InProgress,
    /// The page has finished it.
    Completed,
    /// The page has not finished it, and its token has expired.
    TimedOut,
}

impl SessionProgress {
    /// Its word: `in_progress`.
    pub(in crate::edge) fn word(self) -> &'static str {
        match self {
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::TimedOut => "timed_out",
        }
    }

    /// Whether only a remark may follow.
    pub(in crate::edge) fn is_terminal(self) -> bool {
        self != Self::InProgress
    }

    pub(in crate::edge) fn parse(word: &str) -> Self {
        match word {
            "completed" => Self::Completed,
            "timed_out" => Self::TimedOut,
            _ => Self::InProgress,
        }
    }
}

/// The row of a collected session.
#[derive(Clone, Debug)]
pub(in crate::edge) struct SessionRow {
    /// Hash of its study.
    pub(in crate::edge) study_hash: String,
    /// Its progress.
    pub(in crate::edge) status: SessionProgress,
    /// Number of entries.
    pub(in crate::edge) have: u32,
    /// Chain hash of the entries.
    pub(in crate::edge) hash: String,
    /// Size of the entries, bytes.
    pub(in crate::edge) bytes: u64,
    /// Words of its last answer, which an edit would replace.
    pub(in crate::edge) last_words: u32,
    /// Its overview, with the stop reason if a replay found one.
    pub(in crate::edge) overview: Overview,
    /// Versions of the engine, JSON.
    pub(in crate::edge) versions: String,
    /// Its outcome, JSON; none until a replay found it.
    pub(in crate::edge) outcome: Option<String>,
    /// Whether its log replays; none before the replay.
    pub(in crate::edge) replays: Option<bool>,
    /// `scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by its latest score.
    pub(in crate::edge) scoring_status: String,
    /// Its latest completed total, 0–100.
    pub(in crate::edge) latest_score: Option<u32>,
}

/// Why a session cannot be loaded.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::edge) enum LoadError {
    /// It is not collected here.
    NotFound,
    /// The database failed.
    Database,
    /// Its study is missing, or this version cannot read it.
    Unreadable,
}

impl From<DatabaseFailure> for LoadError {
    fn from(_: DatabaseFailure) -> Self {
        Self::Database
    }
}

impl From<LoadError> for ApiError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::NotFound => ErrorCode::NotFound.into(),
            LoadError::Database | LoadError::Unreadable => ErrorCode::Storage.into(),
        }
    }
}

/// A collected session as stored, not parsed.
#[derive(Clone, Debug)]
pub(in crate::edge) struct RawSession {
    /// Its row.
    pub(in crate::edge) row: SessionRow,
    /// The JSON of its study.
    study: String,
    /// Its entries, in order.
    entries: Vec<String>,
}

impl RawSession {
    /// The session file, joined from the stored JSON texts.
    pub(in crate::edge) fn file(&self) -> String {
        let Self { row: SessionRow { study_hash, versions, outcome, .. }, study, entries } = self;
        let log = entries.join(",");
        let outcome = outcome.as_ref().map(|outcome| format!(",\"outcome\":{outcome}")).unwrap_or_default();
        let format = session::FORMAT;
        format!(
            "{{\"format\":{format},\"study\":{study},\"study_hash\":\"{study_hash}\",\"versions\":{versions},\
             \"log\":[{log}]{outcome}}}"
        )
    }
}

/// The row of a session; none if it is not collected here.
pub(in crate::edge) async fn load_row<H: Host>(host: &H, session: &str) -> Result<Option<SessionRow>, DatabaseFailure> {
    Ok(host.database().query(statement!(sql::ROW, session)).await?.row().and_then(read_row))
}

/// The row of a session, with the entries from place `from` to before `to`; none if it is not collected here.
pub(in crate::edge) async fn load_entries<H: Host>(
    host: &H,
    session: &str,
    (from, to): (u32, u64),
) -> Result<Option<(SessionRow, Vec<String>)>, DatabaseFailure> {
    let batch = vec![statement!(sql::ROW, session), statement!(sql::ENTRIES, session, from, to)];
    let results = host.database().batch(batch).await?;
    let [row, entries] = results.as_slice() else { return Ok(None) };
    Ok(row.row().and_then(read_row).map(|row| (row, entries.texts())))
}

/// The JSON of the study with this hash; none if it is not stored.
pub(in crate::edge) async fn load_study<H: Host>(host: &H, hash: &str) -> Result<Option<String>, DatabaseFailure> {
    Ok(host.database().query(statement!(sql::STUDY, hash)).await?.texts().pop())
}

/// A session as stored.
pub(in crate::edge) async fn load_raw<H: Host>(host: &H, session: &str) -> Result<RawSession, LoadError> {
    let (row, entries) = load_entries(host, session, ALL_ENTRIES).await?.ok_or(LoadError::NotFound)?;
    let study = load_study(host, &row.study_hash).await?.ok_or(LoadError::Unreadable)?;
    Ok(RawSession { row, study, entries })
}

/// The range of all entries.
pub(in crate::edge) const ALL_ENTRIES: (u32, u64) = (0, u32::MAX as u64);

/// Reads a row of [`sql::ROW`].
fn read_row(mut columns: Columns<'_>) -> Option<SessionRow> {
    let mut row = SessionRow {
        study_hash: columns.text()?,
        status: SessionProgress::parse(&columns.text()?),
        have: columns.small()?,
        hash: columns.text()?,
        bytes: columns.number()?,
        last_words: columns.small()?,
        overview: serde_json::from_str(&columns.text()?).ok()?,
        versions: columns.text()?,
        outcome: columns.text(),
        replays: columns.number().map(|is| is != 0),
        scoring_status: columns.text()?,
        latest_score: columns.small(),
    };
    row.overview.reason = row.outcome.as_deref().and_then(stop_reason);
    Some(row)
}

/// The stop reason of an outcome, even if this version cannot read the rest.
fn stop_reason(outcome: &str) -> Option<StopReason> {
    #[derive(Deserialize)]
    struct OutcomeReason {
        reason: StopReason,
    }
    serde_json::from_str(outcome).ok().map(|OutcomeReason { reason }| reason)
}
