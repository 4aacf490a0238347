//! The database in `SQLite`: one connection that writes, on a thread of its own, so that nobody who serves requests waits
//! for a disk, and beside it one that reads, so that a long list holds no writer up.

mod keys;
mod lock;
mod open;
mod work;

use std::path::Path;

use anyhow::{Context, Result};
use querent_engine::edge::{
    Hidden, KeyConfig,
    database::{self, DatabaseFailure, Done, Statement},
};
use tokio::sync::{mpsc, oneshot};

/// Batches that may wait; whoever comes later waits outside.
const QUEUE: usize = 4_096;

type Job = (Vec<Statement>, oneshot::Sender<Result<Vec<Done>, DatabaseFailure>>);

/// What is lost when the computer itself stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The counters of the last moments: nobody is told that they are kept.
    Counters,
    /// Nothing that was acknowledged.
    Sessions,
}

/// The database of this server.
#[derive(Debug)]
pub(crate) struct Database {
    writer: mpsc::Sender<Job>,
    /// None for a database in memory, which has one connection.
    reader: Option<mpsc::Sender<Job>>,
    /// Nobody else serves from this folder as long as it is held.
    _lock: Option<lock::Lock>,
}

/// What a database brings along.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The database.
    pub(crate) database: Database,
    /// The keys that sign tokens; they live as long as the database does.
    pub(crate) keys: Vec<KeyConfig>,
    /// What a researcher has to know, unless it is said otherwise.
    pub(crate) researcher: Hidden,
}

impl Database {
    /// Opens the database in this folder, or in memory, where all is gone with the program.
    pub(crate) fn open(folder: Option<&Path>, durability: Durability) -> Result<Opened> {
        let lock = folder.map(lock::Lock::on).transpose()?;
        let mut connection = match folder {
            Some(folder) => open::on_disk(folder, durability)?,
            None => open::in_memory()?,
        };
        let keys = keys::signing(&mut connection).context("the signing keys cannot be read or written")?;
        let researcher = keys::researcher(&mut connection).context("the secret cannot be read or written")?;
        let reader = folder.map(open::to_read).transpose()?.map(start).transpose()?;
        let writer = start(connection)?;
        Ok(Opened { database: Self { writer, reader, _lock: lock }, keys, researcher })
    }
}

/// A thread that carries out what it is sent, in order.
fn start(connection: rusqlite::Connection) -> Result<mpsc::Sender<Job>> {
    let (jobs, queue) = mpsc::channel(QUEUE);
    std::thread::Builder::new()
        .name("database".to_owned())
        .spawn(move || work::work(connection, queue))
        .context("the thread of the database cannot be started")?;
    Ok(jobs)
}

impl database::Database for Database {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Done>, DatabaseFailure> {
        let stopped = || DatabaseFailure("it has stopped".to_owned());
        let only_reads = statements.iter().all(|statement| statement.sql.starts_with("SELECT"));
        let jobs = self.reader.as_ref().filter(|_| only_reads).unwrap_or(&self.writer);
        let (reply, done) = oneshot::channel();
        jobs.send((statements, reply)).await.map_err(|_| stopped())?;
        done.await.map_err(|_| stopped())?
    }
}
