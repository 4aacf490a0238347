//! Work without a request: deleting expired sessions, ending silent ones, recovering jobs, and shutdown.

use super::{
    follow::follow,
    notices::delete_old_notices,
    recover::{cancel_job, recover_jobs, recover_own},
    sql,
};
use crate::edge::{
    collection::{self, expire_sessions},
    database::{Database, DatabaseFailure, statement},
    http::Host,
    state::Endpoint,
};

/// Milliseconds between two checks whether jobs have ended.
const CHECK_MS: u64 = 250;

/// The result of one round of maintenance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maintenance {
    /// Expired sessions, deleted.
    pub forgotten: u64,
    /// Sessions ended because their token has expired.
    pub ended: u64,
    /// Finished sessions that a dead process had not replayed.
    pub concluded: u64,
}

/// Does the work that no request triggers; once a minute is enough. Returns after the jobs it started, unless the host defers
/// them.
///
/// # Errors
/// The database failed. The rest is left to the next round.
pub async fn maintain<H: Host>(edge: &Endpoint, host: &H) -> Result<Maintenance, DatabaseFailure> {
    // On the heap, see `conclude`.
    Box::pin(run_round(edge, host)).await
}

async fn run_round<H: Host>(edge: &Endpoint, host: &H) -> Result<Maintenance, DatabaseFailure> {
    let database = host.database();
    let forgotten = expire_sessions(edge, host).await?;
    database.query(statement!(collection::sql::DELETE_STUDIES)).await?;
    let ended = database.query(statement!(collection::sql::TIME_OUT, host.now())).await?.changes;
    let unreplayed = database.query(statement!(collection::sql::UNREPLAYED, host.now())).await?.texts();
    let concluded = unreplayed.len() as u64;
    for session in unreplayed {
        follow(edge, host, session).await;
    }
    recover(edge, host).await;
    Ok(Maintenance { forgotten, ended, concluded })
}

/// Recovers jobs of dead processes, and runs jobs that are missing. A server calls it before it serves.
pub async fn recover<H: Host>(edge: &Endpoint, host: &H) {
    let is_first = edge.jobs.is_first_recovery();
    let orphans = if is_first { recover_own(edge, host).await } else { recover_jobs(edge, host, None).await };
    // Old notices may stay a little longer.
    drop(delete_old_notices(host).await);
    for orphan in orphans.unwrap_or_default() {
        if orphan.automatic == Some(1) {
            follow(edge, host, orphan.session).await;
        }
    }
    // A process may have died between two stages, without a job to recover.
    let unfinished = host.database().query(statement!(sql::UNFINISHED, host.now())).await;
    for session in unfinished.unwrap_or_default().texts() {
        follow(edge, host, session).await;
    }
}

/// Shuts the jobs down: no new one starts, running ones get [`Limits::drain_ms`](crate::edge::Limits::drain_ms) and are then
/// cancelled. Returns when no job runs.
pub async fn stop<H: Host>(edge: &Endpoint, host: &H) {
    edge.jobs.stop();
    wait_for_jobs(edge, host, edge.limits.drain_ms).await;
    for stage in edge.jobs.stages() {
        // After a database error the lease expires.
        drop(cancel_job(edge, host, &stage, "the endpoint was stopped").await);
        edge.jobs.cancel(&stage);
    }
    wait_for_jobs(edge, host, 5_000).await;
}

/// Waits until no job runs, at most `most_ms` milliseconds.
async fn wait_for_jobs<H: Host>(edge: &Endpoint, host: &H, most_ms: u64) {
    let mut waited = 0;
    while waited < most_ms && !edge.jobs.stages().is_empty() {
        host.sleep(CHECK_MS).await;
        waited += CHECK_MS;
    }
}
