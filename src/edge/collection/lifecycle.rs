//! The beginning and the end of a collected session: begun when it is opened, deleted on request or when it expires.

use super::{
    deletion_code::{hash_code, new_code},
    hash_chain::EMPTY_HASH,
    sql,
};
use crate::{
    edge::{
        auth::ServedStudy,
        budget::END_SESSION,
        database::{Database, DatabaseFailure, QueryResult, SqlValue, Statement, statement},
        http::{ApiError, ErrorCode, Host},
        state::Endpoint,
    },
    engine::session::{Overview, Versions},
};

/// Maximum rounds of 100 sessions deleted at once; the rest follows next time.
const ROUNDS: usize = 50;

/// Begins to collect a session, if its study collects, and returns its deletion code.
pub(in crate::edge) async fn begin_collecting<H: Host>(
    host: &H,
    served: &ServedStudy,
    session: &str,
) -> Result<Option<String>, ApiError> {
    let ServedStudy { study, hash, .. } = served;
    if !study.collect {
        return Ok(None);
    }
    let code = new_code(host);
    let code_hash = hash_code(&code).ok_or(ErrorCode::Storage)?;
    let overview = Overview { session: session.to_owned(), ..Overview::begin(study, hash) };
    let begin = statement!(
        sql::BEGIN,
        session,
        host.now(),
        &*study.id,
        hash,
        study.privacy.retention_days,
        code_hash,
        SqlValue::json(&Versions::default()),
        EMPTY_HASH,
        SqlValue::json(&overview),
    );
    let is_begun = |results: Vec<QueryResult>| results.last().is_some_and(QueryResult::has_changed);
    if is_begun(host.database().batch(vec![begin.clone()]).await?) {
        return Ok(Some(code));
    }
    // The study is not stored yet, or was deleted with its last session. Otherwise the id exists already.
    let batch = vec![statement!(sql::KEEP_STUDY, hash, SqlValue::json(study)), begin];
    if is_begun(host.database().batch(batch).await?) { Ok(Some(code)) } else { Err(ErrorCode::Replay.into()) }
}

/// Deletes a session with its log, its stages and its scores, and ends its tokens. False: it is not collected here.
pub(in crate::edge) async fn delete_session<H: Host>(host: &H, session: &str) -> Result<bool, DatabaseFailure> {
    let mut batch = vec![statement!(END_SESSION, session, host.now())];
    batch.extend(sql::DELETE.iter().map(|sql| statement!(*sql, session)));
    Ok(host.database().batch(batch).await?.last().is_some_and(QueryResult::has_changed))
}

/// Deletes expired sessions, by the retention of the study as it was when the session began or as it is served now,
/// whichever is shorter. Returns their number.
pub(in crate::edge) async fn expire_sessions<H: Host>(edge: &Endpoint, host: &H) -> Result<u64, DatabaseFailure> {
    let now = host.now();
    let mut deleted = delete_all(host, sql::EXPIRED, &[now.into()]).await?;
    for served in &edge.access.studies {
        if let Some(days) = served.study.privacy.retention_days {
            let values = [now.into(), (&*served.study.id).into(), days.into()];
            deleted += delete_all(host, sql::EXPIRED_NOW, &values).await?;
        }
    }
    Ok(deleted)
}

async fn delete_all<H: Host>(host: &H, sql: &'static str, values: &[SqlValue]) -> Result<u64, DatabaseFailure> {
    let mut deleted = 0;
    for _ in 0..ROUNDS {
        let expired = host.database().query(Statement { sql, values: values.to_vec() }).await?.texts();
        if expired.is_empty() {
            break;
        }
        for session in expired {
            deleted += u64::from(delete_session(host, &session).await?);
        }
    }
    Ok(deleted)
}
