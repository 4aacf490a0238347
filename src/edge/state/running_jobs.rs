//! The jobs of this process: their owner, their phases, and whether new ones may start. The rest is in the database.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::edge::http::{Host, random_id};

/// Milliseconds for which a job counts as running after its last renewal.
pub(in crate::edge) const LEASE_MS: u64 = 60_000;

/// The jobs that run in this process, by the id of their stage.
#[derive(Debug, Default)]
pub(in crate::edge) struct RunningJobs(Mutex<JobTable>);

#[derive(Debug, Default)]
struct JobTable {
    owner: Option<String>,
    is_stopped: bool,
    has_recovered: bool,
    jobs: BTreeMap<String, RunningJob>,
}

#[derive(Clone, Copy, Debug)]
struct RunningJob {
    phase: JobPhase,
    /// Last sign of life, milliseconds since the epoch. A Worker can be stopped without dropping its slots.
    seen: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JobPhase {
    Waiting,
    Scoring,
    Cancelled,
}

/// The place of a job in the table; dropping it removes the job.
#[derive(Debug)]
pub(in crate::edge) struct JobSlot<'a> {
    jobs: &'a RunningJobs,
    stage: String,
}

impl Drop for JobSlot<'_> {
    fn drop(&mut self) {
        self.jobs.table().jobs.remove(&self.stage);
    }
}

impl RunningJobs {
    fn table(&self) -> MutexGuard<'_, JobTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The owner of jobs: the name set, or a random id.
    pub(in crate::edge) fn owner<H: Host>(&self, host: &H) -> String {
        self.table().owner.get_or_insert_with(|| random_id(host)).clone()
    }

    /// Sets the owner.
    pub(in crate::edge) fn set_owner(&self, owner: String) {
        self.table().owner = Some(owner);
    }

    /// Adds a job; none if the endpoint is shutting down. Check and insertion are one step.
    pub(in crate::edge) fn enter(&self, stage: String, now: u64) -> Option<JobSlot<'_>> {
        let mut table = self.table();
        if table.is_stopped {
            return None;
        }
        table.jobs.insert(stage.clone(), RunningJob { phase: JobPhase::Waiting, seen: now });
        Some(JobSlot { jobs: self, stage })
    }

    /// Starts a scoring if fewer than `most` are running. False: it has to wait, or it was cancelled.
    pub(in crate::edge) fn start_scoring(&self, stage: &str, most: u64, now: u64) -> bool {
        let mut table = self.table();
        let is_alive = |job: &&RunningJob| job.seen.saturating_add(LEASE_MS) > now;
        let running = table.jobs.values().filter(is_alive).filter(|job| job.phase == JobPhase::Scoring).count();
        match table.jobs.get_mut(stage).map(|job| &mut job.phase) {
            Some(JobPhase::Scoring) => true,
            Some(phase @ JobPhase::Waiting) if (running as u64) < most => {
                *phase = JobPhase::Scoring;
                true
            }
            Some(JobPhase::Waiting | JobPhase::Cancelled) | None => false,
        }
    }

    /// Cancels a job; it stops within a second.
    pub(in crate::edge) fn cancel(&self, stage: &str) {
        if let Some(job) = self.table().jobs.get_mut(stage) {
            job.phase = JobPhase::Cancelled;
        }
    }

    /// Whether a job was cancelled. The question is a sign of life.
    pub(in crate::edge) fn is_cancelled(&self, stage: &str, now: u64) -> bool {
        let mut table = self.table();
        let Some(job) = table.jobs.get_mut(stage) else { return true };
        job.seen = job.seen.max(now);
        job.phase == JobPhase::Cancelled
    }

    /// Lets no new job start.
    pub(in crate::edge) fn stop(&self) {
        self.table().is_stopped = true;
    }

    /// Whether the endpoint is shutting down.
    pub(in crate::edge) fn is_stopped(&self) -> bool {
        self.table().is_stopped
    }

    /// Stages of the running jobs.
    pub(in crate::edge) fn stages(&self) -> Vec<String> {
        self.table().jobs.keys().cloned().collect()
    }

    /// Whether this is the first recovery and nothing runs yet: rows with the own name then belong to a dead process.
    pub(in crate::edge) fn is_first_recovery(&self) -> bool {
        let mut table = self.table();
        let is_first = !table.has_recovered && table.jobs.is_empty();
        table.has_recovered = true;
        is_first
    }
}
