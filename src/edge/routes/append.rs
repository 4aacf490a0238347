//! `PUT sessions/{session}/events`: appends entries to a log. Entries sent again are accepted if they are equal; gaps and
//! differences are refused with the number of entries stored.

use serde::{Deserialize, Serialize};

use super::{
    context::{Handled, RequestContext},
    sessions::missing_session,
};
use crate::{
    edge::{
        auth::Claims,
        budget::EndpointLimits,
        collection::{SessionRow, load_entries, next_hash, sql},
        database::{Database, DatabaseFailure, QueryResult, SqlValue, statement},
        http::{ApiError, ErrorCode, Host, HttpExchange},
    },
    engine::session::{Input, LogEntry, Versions},
};

/// Attempts when other requests write to the same session. One of them succeeds each time, and a page has few requests at
/// once.
const TRIES: u32 = 32;

/// Entries of a log.
#[derive(Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Upload {
    /// Place of the first entry, from 0.
    from: u32,
    /// Hash of the session's study.
    study_hash: String,
    /// The entries, each as its JSON text.
    entries: Vec<String>,
    /// Versions of the engine that runs the session. Default: those of the endpoint.
    #[serde(default)]
    versions: Option<Versions>,
}

/// The stored part of a log.
#[derive(Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub(super) struct Have<'a> {
    have: u32,
    hash: &'a str,
}

/// Answers `PUT sessions/{session}/events`.
pub(super) async fn append<H: Host, E: HttpExchange>(
    context: &mut RequestContext<'_, H, E>,
    owner: &Claims,
) -> Handled {
    let (edge, host) = (context.edge, context.host);
    let upload: Upload = context.json(edge.limits.upload).await?;
    let range = (upload.from, u64::from(upload.from).saturating_add(upload.entries.len() as u64));
    let mut checked = None;
    for _ in 0..TRIES {
        let loaded = load_entries(host, &owner.sid, range).await?;
        let (row, stored) = loaded.ok_or_else(|| missing_session(edge, owner))?;
        let refused = |code: ErrorCode| Err(ApiError::from(code).having(row.have));
        if row.study_hash != upload.study_hash {
            return refused(ErrorCode::StudyChanged);
        }
        if upload.from > row.have {
            return refused(ErrorCode::Gap);
        }
        let known = usize::try_from(row.have - upload.from).unwrap_or(usize::MAX).min(upload.entries.len());
        let (before, new) = upload.entries.split_at(known);
        if before != stored {
            return refused(ErrorCode::Conflict);
        }
        if new.is_empty() {
            return context.reply(200, &Have { have: row.have, hash: &row.hash }).await;
        }
        if checked.is_none() {
            checked = Some(check_entries(&upload, &edge.limits, &owner.sid)?);
        }
        let bytes: usize = new.iter().map(String::len).sum();
        let count = usize::try_from(row.have).unwrap_or(usize::MAX).saturating_add(new.len());
        if count > edge.limits.entries || row.bytes.saturating_add(bytes as u64) > edge.limits.log as u64 {
            return refused(ErrorCode::SessionFull);
        }
        if row.status.is_terminal() && !checked.iter().flatten().skip(known).all(|is_remark| *is_remark) {
            return refused(ErrorCode::Finished);
        }
        let next = advance(&row, new, known)?;
        if store(host, &owner.sid, &row, &next, new, upload.versions.as_ref()).await? {
            return context.reply(200, &Have { have: next.have, hash: &next.hash }).await;
        }
    }
    Err(ErrorCode::Storage.into())
}

/// Parses every entry; a log has to begin with the start of its own session. Returns for each entry whether it is a remark.
fn check_entries(upload: &Upload, limits: &EndpointLimits, session: &str) -> Result<Vec<bool>, ApiError> {
    let mut are_remarks = Vec::with_capacity(upload.entries.len());
    for (place, text) in upload.entries.iter().enumerate() {
        let wrong = |code| ApiError::of_field(code, &format!("entries[{place}]"));
        if text.len() > limits.entry {
            return Err(wrong(ErrorCode::TooLarge));
        }
        let entry: LogEntry = serde_json::from_str(text).map_err(|_| wrong(ErrorCode::FieldInvalid))?;
        let is_start = matches!(&entry, LogEntry::Input(Input::Start { session: named, .. }) if named == session);
        if upload.from == 0 && place == 0 && !is_start {
            return Err(wrong(ErrorCode::FieldInvalid));
        }
        are_remarks.push(matches!(entry, LogEntry::Input(Input::Remark { .. })));
    }
    Ok(are_remarks)
}

/// The row after these entries. `known` is the place of the first one in the upload.
fn advance(row: &SessionRow, new: &[String], known: usize) -> Result<SessionRow, ApiError> {
    let mut next = row.clone();
    for (place, entry) in (known..).zip(new) {
        let added = next.overview.add(entry, &mut next.last_words);
        added.map_err(|_| ApiError::invalid(&format!("entries[{place}]")))?;
        next.hash = next_hash(&next.hash, entry);
        next.have += 1;
    }
    Ok(next)
}

/// Stores the entries. False: another request has changed the row.
async fn store<H: Host>(
    host: &H,
    session: &str,
    row: &SessionRow,
    next: &SessionRow,
    new: &[String],
    versions: Option<&Versions>,
) -> Result<bool, DatabaseFailure> {
    let bytes: usize = new.iter().map(String::len).sum();
    let overview = &next.overview;
    let batch = vec![
        statement!(
            sql::ADVANCE,
            session,
            row.have,
            &row.hash,
            next.have,
            &next.hash,
            bytes,
            host.now(),
            SqlValue::json(overview),
            next.last_words,
            overview.started_at,
            overview.last_at,
            overview.answers,
            overview.words,
            versions.map(SqlValue::json),
        ),
        statement!(sql::APPEND, session, row.have, SqlValue::json(&new), next.have, &next.hash),
    ];
    Ok(host.database().batch(batch).await?.first().is_some_and(QueryResult::has_changed))
}
