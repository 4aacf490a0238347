//! What follows an interview at an endpoint that keeps it: synthesis, summary, scores, and a researcher's questions.
//!
//! ```text
//! begin (stage, execution, score; pending) → activate → keep(work) → end, each one transaction
//! ```
//!
//! Invariant: the session is only read here. Whatever becomes of a stage, the session's own entries stay as they were. A run
//! writes nothing unless its stage is under way and owned by it.

mod chat;
mod desk;
mod import;
mod investigation;
mod keep;
mod notices;
mod reaper;
mod report;
pub(in crate::edge) mod routes;
mod rows;
mod runs;
mod schema;
mod scoring;
mod source;
mod sql;
mod standing;
mod ticket;

use std::sync::Arc;

pub use self::schema::{FORGET, SCHEMA};
pub(in crate::edge) use self::{
    import::take_in,
    rows::{Kept, kept},
    runs::Runs,
    source::{Missing, Source, load},
    standing::{latest_score, scoring_status},
};
use self::{report::Wanted, scoring::Trigger};
use super::{
    Edge, collection,
    database::{Database, DatabaseFailure, Statement, Value},
    host::Host,
};
use crate::stages::StageType;

/// Milliseconds between two looks at runs whose owner may be gone.
pub const TEND_MS: u64 = 60_000;

/// Milliseconds between two looks at runs that a stop waits for.
const LOOK_MS: u64 = 250;

/// What follows a session that has ended: its stages are recorded, reported on and, where the study says so, scored. Never
/// fails; asked again, it does what is still missing.
pub async fn after<H: Host>(edge: &Edge, host: &H, session: &str) {
    if let Ok(source) = load(edge, host, session).await {
        follow(edge, host, session, &Arc::new(source)).await;
    }
}

/// The same for a session that was read already.
pub(in crate::edge) async fn follow<H: Host>(edge: &Edge, host: &H, session: &str, source: &Arc<Source>) {
    if !source.is_terminal() || edge.runs.is_stopped() {
        return;
    }
    // A database that fails now leaves the rest for the next time.
    let Ok(interview) = investigation::record(edge, host, session, source).await else { return };
    let refers_to = (interview.as_deref(), None);
    match report::begin(edge, host, session, StageType::Synthesis, refers_to, Wanted::Once).await {
        Ok(Some(begun)) => report::write(edge, host, begun, source, Wanted::Once).await,
        Ok(None) => report::summarise(edge, host, session, source, Wanted::Once).await,
        Err(_) => return,
    }
    // The second attempt is for a first one whose process died.
    for attempt in [1, 2] {
        if let Ok(prepared) = scoring::prepare_of(edge, host, session, source, Trigger::Auto { attempt }).await {
            return scoring::execute(edge, host, prepared).await;
        }
    }
}

/// Looks after runs whose owner is gone. For the start of a server, before it serves, and every [`TEND_MS`] from then on.
/// Comes back when what it had to begin anew has ended, unless its host takes that over.
pub async fn tend<H: Host>(edge: &Edge, host: &H) {
    let is_first = edge.runs.is_first_look();
    let found = if is_first { reaper::reap_own(edge, host).await } else { reaper::reap(edge, host, None).await };
    let old = host.now().saturating_sub(notices::KEPT_MS);
    // Notices that stay a little longer harm nobody.
    drop(notices::forget(host, old).await);
    for orphan in found.unwrap_or_default() {
        if orphan.automatic == Some(1) {
            collection::conclude(edge, host, orphan.session).await;
        }
    }
    // A process may have died between two stages, where there is no run to be orphaned.
    for session in left_behind(host).await.unwrap_or_default() {
        collection::conclude(edge, host, session).await;
    }
}

/// Sessions that something should still follow.
async fn left_behind<H: Host>(host: &H) -> Result<Vec<String>, DatabaseFailure> {
    let values = vec![Value::of(host.now())];
    let done = host.database().batch(vec![Statement { sql: sql::LEFT_BEHIND, values }]).await?;
    let session = |row: Vec<Value>| match row.into_iter().next() {
        Some(Value::Text(session)) => Some(session),
        Some(Value::Number(_) | Value::Null) | None => None,
    };
    Ok(done.into_iter().flat_map(|done| done.rows).filter_map(session).collect())
}

/// Ends what runs here, for a server that stops: nothing new begins, what is under way may go on for a while, and is called
/// off then. Comes back when nothing runs any more.
pub async fn stop<H: Host>(edge: &Edge, host: &H) {
    edge.runs.stop();
    wait_for(edge, host, edge.limits.drain_ms).await;
    for stage in edge.runs.live() {
        // Where the database cannot be asked, the lease decides.
        drop(reaper::cancel(edge, host, &stage, "the endpoint was stopped").await);
        edge.runs.call_off(&stage);
    }
    wait_for(edge, host, 5_000).await;
}

/// Waits until nothing runs, but no longer than this.
async fn wait_for<H: Host>(edge: &Edge, host: &H, most_ms: u64) {
    let mut waited = 0;
    while waited < most_ms && !edge.runs.live().is_empty() {
        host.sleep(LOOK_MS).await;
        waited += LOOK_MS;
    }
}

impl Edge {
    /// Names who runs stages here: a name that the next process has too, and no other at the same time. Its runs that are
    /// under way at the start are then known to be orphaned at once. Without a name their lease has to run out.
    pub fn owned_by(&self, owner: &str) {
        self.runs.name(owner.to_owned());
    }
}
