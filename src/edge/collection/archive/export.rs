//! Every record, a line each, one after the other: however many there are, one is in memory.

use super::one::record;
use crate::edge::{
    Edge,
    collection::{
        sql,
        standing::{kept, query, texts},
    },
    database::Value,
    errors::{Code, Refusal},
    guard,
    host::{Exchange, Gone, Host, within},
    http::{HttpRequest, ReplyHead},
    reply::{self, Reply},
};

pub(in crate::edge) async fn export<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Option<Reply>, Refusal> {
    guard::require_secret(edge, request)?;
    let study = match request.query.split_once('=') {
        Some(("study", study)) if !study.contains('&') => Value::from(study),
        None if request.query.is_empty() => Value::Null,
        Some((name, _)) => return Err(Refusal::of_field(Code::FieldInvalid, name)),
        None => return Err(Refusal::of_field(Code::FieldInvalid, &request.query)),
    };
    let count = query(host, sql::COUNT, vec![study.clone(), Value::Null]).await?;
    let count = count.rows.first().and_then(|row| row.first().and_then(crate::edge::collection::standing::number));
    let mut headers = vec![
        ("content-type", "application/x-ndjson".to_owned()),
        // What was promised: whoever gets fewer lines was cut off.
        ("x-records", count.unwrap_or_default().to_string()),
    ];
    headers.extend(reply::head(request.header("origin").filter(|origin| edge.knows(request, origin))));
    let ms = edge.limits.write_ms;
    if within(host, ms, exchange.head(ReplyHead { status: 200, headers })).await != Some(Ok(())) {
        return Ok(None);
    }
    // Nothing can be said any more but less than was promised.
    drop(lines(edge, exchange, host, &study).await);
    exchange.end().await;
    Ok(None)
}

async fn lines<H: Host, E: Exchange>(edge: &Edge, exchange: &mut E, host: &H, study: &Value) -> Result<(), Refusal> {
    let mut last = String::new();
    loop {
        let next = texts(query(host, sql::NEXT, vec![last.as_str().into(), study.clone()]).await?);
        let Some(newest) = next.last() else { return Ok(()) };
        last.clone_from(newest);
        for session in &next {
            // Deleted since it was listed.
            let Some(kept) = kept(host, session).await? else { continue };
            let mut line = record(host, session, &kept).await?;
            line.push_str("}\n");
            let sent: Option<Result<(), Gone>> = within(host, edge.limits.write_ms, exchange.write(line.into())).await;
            if sent != Some(Ok(())) {
                return Ok(());
            }
        }
    }
}
