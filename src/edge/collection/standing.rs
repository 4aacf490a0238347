//! Where a collected session stands, and the session itself, put together from its study and its entries.

use serde::Serialize;

use super::sql;
use crate::{
    edge::{
        database::{Database, DatabaseFailure, Done, Statement, Value},
        host::Host,
    },
    session::{self, Overview},
};

/// Where a collected session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It goes on, or nobody said that it has ended.
    InProgress,
    /// Its page said that it has ended.
    Completed,
    /// Nobody said so, and nobody can write to it any more.
    TimedOut,
}

impl Progress {
    /// Its word: `in_progress`.
    pub fn word(self) -> &'static str {
        match self {
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::TimedOut => "timed_out",
        }
    }

    /// Whether nothing but a remark can follow.
    pub fn is_terminal(self) -> bool {
        match self {
            Self::InProgress => false,
            Self::Completed | Self::TimedOut => true,
        }
    }

    pub(super) fn of(word: &str) -> Self {
        match word {
            "completed" => Self::Completed,
            "timed_out" => Self::TimedOut,
            _ => Self::InProgress,
        }
    }
}

/// The row of a collected session.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Id of its study.
    pub study: String,
    /// Hash of its study.
    pub study_hash: String,
    /// How far it is.
    pub status: Progress,
    /// Entries kept.
    pub have: u32,
    /// Chain hash of the entries.
    pub hash: String,
    /// Bytes of the entries.
    pub bytes: u64,
    /// Words of its last answer, which an edit would replace.
    pub last_words: u32,
    /// The session at a glance, with the reason of its end where a replay found one.
    pub overview: Overview,
    /// Versions of what ran it, JSON.
    pub versions: String,
    /// How it ended, JSON; none until a replay found it.
    pub outcome: Option<String>,
    /// Whether its log replays; none if nobody has looked.
    pub replays: Option<bool>,
    /// `scored`, `not_scored`, `scoring_in_progress` or `scoring_failed`, by its latest score.
    pub scoring_status: String,
    /// Its latest completed total, 0–100.
    pub latest_score: Option<u32>,
    /// When it was opened, milliseconds since the epoch by the clock of the endpoint.
    pub opened_at: u64,
    /// When something was last heard of it, by the same clock.
    pub touched_at: u64,
}

/// A session cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum Unloadable {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseFailure),
    /// Its study is gone, or was written by a version this one cannot read.
    #[error("the session cannot be read: {0}")]
    Unreadable(String),
}

/// A collected session with all its texts as they came.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its row.
    pub standing: Standing,
    /// The JSON of its study.
    pub study: String,
    /// Its entries, in order.
    pub entries: Vec<String>,
}

impl Kept {
    /// The session file. Every part of it is JSON already and is laid down as it came.
    pub fn file(&self) -> String {
        let Self { standing, study, entries } = self;
        let Standing { study_hash, versions, outcome, .. } = standing;
        let log = entries.join(",");
        let outcome = outcome.as_ref().map(|outcome| format!(",\"outcome\":{outcome}")).unwrap_or_default();
        let format = session::FORMAT;
        format!(
            "{{\"format\":{format},\"study\":{study},\"study_hash\":\"{study_hash}\",\"versions\":{versions},\
             \"log\":[{log}]{outcome}}}"
        )
    }
}

/// Where a session stands; nothing if it is not kept here.
pub async fn standing<H: Host>(host: &H, session: &str) -> Result<Option<Standing>, DatabaseFailure> {
    let found = query(host, sql::STANDING, vec![session.into()]).await?;
    Ok(found.rows.first().and_then(|row| read(row)))
}

/// Where a session stands, with its entries as they came; nothing if it is not kept here.
pub async fn entries<H: Host>(host: &H, session: &str) -> Result<Option<(Standing, Vec<String>)>, DatabaseFailure> {
    let both = vec![
        Statement { sql: sql::STANDING, values: vec![session.into()] },
        Statement { sql: sql::ENTRIES, values: vec![session.into(), Value::of(0), Value::of(u64::from(u32::MAX))] },
    ];
    let mut done = host.database().batch(both).await?.into_iter();
    let (row, entries) = (done.next().unwrap_or_default(), done.next().unwrap_or_default());
    Ok(row.rows.first().and_then(|row| read(row)).map(|standing| (standing, texts(entries))))
}

/// The JSON of the study with this hash; nothing if no session of it is kept here.
pub async fn study<H: Host>(host: &H, hash: &str) -> Result<Option<String>, DatabaseFailure> {
    Ok(texts(query(host, sql::STUDY, vec![hash.into()]).await?).pop())
}

/// A session with its texts; nothing if it is not kept here.
///
/// # Errors
/// [`Unloadable`] if the database failed or the session's study is gone.
pub async fn kept<H: Host>(host: &H, session: &str) -> Result<Option<Kept>, Unloadable> {
    let Some((standing, entries)) = entries(host, session).await? else { return Ok(None) };
    let study = study(host, &standing.study_hash).await?;
    let study = study.ok_or_else(|| Unloadable::Unreadable("its study is not kept here".to_owned()))?;
    Ok(Some(Kept { standing, study, entries }))
}

/// What a single statement found.
pub(super) async fn query<H: Host>(host: &H, sql: &'static str, values: Vec<Value>) -> Result<Done, DatabaseFailure> {
    let done = host.database().batch(vec![Statement { sql, values }]).await?;
    Ok(done.into_iter().next().unwrap_or_default())
}

/// The texts of the first column.
pub(super) fn texts(done: Done) -> Vec<String> {
    let first = |row: Vec<Value>| match row.into_iter().next() {
        Some(Value::Text(text)) => Some(text),
        Some(Value::Number(_) | Value::Null) | None => None,
    };
    done.rows.into_iter().filter_map(first).collect()
}

/// A row of [`sql::STANDING`].
pub(super) fn read(row: &[Value]) -> Option<Standing> {
    let [
        study,
        study_hash,
        status,
        have,
        hash,
        bytes,
        last_words,
        overview,
        versions,
        outcome,
        replays,
        scoring_status,
        latest_score,
        opened_at,
        touched_at,
    ] = row
    else {
        return None;
    };
    let mut overview: Overview = serde_json::from_str(&text(overview)?).ok()?;
    let outcome = text(outcome);
    overview.reason = outcome.as_deref().and_then(reason);
    let small = |value| u32::try_from(number(value)?).ok();
    Some(Standing {
        study: text(study)?,
        study_hash: text(study_hash)?,
        status: Progress::of(&text(status)?),
        have: small(have)?,
        hash: text(hash)?,
        bytes: number(bytes)?,
        last_words: small(last_words)?,
        overview,
        versions: text(versions)?,
        outcome,
        replays: number(replays).map(|is| is != 0),
        scoring_status: text(scoring_status)?,
        latest_score: small(latest_score),
        opened_at: number(opened_at)?,
        touched_at: number(touched_at)?,
    })
}

fn reason(outcome: &str) -> Option<crate::policy::StopReason> {
    #[derive(serde::Deserialize)]
    struct Ending {
        reason: crate::policy::StopReason,
    }
    serde_json::from_str(outcome).ok().map(|Ending { reason }| reason)
}

/// A text of a row.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(_) | Value::Null => None,
    }
}

/// A number of a row that is not below 0.
pub(super) fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => u64::try_from(*number).ok(),
        Value::Text(_) | Value::Null => None,
    }
}
