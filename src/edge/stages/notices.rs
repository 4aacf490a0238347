//! What happens, as it happens: notices, read from the database each second and sent as events. They tell that something
//! changed, never what was written; whoever listens fetches that.

use serde_json::{Map, Value as Json};

use super::sql;
use crate::edge::{
    Edge,
    database::{Database, DatabaseFailure, Statement, Value},
    errors::{Code, Refusal},
    guard,
    host::{Exchange, Host},
    http::HttpRequest,
    reply::Reply,
    stream::Events,
};

/// Milliseconds for which notices are kept.
pub(super) const KEPT_MS: u64 = 3_600_000;

/// Milliseconds between two looks.
const LOOK_MS: u64 = 1_000;

/// Looks at one go: five minutes. Whoever listens on asks again, after the last number.
const LOOKS: u32 = 300;

/// Notices of one look; where there are as many, there may be more.
const PAGE: usize = 100;

/// Looks without news after which a sign of life is sent.
const QUIET: u32 = 15;

/// Forgets notices from before then.
pub(super) async fn forget<H: Host>(host: &H, before: u64) -> Result<(), DatabaseFailure> {
    host.database().batch(vec![Statement { sql: sql::OLD_NOTICES, values: vec![Value::of(before)] }]).await.map(drop)
}

/// Answers `GET events`.
pub(super) async fn listen<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Option<Reply>, Refusal> {
    guard::require_secret(edge, request)?;
    let told = request.header("last-event-id").map(str::to_owned).or_else(|| super::routes::asked(request, "after"));
    let told =
        told.map(|number| number.trim().parse::<u64>().map_err(|_| Refusal::of_field(Code::FieldInvalid, "after")));
    let mut after = match told.transpose()? {
        Some(after) => after,
        None => latest(host).await.map_err(|_| Code::Storage)?,
    };
    let mut events = Events::new(edge, request);
    events.begin(host, exchange).await;
    let mut quiet = 0;
    for _ in 0..LOOKS {
        // A database that fails now may answer the next time.
        let news = since(host, after).await.unwrap_or_default();
        quiet = if news.is_empty() { quiet + 1 } else { 0 };
        let is_behind = news.len() == PAGE;
        for (number, kind, body) in news {
            after = number;
            events.numbered(host, exchange, number, &kind, &body).await;
        }
        if quiet == QUIET {
            quiet = 0;
            events.breathe(host, exchange).await;
        }
        if events.is_gone() || edge.runs.is_stopped() {
            break;
        }
        // Whoever comes back after a while catches up before anything is waited for.
        if !is_behind {
            host.sleep(LOOK_MS).await;
        }
    }
    Ok(None)
}

async fn latest<H: Host>(host: &H) -> Result<u64, DatabaseFailure> {
    let done = host.database().batch(vec![Statement { sql: sql::LATEST_NOTICE, values: Vec::new() }]).await?;
    let number = done.first().and_then(|done| done.rows.first()).and_then(|row| row.first());
    Ok(match number {
        Some(Value::Number(number)) => u64::try_from(*number).unwrap_or(0),
        Some(Value::Text(_) | Value::Null) | None => 0,
    })
}

/// Notices after a number: theirs, their type and their JSON.
async fn since<H: Host>(host: &H, after: u64) -> Result<Vec<(u64, String, Json)>, DatabaseFailure> {
    let done = host.database().batch(vec![Statement { sql: sql::NOTICES, values: vec![Value::of(after)] }]).await?;
    let rows = done.into_iter().next().unwrap_or_default().rows;
    Ok(rows.iter().filter_map(|row| notice(row)).collect())
}

fn notice(row: &[Value]) -> Option<(u64, String, Json)> {
    let [Value::Number(seq), Value::Text(session), Value::Number(at), Value::Text(kind), Value::Text(body)] = row
    else {
        return None;
    };
    let mut notice = Map::from_iter([
        ("seq".to_owned(), Json::from(*seq)),
        ("type".to_owned(), kind.as_str().into()),
        ("session_id".to_owned(), session.as_str().into()),
        ("timestamp".to_owned(), (*at).into()),
    ]);
    notice.extend(serde_json::from_str::<Map<String, Json>>(body).unwrap_or_default());
    Some((u64::try_from(*seq).ok()?, kind.clone(), Json::Object(notice)))
}
