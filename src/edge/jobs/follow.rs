//! What follows the end of a session: its log is replayed, then its interview is recorded, reported on and scored.

use std::sync::Arc;

use super::{
    interview_stage::record_interview,
    report::{Repeat, StageWork, run_report, start_stage},
    scoring::{Trigger, prepare_loaded, run_scoring},
    session::{CollectedSession, load_session},
};
use crate::edge::{
    collection::{LoadError, sql},
    database::{Database, SqlValue, statement},
    http::Host,
    state::Endpoint,
};

/// Follows a session that has ended, or gives it to the host to do so later.
pub(in crate::edge) async fn follow<H: Host>(edge: &Endpoint, host: &H, session: String) {
    if let Some(session) = host.defer(session) {
        conclude(edge, host, &session).await;
    }
}

/// Replays a session that has ended, unless that was done, and runs the jobs that are missing. What fails here is repeated by
/// [`maintain`](crate::edge::maintain). A host calls this for a session it deferred, see [`Host::defer`].
pub async fn conclude<H: Host>(edge: &Endpoint, host: &H, session: &str) {
    // On the heap: the future is large, and a server runs many requests at once.
    Box::pin(replay_and_run(edge, host, session)).await;
}

async fn replay_and_run<H: Host>(edge: &Endpoint, host: &H, session: &str) {
    let mut source = match load_session(edge, host, session).await {
        Ok(source) => source,
        Err(LoadError::NotFound | LoadError::Database) => return,
        Err(LoadError::Unreadable) => {
            drop(host.database().query(statement!(sql::REPLAYED, session, SqlValue::Null, false)).await);
            return;
        }
    };
    if source.is_terminal() && !source.is_replayed {
        let (outcome, replays) = source.replay();
        let outcome = outcome.as_ref().map(SqlValue::json);
        if host.database().query(statement!(sql::REPLAYED, session, outcome, replays)).await.is_err() {
            return;
        }
    }
    run_jobs(edge, host, session, &Arc::new(source)).await;
}

/// Runs the missing jobs of a session that has ended. After a database error the rest is left to the next time.
async fn run_jobs<H: Host>(edge: &Endpoint, host: &H, session: &str, source: &Arc<CollectedSession>) {
    if !source.is_terminal() || edge.jobs.is_stopped() {
        return;
    }
    let Ok(interview) = record_interview(edge, host, session, source).await else { return };
    let work = StageWork::Synthesis;
    let started = start_stage(edge, host, session, work, interview.as_deref(), Repeat::IfMissing).await;
    let Ok(started) = started else { return };
    run_report(edge, host, started, session, source, Repeat::IfMissing).await;
    // The second attempt is for a first one whose process died.
    for attempt in [1, 2] {
        if let Ok(prepared) = prepare_loaded(edge, host, session, source, Trigger::Automatic { attempt }).await {
            return run_scoring(edge, host, prepared).await;
        }
    }
}
