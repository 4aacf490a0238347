//! The threads of the database. Batches that wait at the same time share one transaction, each within a savepoint of its
//! own, so that one wait for the disk serves them all. Nobody hears that something is kept before it is.

use std::collections::BTreeSet;

use querent_engine::edge::database::{DatabaseFailure, Done, Statement, Value};
use rusqlite::{Connection, ErrorCode, types::ValueRef};
use tokio::sync::mpsc;

use super::Job;
use crate::cli::print;

/// Most batches of one transaction.
const TOGETHER: usize = 256;

/// The table whose rows hold what respondents said.
const FORGETS: &str = "DELETE FROM event";

/// Carries out what comes, until nobody can send anything any more.
pub(super) fn work(mut connection: Connection, mut queue: mpsc::Receiver<Job>) {
    connection.set_prepared_statement_cache_capacity(128);
    let mut complaints = Complaints::default();
    let mut has_forgotten = false;
    loop {
        if has_forgotten && queue.is_empty() {
            has_forgotten = !is_gone_from_the_log(&connection);
        }
        let Some(first) = queue.blocking_recv() else { return };
        let mut jobs = vec![first];
        while let Some(job) = (jobs.len() < TOGETHER).then(|| queue.try_recv().ok()).flatten() {
            jobs.push(job);
        }
        let (batches, replies): (Vec<_>, Vec<_>) = jobs.into_iter().unzip();
        // Where all together fail, each is tried alone: a full disk takes no more, but it can be read, and deleted from.
        let results = together(&mut connection, &batches).unwrap_or_else(|error| {
            complaints.make(&error);
            batches.iter().map(|batch| alone(&mut connection, batch)).collect()
        });
        for ((reply, result), batch) in replies.into_iter().zip(results).zip(&batches) {
            has_forgotten |= result.is_ok() && batch.iter().any(|statement| statement.sql.starts_with(FORGETS));
            // Whoever asked may have gone; what was counted stays counted.
            let _ = reply.send(result);
        }
    }
}

/// What was deleted stands in the write-ahead log until that is written back and cut off. False: somebody is reading.
fn is_gone_from_the_log(connection: &Connection) -> bool {
    let busy: rusqlite::Result<i64> = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    busy.is_ok_and(|busy| busy == 0)
}

fn alone(connection: &mut Connection, batch: &[Statement]) -> Result<Vec<Done>, DatabaseFailure> {
    let done = together(connection, std::slice::from_ref(&batch.to_vec()));
    done.map_err(|error| failure(&error))?.pop().unwrap_or_else(|| Err(DatabaseFailure("nothing was done".to_owned())))
}

/// What the person at the terminal has been told already.
#[derive(Default)]
struct Complaints(BTreeSet<String>);

impl Complaints {
    /// Tells them, once, what only they can mend.
    fn make(&mut self, error: &rusqlite::Error) {
        let remedy = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "the disk is full; make room",
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "the database has become read-only",
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                "the database is damaged; stop the server and put a copy you trust in its place"
            }
            _ => "the database cannot be used",
        };
        if self.0.insert(error.to_string()) {
            print::remark(format_args!(
                "warning: {remedy} ({error}). Nothing that was acknowledged is lost; pages keep the rest and send it again."
            ));
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
            // A full or failing disk undoes the whole transaction; a statement that does not fit, its own batch alone.
            Err(error) if savepoint.is_autocommit() || is_of_the_disk(&error) => return Err(error),
            Err(error) => Err(failure(&error)),
        });
    }
    transaction.commit()?;
    Ok(results)
}

fn is_of_the_disk(error: &rusqlite::Error) -> bool {
    use ErrorCode::{DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure};
    let codes = [DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure];
    error.sqlite_error_code().is_some_and(|code| codes.contains(&code))
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    fn statement(sql: &'static str, values: Vec<Value>) -> Vec<Statement> {
        vec![Statement { sql, values }]
    }

    fn add(number: u64) -> Vec<Statement> {
        statement("INSERT INTO t VALUES (?1, ?2)", vec![Value::of(number), "x".repeat(3_000).into()])
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
        work(connection, queue);
        let kept: Vec<Value> = (0..40)
            .zip(added)
            .filter_map(|(number, done)| done.blocking_recv().unwrap().is_ok().then(|| Value::of(number)))
            .collect();
        assert!((5..30).contains(&kept.len()), "{}", kept.len());
        let found: Vec<Value> = read.blocking_recv().unwrap().unwrap()[0].rows.concat();
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
        let done = together(&mut connection, &batches).unwrap();
        let fine: Vec<bool> = done.iter().map(Result::is_ok).collect();
        assert_eq!(fine, [true, false, false, true]);
        let count: i64 = connection.query_row("SELECT COUNT(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(count, 2, "each batch is done as a whole or not at all");
    }
}
