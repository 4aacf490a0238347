//! The threads of the database. Batches that wait together share one transaction, each in a savepoint, so that they share one
//! disk write. A batch is acknowledged after the commit.

use std::collections::BTreeSet;

use anyhow::Context;
use querent_engine::edge::database::{DatabaseFailure, QueryResult, SqlValue, Statement};
use rusqlite::{Connection, ErrorCode, types::ValueRef};
use tokio::sync::{mpsc, oneshot};

use crate::native::print;

/// Maximum queued batches; later ones wait to enter the queue.
const QUEUE: usize = 4_096;

/// A batch of statements, and the sender of their results.
pub(super) type Job = (Vec<Statement>, oneshot::Sender<Result<Vec<QueryResult>, DatabaseFailure>>);

/// Maximum batches of one transaction.
const MAX_BATCHES: usize = 256;

/// The statement that deletes what a respondent said.
const DELETES_LOG: &str = "DELETE FROM event";

/// Starts a thread that executes batches in order.
pub(super) fn start(connection: Connection) -> anyhow::Result<mpsc::Sender<Job>> {
    let (jobs, queue) = mpsc::channel(QUEUE);
    std::thread::Builder::new()
        .name("database".to_owned())
        .spawn(move || run(connection, queue))
        .context("the thread of the database cannot be started")?;
    Ok(jobs)
}

/// Executes batches until the queue is closed.
fn run(mut connection: Connection, mut queue: mpsc::Receiver<Job>) {
    connection.set_prepared_statement_cache_capacity(128);
    let mut warnings = Warnings::default();
    let mut has_deleted = false;
    loop {
        if has_deleted && queue.is_empty() {
            has_deleted = !truncate_log(&connection);
        }
        let Some(first) = queue.blocking_recv() else { return };
        let mut jobs = vec![first];
        while let Some(job) = (jobs.len() < MAX_BATCHES).then(|| queue.try_recv().ok()).flatten() {
            jobs.push(job);
        }
        let (batches, replies): (Vec<_>, Vec<_>) = jobs.into_iter().unzip();
        // If the shared transaction fails, each batch runs alone: a full disk still allows reading and deleting.
        let results = run_together(&mut connection, &batches).unwrap_or_else(|error| {
            warnings.print(&error);
            batches.iter().map(|batch| run_alone(&mut connection, batch)).collect()
        });
        for ((reply, result), batch) in replies.into_iter().zip(results).zip(&batches) {
            has_deleted |= result.is_ok() && batch.iter().any(|statement| statement.sql.starts_with(DELETES_LOG));
            // The sender may have gone.
            let _ = reply.send(result);
        }
    }
}

/// Truncates the write-ahead log, which still contains deleted rows. False: a reader is active.
fn truncate_log(connection: &Connection) -> bool {
    let busy: rusqlite::Result<i64> = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    busy.is_ok_and(|busy| busy == 0)
}

fn run_alone(connection: &mut Connection, batch: &[Statement]) -> Result<Vec<QueryResult>, DatabaseFailure> {
    let done = run_together(connection, std::slice::from_ref(&batch.to_vec()));
    done.map_err(|error| failure(&error))?.pop().unwrap_or_else(|| Err(DatabaseFailure("no result".to_owned())))
}

/// Warnings printed already.
#[derive(Default)]
struct Warnings(BTreeSet<String>);

impl Warnings {
    /// Prints once how to fix an error.
    fn print(&mut self, error: &rusqlite::Error) {
        let remedy = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "the disk is full; make room",
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "the database has become read-only",
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                "the database is damaged; stop the server and restore a backup"
            }
            _ => "the database cannot be used",
        };
        if self.0.insert(error.to_string()) {
            print::remark(format_args!(
                "warning: {remedy} ({error}). Acknowledged data is safe; pages keep the rest and send it again."
            ));
        }
    }
}

/// Executes batches in one transaction. A batch that fails is rolled back alone.
fn run_together(
    connection: &mut Connection,
    batches: &[Vec<Statement>],
) -> rusqlite::Result<Vec<Result<Vec<QueryResult>, DatabaseFailure>>> {
    let mut transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(batches.len());
    for batch in batches {
        let savepoint = transaction.savepoint()?;
        let done: rusqlite::Result<Vec<QueryResult>> =
            batch.iter().map(|statement| execute(&savepoint, statement)).collect();
        results.push(match done {
            Ok(done) => {
                savepoint.commit()?;
                Ok(done)
            }
            // A disk error rolls back the whole transaction; another error only its own batch.
            Err(error) if savepoint.is_autocommit() || is_disk_error(&error) => return Err(error),
            Err(error) => Err(failure(&error)),
        });
    }
    transaction.commit()?;
    Ok(results)
}

fn is_disk_error(error: &rusqlite::Error) -> bool {
    use ErrorCode::{DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure};
    let codes = [DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure];
    error.sqlite_error_code().is_some_and(|code| codes.contains(&code))
}

fn failure(error: &rusqlite::Error) -> DatabaseFailure {
    DatabaseFailure(error.to_string())
}

fn execute(connection: &Connection, statement: &Statement) -> rusqlite::Result<QueryResult> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    for (value, position) in statement.values.iter().zip(1..) {
        match value {
            SqlValue::Text(text) => prepared.raw_bind_parameter(position, text)?,
            SqlValue::Number(number) => prepared.raw_bind_parameter(position, number)?,
            SqlValue::Null => prepared.raw_bind_parameter(position, rusqlite::types::Null)?,
        }
    }
    let columns = prepared.column_count();
    if columns == 0 {
        let changes = prepared.raw_execute()?;
        return Ok(QueryResult { changes: u64::try_from(changes).unwrap_or(u64::MAX), rows: Vec::new() });
    }
    let mut found = Vec::new();
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        let columns: rusqlite::Result<Vec<SqlValue>> =
            (0..columns).map(|column| read_value(row.get_ref(column)?)).collect();
        found.push(columns?);
    }
    Ok(QueryResult { changes: 0, rows: found })
}

fn read_value(found: ValueRef<'_>) -> rusqlite::Result<SqlValue> {
    Ok(match found {
        ValueRef::Integer(number) => SqlValue::Number(number),
        ValueRef::Text(text) => SqlValue::Text(std::str::from_utf8(text)?.to_owned()),
        // The schema has neither reals nor blobs.
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => SqlValue::Null,
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    fn statement(sql: &'static str, values: Vec<SqlValue>) -> Vec<Statement> {
        vec![Statement { sql, values }]
    }

    fn add(number: u64) -> Vec<Statement> {
        statement("INSERT INTO t VALUES (?1, ?2)", vec![SqlValue::from(number), "x".repeat(3_000).into()])
    }

    #[test]
    fn a_full_database_acknowledges_nothing_it_does_not_hold_and_still_reads_and_deletes() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute("CREATE TABLE t (number INTEGER PRIMARY KEY, text TEXT)", []).unwrap();
        connection.pragma_update(None, "max_page_count", 20).unwrap();
        let (jobs, queue) = mpsc::channel(100);
        let ask = |batch: Vec<Statement>| {
            let (reply, done) = oneshot::channel();
            jobs.try_send((batch, reply)).unwrap();
            done
        };
        let added: Vec<_> = (0..40).map(|number| ask(add(number))).collect();
        let read = ask(statement("SELECT number FROM t ORDER BY number", Vec::new()));
        let deleted = ask(statement("DELETE FROM t WHERE number < 3", Vec::new()));
        let again = ask(add(0));
        drop(jobs);
        run(connection, queue);
        let kept: Vec<SqlValue> = (0..40_u64)
            .zip(added)
            .filter_map(|(number, done)| done.blocking_recv().unwrap().is_ok().then(|| SqlValue::from(number)))
            .collect();
        assert!((5..30).contains(&kept.len()), "{}", kept.len());
        let found: Vec<SqlValue> = read.blocking_recv().unwrap().unwrap()[0].rows.concat();
        assert_eq!(found, kept);
        assert_eq!(deleted.blocking_recv().unwrap().unwrap()[0].changes, 3);
        assert!(again.blocking_recv().unwrap().is_ok(), "there is room again");
    }

    #[test]
    fn one_batch_that_does_not_fit_harms_no_other() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute("CREATE TABLE t (number INTEGER PRIMARY KEY, text TEXT)", []).unwrap();
        let batches = [add(1), add(1), [add(2), add(1)].concat(), add(3)];
        let mut connection = connection;
        let done = run_together(&mut connection, &batches).unwrap();
        let fine: Vec<bool> = done.iter().map(Result::is_ok).collect();
        assert_eq!(fine, [true, false, false, true]);
        let count: i64 = connection.query_row("SELECT COUNT(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(count, 2, "each batch is done as a whole or not at all");
    }
}
