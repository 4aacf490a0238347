//! The queue of jobs after interviews: replays, reports, scores. Threads of their own, fewer than processors, run the jobs of
//! a few sessions at a time. Requests keep priority and memory stays bounded when many interviews end together.
//!
//! The queue holds only ids. After a restart the endpoint finds unfinished sessions in the database.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use anyhow::{Context, Result};
use querent_engine::edge::{self, Endpoint};
use tokio::{
    sync::{Mutex as AsyncMutex, mpsc},
    task::JoinSet,
};

use super::native_host::NativeHost;
use crate::native::print;

/// Concurrent sessions of a thread: while one waits for a model or the disk, another continues.
const CONCURRENCY: usize = 4;

/// Ended sessions that wait for their jobs.
#[derive(Debug)]
pub(super) struct JobQueue {
    sender: mpsc::UnboundedSender<String>,
    /// Sessions that wait or are in progress.
    queued: Mutex<BTreeSet<String>>,
}

/// The receiving end of a queue.
pub(super) type QueueReceiver = mpsc::UnboundedReceiver<String>;

impl JobQueue {
    /// An empty queue.
    pub(super) fn new() -> (Self, QueueReceiver) {
        let (sender, waiting) = mpsc::unbounded_channel();
        (Self { sender, queued: Mutex::default() }, waiting)
    }

    /// Appends a session, unless it is queued or in progress.
    pub(super) fn push(&self, session: String) {
        if self.queued().insert(session.clone()) {
            // The receiver is gone only when the program ends.
            drop(self.sender.send(session));
        }
    }

    fn finish(&self, session: &str) {
        self.queued().remove(session);
    }

    fn queued(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the threads. They end with the program.
pub(super) fn start(edge: &Arc<Endpoint>, host: &Arc<NativeHost>, waiting: QueueReceiver) -> Result<()> {
    let threads = thread::available_parallelism().map_or(1, |count| count.get().saturating_sub(1).max(1));
    let waiting = Arc::new(AsyncMutex::new(waiting));
    for _ in 0..threads {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.context("the threads of the job queue cannot be prepared")?;
        let (edge, host, waiting) = (Arc::clone(edge), Arc::clone(host), Arc::clone(&waiting));
        let thread = thread::Builder::new().name("follow".to_owned());
        thread
            .spawn(move || runtime.block_on(work(&edge, &host, &waiting)))
            .context("the threads of the job queue cannot be started")?;
    }
    Ok(())
}

/// Runs the jobs of queued sessions, until the queue is closed.
async fn work(edge: &Arc<Endpoint>, host: &Arc<NativeHost>, waiting: &Arc<AsyncMutex<QueueReceiver>>) {
    let mut running = JoinSet::new();
    loop {
        if running.len() >= CONCURRENCY {
            report_panic(running.join_next().await);
        }
        let next = tokio::select! {
            Some(ended) = running.join_next() => {
                report_panic(Some(ended));
                continue;
            }
            next = async { waiting.lock().await.recv().await } => next,
        };
        let Some(session) = next else { return };
        let (edge, host) = (Arc::clone(edge), Arc::clone(host));
        running.spawn(async move {
            let slot = QueueSlot { queue: &host.queue, session: &session };
            edge::conclude(&edge, &*host, slot.session).await;
        });
    }
}

/// A session in progress; dropping it removes the session from the queue.
struct QueueSlot<'a> {
    queue: &'a JobQueue,
    session: &'a str,
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.queue.finish(self.session);
    }
}

/// Prints a panic of a job, which is a bug.
fn report_panic(ended: Option<Result<(), tokio::task::JoinError>>) {
    if let Some(Err(error)) = ended {
        print::remark(format_args!("error: a job after an interview broke off: {error}"));
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_queued_once() {
        let (queue, mut waiting) = JobQueue::new();
        for session in ["one", "two", "one"] {
            queue.push(session.to_owned());
        }
        assert_eq!(waiting.try_recv().unwrap(), "one");
        queue.push("one".to_owned());
        assert_eq!(waiting.try_recv().unwrap(), "two");
        assert!(waiting.try_recv().is_err(), "it is in progress");
        queue.finish("one");
        queue.push("one".to_owned());
        assert_eq!(waiting.try_recv().unwrap(), "one", "it can be queued again afterwards");
    }
}
