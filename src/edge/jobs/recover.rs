//! Ends jobs of dead processes, and cancels jobs. A job is taken over and ended in one transaction.

use super::{
    run_lease::{JobEnd, RunLease, first_changed},
    sql,
};
use crate::{
    edge::{
        database::{Columns, Database, DatabaseFailure, statement},
        http::{Host, random_id},
        state::{Endpoint, LEASE_MS},
    },
    studio::stages::{StageStatus, StageType},
};

/// A job of a dead process, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::edge) struct Orphan {
    pub(super) session: String,
    /// The number of the attempt, for an automatic scoring.
    pub(super) automatic: Option<u32>,
}

/// A job in progress, as another process or task owns it.
struct ForeignJob {
    lease: RunLease,
    /// When its lease expires.
    expires_at: u64,
    automatic: Option<u32>,
}

/// Ends jobs with an expired lease, of one session or of all, and returns them. Of two concurrent calls one ends a job.
pub(in crate::edge) async fn recover_jobs<H: Host>(
    edge: &Endpoint,
    host: &H,
    session: Option<&str>,
) -> Result<Vec<Orphan>, DatabaseFailure> {
    recover_before(edge, host, session, None).await
}

/// The same at the start of a process: jobs with the own name belong to a dead process, even with a valid lease.
pub(super) async fn recover_own<H: Host>(edge: &Endpoint, host: &H) -> Result<Vec<Orphan>, DatabaseFailure> {
    recover_before(edge, host, None, Some(&edge.jobs.owner(host))).await
}

async fn recover_before<H: Host>(
    edge: &Endpoint,
    host: &H,
    session: Option<&str>,
    own: Option<&str>,
) -> Result<Vec<Orphan>, DatabaseFailure> {
    let now = host.now();
    // No owner has an empty name.
    let found = host.database().query(statement!(sql::ORPHANS, now, own.unwrap_or_default(), session)).await?;
    let mut orphans = Vec::new();
    for job in found.rows().filter_map(read_job) {
        let from = &job.lease.owner;
        // The owner may have renewed the lease in between. Under the own name nothing runs yet.
        let before = if own == Some(from.as_str()) { u64::MAX } else { now };
        let why = format!("orphaned: owner {from} last seen {}", job.expires_at.saturating_sub(LEASE_MS));
        if take_over(edge, host, &job.lease, before, &JobEnd::failed(StageStatus::TimedOut, &why)).await? {
            orphans.push(Orphan { session: job.lease.session, automatic: job.automatic });
        }
    }
    Ok(orphans)
}

/// Cancels a job. False: it had ended.
pub(in crate::edge) async fn cancel_job<H: Host>(
    edge: &Endpoint,
    host: &H,
    stage: &str,
    why: &str,
) -> Result<bool, DatabaseFailure> {
    let found = host.database().query(statement!(sql::JOB, stage)).await?;
    let Some(job) = found.row().and_then(read_job) else { return Ok(false) };
    let end = JobEnd::failed(StageStatus::Cancelled, why);
    let is_ended = take_over(edge, host, &job.lease, u64::MAX, &end).await?;
    edge.jobs.cancel(stage);
    Ok(is_ended)
}

/// Takes a job from its owner and ends it. Its former owner cannot write from then on.
async fn take_over<H: Host>(
    edge: &Endpoint,
    host: &H,
    foreign: &RunLease,
    before: u64,
    end: &JobEnd,
) -> Result<bool, DatabaseFailure> {
    // A unique owner: of two concurrent attempts the second finds another owner.
    let owner = format!("{}/{}", edge.jobs.owner(host), random_id(host));
    let lease = RunLease { owner, ..foreign.clone() };
    let mut batch = lease.seize(&foreign.owner, before);
    batch.extend(lease.ending(end, host.now()));
    Ok(first_changed(&host.database().batch(batch).await?))
}

fn read_job(mut row: Columns<'_>) -> Option<ForeignJob> {
    let lease = RunLease {
        stage: row.text()?,
        session: row.text()?,
        kind: StageType::of(&row.text()?)?,
        owner: row.text()?,
        execution: row.text().unwrap_or_default(),
        score: row.text(),
    };
    let expires_at = row.number().unwrap_or(0);
    let is_automatic = row.text().as_deref() == Some("auto");
    Some(ForeignJob { lease, expires_at, automatic: row.small().filter(|_| is_automatic) })
}
