//! One collected session: with all that belongs to it, and gone with all that belongs to it.

use serde::Serialize;

use super::list::Item;
use crate::{
    edge::{
        Edge,
        collection::{
            begin::json,
            forget::forget,
            standing::{Kept, Unloadable, kept},
        },
        errors::{Code, Refusal},
        guard,
        host::Host,
        http::HttpRequest,
        reply::Reply,
        stages,
    },
    stages::{Execution, Interaction, RECORD_FORMAT, SessionScore, Stage},
};

/// What was made of a session after its interview.
#[derive(Serialize)]
struct Made {
    stages: Vec<Stage>,
    executions: Vec<Execution>,
    interactions: Vec<Interaction>,
    scores: Vec<SessionScore>,
}

impl From<Unloadable> for Refusal {
    fn from(_: Unloadable) -> Self {
        Code::Storage.into()
    }
}

/// The record of a session as JSON text, without its last brace: the session file is laid down as it came.
pub(super) async fn record<H: Host>(host: &H, session: &str, kept: &Kept) -> Result<String, Refusal> {
    let stages::Kept { stages, executions, interactions, scores } = stages::kept(host.database(), session).await?;
    let made = json(&Made { stages, executions, interactions, scores })?;
    let made = made.trim_start_matches('{');
    let mut record = format!("{{\"record_format\":{RECORD_FORMAT},\"session\":{},{made}", kept.file());
    record.pop();
    Ok(record)
}

pub(in crate::edge) async fn get<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    let kept = kept(host, session).await?.filter(|kept| kept.standing.have > 0).ok_or(Code::NotFound)?;
    let overview = json(&Item::of(session, &kept.standing))?;
    let record = record(host, session, &kept).await?;
    Ok(Reply::text(200, format!("{record},\"overview\":{overview}}}").into_bytes()))
}

pub(in crate::edge) async fn delete<H: Host>(
    edge: &Edge,
    request: &HttpRequest,
    host: &H,
    session: &str,
) -> Result<Reply, Refusal> {
    guard::require_secret(edge, request)?;
    if forget(host, session).await? { Ok(Reply::empty(204)) } else { Err(Code::NotFound.into()) }
}
