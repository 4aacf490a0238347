//! What follows interviews: replays, reports, scores. It is done on threads of its own, fewer than there are processors, and
//! for a few sessions at a time, so that whoever waits for a reply goes first and memory has an end, however many interviews
//! end at the same moment.
//!
//! The queue holds ids alone. What was queued when the program ends is found in the database again.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use anyhow::{Context, Result};
use querent_engine::edge::{self, Edge};
use tokio::{
    sync::{Mutex as Turns, mpsc},
    task::JoinSet,
};

use super::upstream::Computer;
use crate::cli::print;

/// Sessions of a thread that are under way at once: while one waits for a model or the disk, the next one goes on.
const AT_ONCE: usize = 4;

/// Sessions that wait for what follows them.
#[derive(Debug)]
pub(super) struct Queue {
    sender: mpsc::UnboundedSender<String>,
    /// Those that wait or are under way, each once.
    known: Mutex<BTreeSet<String>>,
}

/// The other end of a queue.
pub(super) type Waiting = mpsc::UnboundedReceiver<String>;

impl Queue {
    /// An empty queue.
    pub(super) fn new() -> (Self, Waiting) {
        let (sender, waiting) = mpsc::unbounded_channel();
        (Self { sender, known: Mutex::default() }, waiting)
    }

    /// Puts a session at the end, unless it is in the queue already.
    pub(super) fn put(&self, session: String) {
        if self.known().insert(session.clone()) {
            // Nobody takes from it any more only where the program ends.
            drop(self.sender.send(session));
        }
    }

    fn done(&self, session: &str) {
        self.known().remove(session);
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the threads. They end with the program.
pub(super) fn start(edge: &Arc<Edge>, computer: &Arc<Computer>, waiting: Waiting) -> Result<()> {
    let threads = thread::available_parallelism().map_or(1, |count| count.get().saturating_sub(1).max(1));
    let waiting = Arc::new(Turns::new(waiting));
    for _ in 0..threads {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.context("the threads for what follows interviews cannot be prepared")?;
        let (edge, computer, waiting) = (Arc::clone(edge), Arc::clone(computer), Arc::clone(&waiting));
        let thread = thread::Builder::new().name("follow".to_owned());
        thread
            .spawn(move || runtime.block_on(work(&edge, &computer, &waiting)))
            .context("the threads for what follows interviews cannot be started")?;
    }
    Ok(())
}

/// Takes sessions from the queue, a few at a time, until there is no queue.
async fn work(edge: &Arc<Edge>, computer: &Arc<Computer>, waiting: &Arc<Turns<Waiting>>) {
    let mut under_way = JoinSet::new();
    loop {
        if under_way.len() >= AT_ONCE {
            remark(under_way.join_next().await);
        }
        let next = tokio::select! {
            Some(ended) = under_way.join_next() => {
                remark(Some(ended));
                continue;
            }
            next = async { waiting.lock().await.recv().await } => next,
        };
        let Some(session) = next else { return };
        let (edge, computer) = (Arc::clone(edge), Arc::clone(computer));
        under_way.spawn(async move {
            let place = Place { queue: &computer.queue, session: &session };
            edge::follow(&edge, &*computer, place.session).await;
        });
    }
}

/// Its session's place in the queue, given back however the work ends.
struct Place<'a> {
    queue: &'a Queue,
    session: &'a str,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.queue.done(self.session);
    }
}

/// Says that work broke off, which it never should.
fn remark(ended: Option<Result<(), tokio::task::JoinError>>) {
    if let Some(Err(error)) = ended {
        print::remark(format_args!("error: what follows an interview broke off: {error}"));
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_session_waits_once_however_often_it_is_put_there() {
        let (queue, mut waiting) = Queue::new();
        for session in ["one", "two", "one"] {
            queue.put(session.to_owned());
        }
        assert_eq!(waiting.try_recv().unwrap(), "one");
        queue.put("one".to_owned());
        assert_eq!(waiting.try_recv().unwrap(), "two");
        assert!(waiting.try_recv().is_err(), "it is under way");
        queue.done("one");
        queue.put("one".to_owned());
        assert_eq!(waiting.try_recv().unwrap(), "one", "and may come back once it is not");
    }
}
