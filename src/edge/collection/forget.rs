//! Forgetting a session: its log, what was made of it, and its place in every list, in one transaction.

use serde::Deserialize;

use super::{
    code, sql,
    standing::{self, texts},
};
use crate::edge::{
    Edge,
    counters::{self, Ledger},
    database::{Database, DatabaseFailure, Statement, Value},
    errors::{Code, Refusal},
    host::{Exchange, Host},
    http::HttpRequest,
    limits,
    reply::Reply,
    sessions, stages,
};

/// What somebody says who kept the code of their session.
#[derive(Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema), schemars(rename = "Deletion"))]
#[serde(deny_unknown_fields)]
pub(in crate::edge) struct Wanted {
    code: String,
}

/// Forgets a session and ends its tokens. False if it was not kept here.
pub(in crate::edge) async fn forget<H: Host>(host: &H, session: &str) -> Result<bool, DatabaseFailure> {
    let of_session = |sql| Statement { sql, values: vec![session.into()] };
    let mut statements: Vec<Statement> = sql::FORGET.iter().chain(stages::FORGET).copied().map(of_session).collect();
    let end = vec![session.into(), Value::of(host.now())];
    statements.push(Statement { sql: counters::sql::END, values: end });
    let row = sql::FORGET.iter().position(|sql| sql.starts_with("DELETE FROM collected WHERE")).unwrap_or_default();
    let done = host.database().batch(statements).await?;
    Ok(done.get(row).is_some_and(|done| done.changes > 0))
}

/// Forgets the session of a code. The answer is the same whether there is one: nobody learns which codes there are.
pub(in crate::edge) async fn by_code<H: Host, E: Exchange>(
    edge: &Edge,
    request: &HttpRequest,
    exchange: &mut E,
    host: &H,
) -> Result<Reply, Refusal> {
    let now = host.now();
    let wanted: Wanted = sessions::body(edge, request, exchange, host).await?.ok_or(Code::BadRequest)?;
    let hash = code::hash(&wanted.code).ok_or_else(|| Refusal::of_field(Code::FieldInvalid, "code"))?;
    let who = edge.blinded(request, now).unwrap_or_default();
    let ledger = Ledger::new(host.database(), &edge.limits);
    if !ledger.count(&format!("d.{who}"), edge.limits.deletions_per_address, now).await? {
        return Err(Refusal::from(Code::RateLimited).after(limits::HOUR_MS - now % limits::HOUR_MS));
    }
    let found = standing::query(host, sql::BY_CODE, vec![hash.into()]).await?;
    // Without a session the same work is done on one there cannot be, so that the time it takes tells nothing.
    let session = texts(found).pop().unwrap_or_default();
    forget(host, &session).await?;
    Ok(Reply::empty(204))
}
