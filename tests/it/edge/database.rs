//! A database of its own in memory, by the statements the endpoint brings.

use std::{fmt::Write, sync::Mutex};

use querent_engine::edge::database::{self, DatabaseFailure, MIGRATIONS, QueryResult, SqlValue, Statement};
use rusqlite::{Connection, TransactionBehavior, types::ValueRef};

/// Which batches fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Faults {
    #[default]
    None,
    /// This one alone, counted from 0.
    One(u32),
    /// This one and all after it.
    From(u32),
    /// This one panics.
    Panics(u32),
}

pub(crate) struct Database(pub(crate) Mutex<Connection>, pub(crate) Mutex<(Faults, u32)>);

impl Database {
    pub(crate) fn new() -> Self {
        Self::migrated(Connection::open_in_memory().unwrap())
    }

    fn migrated(connection: Connection) -> Self {
        for statement in MIGRATIONS.iter().flat_map(|migration| migration.statements) {
            connection.execute(statement, []).unwrap();
        }
        Self(Mutex::new(connection), Mutex::default())
    }

    /// Two of them on one file, as two processes hold it.
    pub(crate) fn two(file: &std::path::Path) -> [Self; 2] {
        let open = || {
            let connection = Connection::open(file).unwrap();
            connection.pragma_update(None, "journal_mode", "WAL").unwrap();
            connection.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
            connection
        };
        [Self::migrated(open()), Self(Mutex::new(open()), Mutex::default())]
    }

    /// From now on these batches fail, counted from here.
    pub(crate) fn fail(&self, faults: Faults) {
        *self.1.lock().unwrap() = (faults, 0);
    }

    /// Batches since the last [`Self::fail`].
    pub(crate) fn batches(&self) -> u32 {
        self.1.lock().unwrap().1
    }

    fn fails(&self) -> bool {
        let mut faults = self.1.lock().unwrap();
        let number = faults.1;
        faults.1 += 1;
        match faults.0 {
            Faults::None => false,
            Faults::One(at) => number == at,
            Faults::From(at) => number >= at,
            Faults::Panics(at) => {
                drop(faults);
                assert_ne!(number, at, "a database that breaks");
                false
            }
        }
    }

    pub(crate) fn execute(&self, statement: &str) {
        self.0.lock().unwrap().execute(statement, []).unwrap();
    }

    pub(crate) fn number(&self, query: &str) -> i64 {
        self.0.lock().unwrap().query_row(query, [], |row| row.get(0)).unwrap()
    }

    /// Every text of every table.
    pub(crate) fn texts(&self) -> String {
        let connection = self.0.lock().unwrap();
        let mut found = String::new();
        for table in tables(&connection) {
            let mut query = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
            let columns = query.column_count();
            let mut rows = query.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                for column in 0..columns {
                    write!(found, "{:?} ", row.get_ref(column).unwrap()).unwrap();
                }
            }
        }
        found
    }
}

/// Every table, but for studies, which hold no word of a respondent.
fn tables(connection: &Connection) -> Vec<String> {
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'collected_study'";
    let mut query = connection.prepare(names).unwrap();
    query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

impl database::Database for Database {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<QueryResult>, DatabaseFailure> {
        let failed = |error: rusqlite::Error| DatabaseFailure(error.to_string());
        if self.fails() {
            return Err(DatabaseFailure("the disk is full".to_owned()));
        }
        let mut connection = self.0.lock().unwrap();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let done: Result<Vec<QueryResult>, _> =
            statements.iter().map(|statement| one(&transaction, statement)).collect();
        let done = done.map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(done)
    }
}

fn one(connection: &Connection, statement: &Statement) -> rusqlite::Result<QueryResult> {
    let mut prepared = connection.prepare_cached(statement.sql)?;
    for (position, value) in statement.values.iter().enumerate() {
        match value {
            SqlValue::Text(text) => prepared.raw_bind_parameter(position + 1, text)?,
            SqlValue::Number(number) => prepared.raw_bind_parameter(position + 1, number)?,
            SqlValue::Null => prepared.raw_bind_parameter(position + 1, rusqlite::types::Null)?,
        }
    }
    let columns = prepared.column_count();
    if columns == 0 {
        let changes = prepared.raw_execute()?;
        return Ok(QueryResult { changes: changes as u64, rows: Vec::new() });
    }
    let mut found = Vec::new();
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        let value = |column| {
            Ok(match row.get_ref(column)? {
                ValueRef::Integer(number) => SqlValue::Number(number),
                ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => SqlValue::Null,
            })
        };
        found.push((0..columns).map(value).collect::<rusqlite::Result<_>>()?);
    }
    Ok(QueryResult { changes: 0, rows: found })
}
