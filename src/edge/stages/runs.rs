//! The runs of this endpoint that are under way here: who owns them, and whether new ones may begin. Gone with the process;
//! what has to outlive it stands in the rows.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::ticket::LEASE_MS;
use crate::edge::{host::Host, sessions::random_id};

/// The runs under way in this process.
#[derive(Debug, Default)]
pub(in crate::edge) struct Runs(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    owner: Option<String>,
    is_stopped: bool,
    has_looked: bool,
    /// By id of the stage.
    live: BTreeMap<String, Run>,
}

/// A run under way.
#[derive(Clone, Copy, Debug)]
struct Run {
    live: Live,
    /// When it was last heard of. A Worker may be cut off in the middle of its work, and then nothing is given back.
    seen: u64,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Live {
    Waiting,
    Scoring,
    CalledOff,
}

/// The endpoint is about to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A run's place among those under way; given back when it is dropped, however the run ended.
#[derive(Debug)]
pub(super) struct Place<'a> {
    runs: &'a Runs,
    stage: String,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.runs.state().live.remove(&self.stage);
    }
}

impl Runs {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who runs here. Made up once, unless the host has a name that outlives the process.
    pub(super) fn owner<H: Host>(&self, host: &H) -> String {
        self.state().owner.get_or_insert_with(|| random_id(host)).clone()
    }

    /// Runs here under this name.
    pub(super) fn name(&self, owner: String) {
        self.state().owner = Some(owner);
    }

    /// Takes a place. Looking and taking are one step, so that nothing slips in behind a stop.
    pub(super) fn enter(&self, stage: String, now: u64) -> Result<Place<'_>, Stopped> {
        let mut known = self.state();
        if known.is_stopped {
            return Err(Stopped);
        }
        known.live.insert(stage.clone(), Run { live: Live::Waiting, seen: now });
        Ok(Place { runs: self, stage })
    }

    /// Lets a scoring begin if fewer than so many are under way here.
    pub(super) fn begin_scoring(&self, stage: &str, most: u64, now: u64) -> bool {
        let mut known = self.state();
        let is_heard_of = |run: &&Run| run.seen.saturating_add(LEASE_MS) > now;
        let under_way = known.live.values().filter(is_heard_of).filter(|run| run.live == Live::Scoring).count();
        match known.live.get_mut(stage).map(|run| &mut run.live) {
            Some(Live::Scoring) => true,
            Some(live @ Live::Waiting) if u64::try_from(under_way).is_ok_and(|count| count < most) => {
                *live = Live::Scoring;
                true
            }
            Some(Live::Waiting | Live::CalledOff) | None => false,
        }
    }

    /// Tells a run that it is called off; it notices within a second.
    pub(super) fn call_off(&self, stage: &str) {
        if let Some(run) = self.state().live.get_mut(stage) {
            run.live = Live::CalledOff;
        }
    }

    /// Whether a run was called off. Whoever asks is heard of.
    pub(super) fn is_called_off(&self, stage: &str, now: u64) -> bool {
        let mut known = self.state();
        let Some(run) = known.live.get_mut(stage) else { return true };
        run.seen = run.seen.max(now);
        run.live == Live::CalledOff
    }

    /// Lets no new run begin.
    pub(super) fn stop(&self) {
        self.state().is_stopped = true;
    }

    /// Whether no new run may begin.
    pub(in crate::edge) fn is_stopped(&self) -> bool {
        self.state().is_stopped
    }

    /// Stages of the runs under way.
    pub(super) fn live(&self) -> Vec<String> {
        self.state().live.keys().cloned().collect()
    }

    /// Whether this is the first look after the start, while nothing runs here: rows under our name are then of a process
    /// that is gone.
    pub(super) fn is_first_look(&self) -> bool {
        let mut state = self.state();
        let is_first = !state.has_looked && state.live.is_empty();
        state.has_looked = true;
        is_first
    }
}
