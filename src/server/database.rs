//! The database in `SQLite`: one connection on a thread of its own, so that nobody who serves requests waits for a disk.
//! Batches that wait at the same time share one transaction, each within a savepoint of its own.

use std::{
    fs::OpenOptions,
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use querent_engine::edge::{
    Hidden, KeyConfig,
    database::{self, DatabaseFailure, Done, MIGRATIONS, Statement, Value},
};
use rusqlite::{Connection, types::ValueRef};
use tokio::sync::{mpsc, oneshot};

/// Batches that may wait; whoever comes later waits outside.
const QUEUE: usize = 1_024;

/// Most batches of one transaction.
const TOGETHER: usize = 64;

/// Seconds after which a signing key is followed by a new one: as long as the longest token lives.
const KEY_AGE_S: u64 = 30 * 24 * 3_600;

type Job = (Vec<Statement>, oneshot::Sender<Result<Vec<Done>, DatabaseFailure>>);

/// The database of this server.
#[derive(Debug)]
pub(crate) struct Database {
    jobs: mpsc::Sender<Job>,
}

impl Database {
    /// Opens the database in this folder, or in memory, where they are gone with the program. Gives the keys that sign
    /// tokens, too: they live as long as the database does.
    pub(crate) fn open(folder: Option<&Path>) -> Result<(Self, Vec<KeyConfig>)> {
        let mut connection = match folder {
            Some(folder) => on_disk(folder)?,
            None => Connection::open_in_memory().context("the database cannot be kept in memory")?,
        };
        migrate(&mut connection).context("the database cannot be brought to this version")?;
        let keys = signing_keys(&mut connection).context("the signing keys cannot be read or written")?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        std::thread::Builder::new()
            .name("database".to_owned())
            .spawn(move || work(connection, queue))
            .context("the thread of the database cannot be started")?;
        Ok((Self { jobs }, keys))
    }
}

impl database::Database for Database {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Done>, DatabaseFailure> {
        let stopped = || DatabaseFailure("it has stopped".to_owned());
        let (reply, done) = oneshot::channel();
        self.jobs.send((statements, reply)).await.map_err(|_| stopped())?;
        done.await.map_err(|_| stopped())?
    }
}

/// The database of a folder, which nobody else on this computer may read.
fn on_disk(folder: &Path) -> Result<Connection> {
    let file = folder.join("querent.db");
    let opened = || format!("{} cannot be opened; name a folder that can be written with --data", file.display());
    std::fs::create_dir_all(folder).with_context(opened)?;
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&file).with_context(opened)?;
    let connection = Connection::open(&file).with_context(opened)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // Written ahead: a reservation survives the program, and waits for the disk only now and then.
    connection.pragma_update(None, "journal_mode", "WAL").with_context(opened)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)", [])?;
    transaction.execute(
        "CREATE TABLE IF NOT EXISTS signing_key (kid TEXT PRIMARY KEY, secret TEXT NOT NULL, made_at INTEGER NOT NULL)",
        [],
    )?;
    let version: usize =
        transaction.query_row("SELECT COALESCE(MAX(version), 0) FROM schema_version", [], |row| row.get(0))?;
    for (step, migration) in MIGRATIONS.iter().enumerate().skip(version) {
        for statement in migration.statements {
            transaction.execute(statement, [])?;
        }
        transaction.execute("INSERT INTO schema_version (version) VALUES (?1)", [step + 1])?;
    }
    transaction.commit()
}

/// The key that signs and the one before it, made anew when the newest has grown old.
fn signing_keys(connection: &mut Connection) -> Result<Vec<KeyConfig>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let transaction = connection.transaction()?;
    let newest: Option<u64> = transaction.query_row("SELECT MAX(made_at) FROM signing_key", [], |row| row.get(0))?;
    if newest.is_none_or(|made_at| made_at + KEY_AGE_S <= now) {
        transaction.execute(
            "INSERT INTO signing_key (kid, secret, made_at) VALUES (?1, ?2, ?3)",
            rusqlite::params![super::random_hex(4), super::random_hex(32), now],
        )?;
    }
    transaction.execute(
        "DELETE FROM signing_key WHERE kid NOT IN (SELECT kid FROM signing_key ORDER BY made_at DESC LIMIT 2)",
        [],
    )?;
    let mut query = transaction.prepare("SELECT kid, secret FROM signing_key ORDER BY made_at DESC")?;
    let keys: rusqlite::Result<Vec<KeyConfig>> =
        query.query_map([], |row| Ok(KeyConfig { kid: row.get(0)?, secret: Hidden(row.get(1)?) }))?.collect();
    drop(query);
    transaction.commit()?;
    Ok(keys?)
}

fn work(mut connection: Connection, mut queue: mpsc::Receiver<Job>) {
    connection.set_prepared_statement_cache_capacity(64);
    while let Some(first) = queue.blocking_recv() {
        let mut jobs = vec![first];
        while let Some(job) = (jobs.len() < TOGETHER).then(|| queue.try_recv().ok()).flatten() {
            jobs.push(job);
        }
        let (batches, replies): (Vec<_>, Vec<_>) = jobs.into_iter().unzip();
        match together(&mut connection, &batches) {
            Ok(results) => {
                for (reply, result) in replies.into_iter().zip(results) {
                    // Whoever asked may have gone; what was counted stays counted.
                    let _ = reply.send(result);
                }
            }
            Err(error) => {
                for reply in replies {
                    let _ = reply.send(Err(failure(&error)));
                }
            }
        }
    }
}

/// Carries batches out in one transaction. One that fails is undone alone.
fn together(
    connection: &mut Connection,
    batches: &[Vec<Statement>],
) -> rusqlite::Result<Vec<Result<Vec<Done>, DatabaseFailure>>> {
    let mut transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(batches.len());
    for batch in batches {
        let savepoint = transaction.savepoint()?;
        let done: rusqlite::Result<Vec<Done>> = batch.iter().map(|statement| one(&savepoint, statement)).collect();
        results.push(match done {
            Ok(done) => {
                savepoint.commit()?;
                Ok(done)
            }
            Err(error) => Err(failure(&error)),
        });
    }
    transaction.commit()?;
    Ok(results)
}

fn failure(error: &rusqlite::Error) -> DatabaseFailure {
    DatabaseFailure(error.to_string())
}

fn one(connection: &Connection, statement: &Statement) -> rusqlite::Result<Done> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    for (value, position) in statement.values.iter().zip(1..) {
        match value {
            Value::Text(text) => prepared.raw_bind_parameter(position, text)?,
            Value::Number(number) => prepared.raw_bind_parameter(position, number)?,
            Value::Null => prepared.raw_bind_parameter(position, rusqlite::types::Null)?,
        }
    }
    let columns = prepared.column_count();
    if columns == 0 {
        let changes = prepared.raw_execute()?;
        return Ok(Done { changes: u64::try_from(changes).unwrap_or(u64::MAX), rows: Vec::new() });
    }
    let mut found = Vec::new();
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        let columns: rusqlite::Result<Vec<Value>> = (0..columns).map(|column| value(row.get_ref(column)?)).collect();
        found.push(columns?);
    }
    Ok(Done { changes: 0, rows: found })
}

fn value(found: ValueRef<'_>) -> rusqlite::Result<Value> {
    Ok(match found {
        ValueRef::Integer(number) => Value::Number(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text)?.to_owned()),
        // The schema has neither; a sum of whole numbers is whole.
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => Value::Null,
    })
}
