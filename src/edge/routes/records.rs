//! `GET sessions/{session}`, `GET records` and `DELETE records/{session}`: a session with everything that belongs to it.

use super::{
    context::{Handled, RequestContext},
    list::SessionItem,
};
use crate::{
    edge::{
        collection::{LoadError, RawSession, delete_session, load_raw, sql},
        database::{Database, SqlValue, statement},
        http::{ApiError, ErrorCode, Host, HttpExchange, HttpReply, ResponseHead, common_headers, with_timeout},
        jobs::load_all,
    },
    studio::stages::RECORD_FORMAT,
};

/// The record of a session as JSON without the last brace. The session file is copied as stored.
async fn record_text<H: Host>(host: &H, session: &str, raw: &RawSession) -> Result<String, ApiError> {
    let stages = load_all(host.database(), session).await?;
    let stages = serde_json::to_string(&stages).map_err(|_| ErrorCode::Storage)?;
    let stages = stages.trim_start_matches('{');
    let mut record = format!("{{\"record_format\":{RECORD_FORMAT},\"session\":{},{stages}", raw.file());
    record.pop();
    Ok(record)
}

/// Answers `GET sessions/{session}`.
pub(super) async fn get<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    let raw = load_raw(context.host, session).await?;
    if raw.row.have == 0 {
        return Err(ErrorCode::NotFound.into());
    }
    let overview = serde_json::to_string(&SessionItem::of(session, &raw.row)).map_err(|_| ErrorCode::Storage)?;
    let record = record_text(context.host, session, &raw).await?;
    context.send(HttpReply::text(200, format!("{record},\"overview\":{overview}}}").into_bytes())).await
}

/// Answers `DELETE records/{session}`.
pub(super) async fn delete<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, session: &str) -> Handled {
    if !delete_session(context.host, session).await? {
        return Err(ErrorCode::NotFound.into());
    }
    context.send(HttpReply::empty(204)).await
}

/// Answers `GET records`: every record on a line of its own. One record at a time is in memory.
pub(super) async fn export<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>) -> Handled {
    let study = match context.request.query.split_once('=') {
        Some(("study", study)) if !study.contains('&') => SqlValue::from(study),
        None if context.request.query.is_empty() => SqlValue::Null,
        Some((name, _)) => return Err(ApiError::invalid(name)),
        None => return Err(ApiError::invalid(&context.request.query)),
    };
    let count = context.host.database().query(statement!(sql::COUNT, study.clone(), SqlValue::Null)).await?;
    let mut headers = vec![
        ("content-type", "application/x-ndjson".to_owned()),
        // The number of records: a client that gets fewer lines was cut off.
        ("x-records", count.number().unwrap_or_default().to_string()),
    ];
    headers.extend(common_headers(context.origin));
    let head = context.exchange.head(ResponseHead { status: 200, headers });
    if with_timeout(context.host, context.edge.limits.write_ms, head).await == Some(Ok(())) {
        // After the head an error can only cut the reply short.
        drop(export_lines(context, &study).await);
        context.exchange.end().await;
    }
    Ok(())
}

async fn export_lines<H: Host, E: HttpExchange>(context: &mut RequestContext<'_, H, E>, study: &SqlValue) -> Handled {
    let (host, ms) = (context.host, context.edge.limits.write_ms);
    let mut last = String::new();
    loop {
        let next = host.database().query(statement!(sql::NEXT, &last, study.clone())).await?.texts();
        let Some(newest) = next.last() else { return Ok(()) };
        last.clone_from(newest);
        for session in &next {
            let raw = match load_raw(host, session).await {
                // Deleted in between.
                Err(LoadError::NotFound) => continue,
                loaded => loaded?,
            };
            let mut line = record_text(host, session, &raw).await?;
            line.push_str("}\n");
            if with_timeout(host, ms, context.exchange.write(line.into())).await != Some(Ok(())) {
                return Ok(());
            }
        }
    }
}
