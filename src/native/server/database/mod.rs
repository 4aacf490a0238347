//! The database in `SQLite`: one connection writes and one reads, each on a thread of its own. Requests do not block on the
//! disk, and a long list does not delay writes.

mod keys;
mod lock;
mod open;
mod thread;

use std::path::Path;

use anyhow::{Context, Result};
use querent_engine::edge::{
    HiddenText, KeyConfig,
    database::{Database, DatabaseFailure, QueryResult, Statement},
};
use tokio::sync::{mpsc, oneshot};

pub(crate) use self::open::Durability;
use self::thread::Job;

/// The database of this server.
#[derive(Debug)]
pub(crate) struct SqliteDatabase {
    writer: mpsc::Sender<Job>,
    /// None for an in-memory database, which has one connection.
    reader: Option<mpsc::Sender<Job>>,
    /// Keeps other servers out of the folder.
    _lock: Option<lock::FolderLock>,
}

/// An opened database with its secrets.
#[derive(Debug)]
pub(crate) struct OpenedDatabase {
    /// The database.
    pub(crate) database: SqliteDatabase,
    /// The keys that sign tokens.
    pub(crate) keys: Vec<KeyConfig>,
    /// The generated secret of the researcher.
    pub(crate) researcher: HiddenText,
}

impl SqliteDatabase {
    /// Opens the database in a folder, or in memory.
    pub(crate) fn open(folder: Option<&Path>, durability: Durability) -> Result<OpenedDatabase> {
        let lock = folder.map(lock::FolderLock::acquire).transpose()?;
        let mut connection = match folder {
            Some(folder) => open::on_disk(folder, durability)?,
            None => open::in_memory()?,
        };
        let keys = keys::signing(&mut connection).context("the signing keys cannot be read or written")?;
        let researcher = keys::researcher(&mut connection).context("the secret cannot be read or written")?;
        let reader = folder.map(open::to_read).transpose()?.map(thread::start).transpose()?;
        let writer = thread::start(connection)?;
        Ok(OpenedDatabase { database: Self { writer, reader, _lock: lock }, keys, researcher })
    }
}

impl Database for SqliteDatabase {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<QueryResult>, DatabaseFailure> {
        let stopped = || DatabaseFailure("its thread has stopped".to_owned());
        let only_reads = statements.iter().all(|statement| statement.sql.starts_with("SELECT"));
        let jobs = self.reader.as_ref().filter(|_| only_reads).unwrap_or(&self.writer);
        let (reply, results) = oneshot::channel();
        jobs.send((statements, reply)).await.map_err(|_| stopped())?;
        results.await.map_err(|_| stopped())?
    }
}
