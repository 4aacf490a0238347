//! Runs whose owner is gone, and runs that somebody calls off: taken away in one transaction, together with all their rows.

use super::{
    sql,
    ticket::{Ending, Ticket, first_changed},
};
use crate::{
    edge::{
        Edge,
        database::{Database, DatabaseFailure, Statement, Value},
        host::Host,
        sessions::random_id,
    },
    stages::{StageType, Status},
};

/// A run that was taken from a process that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orphan {
    pub(super) session: String,
    /// Which automatic scoring it was; none for all else.
    pub(super) automatic: Option<u32>,
}

/// Ends runs whose lease ran out, of a session or of all. Gives those that this call ended: of two reapers one does.
pub(super) async fn reap<H: Host>(
    edge: &Edge,
    host: &H,
    session: Option<&str>,
) -> Result<Vec<Orphan>, DatabaseFailure> {
    reap_before(edge, host, session, None).await
}

/// The same for the start of a process: rows under its own name are of one that is gone, whatever their lease says.
pub(super) async fn reap_own<H: Host>(edge: &Edge, host: &H) -> Result<Vec<Orphan>, DatabaseFailure> {
    let owner = edge.runs.owner(host);
    reap_before(edge, host, None, Some(&owner)).await
}

async fn reap_before<H: Host>(
    edge: &Edge,
    host: &H,
    session: Option<&str>,
    own: Option<&str>,
) -> Result<Vec<Orphan>, DatabaseFailure> {
    let now = host.now();
    // An owner nobody has stands for "whose lease ran out" alone.
    let values = vec![Value::of(now), own.unwrap_or_default().into(), session.map_or(Value::Null, Value::from)];
    let done = host.database().batch(vec![Statement { sql: sql::ORPHANS, values }]).await?;
    let mut orphans = Vec::new();
    for row in done.iter().flat_map(|done| &done.rows) {
        let [
            Value::Text(stage),
            Value::Text(session),
            Value::Text(kind),
            Value::Text(from),
            lease,
            score,
            by,
            attempt,
            execution,
        ] = row.as_slice()
        else {
            continue;
        };
        let Some(kind) = StageType::of(kind) else { continue };
        let lease = if let Value::Number(lease) = lease { u64::try_from(*lease).unwrap_or(0) } else { 0 };
        // The same run, renewed in between, is not taken; under our own name it is, since nothing runs here yet.
        let before = if own == Some(from) { u64::MAX } else { now };
        let seen = lease.saturating_sub(super::ticket::LEASE_MS);
        let why = format!("orphaned: owner {from} last seen {seen}");
        let ending = Ending::nothing(Status::TimedOut, &why);
        if take_away(edge, host, (stage, session, kind, [score, execution]), (from, before), &ending).await? {
            let automatic = match (by, attempt) {
                (Value::Text(by), Value::Number(attempt)) if by == "auto" => u32::try_from(*attempt).ok(),
                _ => None,
            };
            orphans.push(Orphan { session: session.clone(), automatic });
        }
    }
    Ok(orphans)
}

/// Calls a run off. False: it had ended.
pub(super) async fn cancel<H: Host>(edge: &Edge, host: &H, stage: &str, why: &str) -> Result<bool, DatabaseFailure> {
    let done = host.database().batch(vec![Statement { sql: sql::OWNER, values: vec![stage.into()] }]).await?;
    let row = done.first().and_then(|done| done.rows.first()).map(Vec::as_slice);
    let Some([Value::Text(from), Value::Text(kind), Value::Text(session), score, execution]) = row else {
        return Ok(false);
    };
    let Some(kind) = StageType::of(kind) else { return Ok(false) };
    let ending = Ending::nothing(Status::Cancelled, why);
    let is_ended = take_away(edge, host, (stage, session, kind, [score, execution]), (from, u64::MAX), &ending).await?;
    edge.runs.call_off(stage);
    Ok(is_ended)
}

/// Takes a run away and ends it. From then on whoever ran it can write nothing.
async fn take_away<H: Host>(
    edge: &Edge,
    host: &H,
    (stage, session, kind, [score, execution]): (&str, &str, StageType, [&Value; 2]),
    (from, before): (&str, u64),
    ending: &Ending,
) -> Result<bool, DatabaseFailure> {
    // A name of its own for each taking: of two that try, the second finds another owner.
    let owner = format!("{}/{}", edge.runs.owner(host), random_id(host));
    let ticket = Ticket {
        session: session.to_owned(),
        stage: stage.to_owned(),
        kind,
        execution: text(execution).unwrap_or_default(),
        score: text(score),
        owner,
    };
    let mut batch = ticket.seize(from, before);
    batch.extend(ticket.ending(ending, host.now()));
    Ok(first_changed(&host.database().batch(batch).await?))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(_) | Value::Null => None,
    }
}
