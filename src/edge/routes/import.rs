//! `POST records`: imports a record that was exported elsewhere, or a session file. It has the same limits as uploads of
//! pages, and its log is replayed.

use serde::de::DeserializeOwned;

use super::{
    context::{Handled, RequestContext},
    is_id,
};
use crate::{
    edge::{
        budget::{DAY_MS, EndpointLimits},
        collection::{SessionProgress, chain_hash, load_row, sql},
        database::{Database, SqlValue, statement},
        http::{ApiError, ErrorCode, Host, HttpExchange, is_shallow},
        jobs::{import_stages, replay_outcome},
    },
    engine::{
        interview::replay,
        session::{self, Overview, Session},
    },
    studio::stages::{FileFormats, RECORD_FORMAT, RecordContent, RecordFile},
};

/// Maximum nesting of a record: a study nests deeper than an upload of a page.
const DEPTH: usize = 64;

/// Answers `POST records`.
pub(super) async fn import<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    context.require_json()?;
    let bytes = context.read(context.edge.limits.record).await?;
    if !is_shallow(&bytes, DEPTH) {
        return Err(ErrorCode::BadRequest.into());
    }
    let (session, record) = parse_record(&bytes)?;
    let imported = Import::new(&context.edge.limits, session)?;
    imported.store(context.host, &record).await?;
    let reply = serde_json::json!({"session": imported.overview.session, "have": imported.entries.len()});
    context.reply(201, &reply).await
}

/// Parses a record file or a session file.
fn parse_record(bytes: &[u8]) -> Result<(Session, RecordFile), ApiError> {
    let FileFormats { record_format, format } = serde_json::from_slice(bytes).map_err(|_| ErrorCode::BadRequest)?;
    let empty = RecordFile { record_format: RECORD_FORMAT, ..RecordFile::default() };
    match (record_format, format) {
        (None, Some(_)) => Ok((parse(bytes, "session")?, empty)),
        (Some(RECORD_FORMAT), _) => {
            let RecordContent { session, stages, executions, interactions, scores } = parse(bytes, "record")?;
            Ok((session, RecordFile { stages, executions, interactions, scores, ..empty }))
        }
        (Some(_) | None, _) => Err(ApiError::invalid("record_format")),
    }
}

/// Parses JSON. The error names the path of the invalid value.
fn parse<T: DeserializeOwned>(bytes: &[u8], whole: &str) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(bytes)).map_err(|error| {
        let path = error.path().to_string();
        ApiError::invalid(if path == "." { whole } else { &path })
    })
}

/// A session to import, checked.
struct Import {
    session: Session,
    entries: Vec<String>,
    overview: Overview,
    last_words: u32,
    replays: bool,
}

impl Import {
    fn new(limits: &EndpointLimits, session: Session) -> Result<Self, ApiError> {
        if session.format != session::FORMAT {
            return Err(ApiError::invalid("session.format"));
        }
        if session.study.hash() != session.study_hash {
            return Err(ApiError::invalid("session.study_hash"));
        }
        let entries: Result<Vec<String>, _> = session.log.iter().map(serde_json::to_string).collect();
        let entries = entries.map_err(|_| ErrorCode::Storage)?;
        let bytes: usize = entries.iter().map(String::len).sum();
        let is_too_long = entries.iter().any(|entry| entry.len() > limits.entry);
        if is_too_long || entries.is_empty() || entries.len() > limits.entries || bytes > limits.log {
            return Err(ApiError::invalid("session.log"));
        }
        let mut overview = Overview::begin(&session.study, &session.study_hash);
        let mut last_words = 0;
        for entry in &entries {
            overview.add(entry, &mut last_words).map_err(|_| ApiError::invalid("session.log"))?;
        }
        if !is_id(&overview.session) {
            return Err(ApiError::invalid("session.log[0]"));
        }
        let replays = replay(&session).is_ok_and(|(interview, differences)| {
            differences.is_empty() && replay_outcome(&interview) == session.outcome
        });
        Ok(Self { session, entries, overview, last_words, replays })
    }

    async fn store<H: Host>(&self, host: &H, record: &RecordFile) -> Result<(), ApiError> {
        let now = host.now();
        let Self { session, overview, entries, .. } = self;
        let (id, study, have) = (overview.session.as_str(), &session.study, entries.len());
        // An import does not extend the retention.
        let touched_at = overview.last_at.min(now);
        let days = study.privacy.retention_days;
        if days.is_some_and(|days| touched_at.saturating_add(u64::from(days) * DAY_MS) <= now) {
            return Err(ErrorCode::Gone.into());
        }
        if load_row(host, id).await?.is_some() {
            return Err(ErrorCode::Exists.into());
        }
        let hash = chain_hash(entries);
        let status = if session.outcome.is_some() { SessionProgress::Completed } else { SessionProgress::TimedOut };
        let bytes: usize = entries.iter().map(String::len).sum();
        // The stages come before the session: they are imported only while the session does not exist.
        let mut batch = import_stages(id, record);
        batch.extend([
            statement!(sql::KEEP_STUDY, &session.study_hash, SqlValue::json(study)),
            statement!(
                sql::IMPORT,
                id,
                now,
                &*study.id,
                &session.study_hash,
                status.word(),
                days,
                SqlValue::json(&session.versions),
                have,
                &hash,
                bytes,
                self.last_words,
                overview.started_at,
                overview.last_at,
                overview.answers,
                overview.words,
                SqlValue::json(overview),
                session.outcome.as_ref().map(SqlValue::json),
                self.replays,
                touched_at,
            ),
            statement!(sql::APPEND, id, 0_u32, SqlValue::json(entries), have, &hash),
        ]);
        // A concurrent import of the same session fails here.
        host.database().batch(batch).await?;
        Ok(())
    }
}
