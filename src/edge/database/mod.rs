//! Access to the database: one schema and one set of statements for `SQLite` and D1. A batch of statements is one
//! transaction.

mod schema;
mod threads;

use std::future::Future;

use serde::Serialize;

pub use self::{
    schema::{MIGRATIONS, Migration},
    threads::{MaybeSend, MaybeSync},
};

/// A value bound to a statement (`?1`, `?2`, …) or read from a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SqlValue {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// SQL `NULL`.
    Null,
}

impl SqlValue {
    /// The JSON text of a value; `NULL` if it cannot be written.
    pub(super) fn json<T: Serialize>(value: &T) -> Self {
        serde_json::to_string(value).map_or(Self::Null, Self::Text)
    }
}

impl From<&str> for SqlValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for SqlValue {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for SqlValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A number that does not fit counts as the greatest one.
impl From<u64> for SqlValue {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u32> for SqlValue {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for SqlValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for SqlValue {
    fn from(number: usize) -> Self {
        Self::from(number as u64)
    }
}

impl From<bool> for SqlValue {
    fn from(is: bool) -> Self {
        Self::Number(is.into())
    }
}

impl<T: Into<Self>> From<Option<T>> for SqlValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A statement with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// SQL text of this crate; it never contains request data.
    pub sql: &'static str,
    /// Its values, `?1` first.
    pub values: Vec<SqlValue>,
}

/// A statement with its values: `statement!(sql::END, session, now)`.
macro_rules! statement {
    ($sql:expr $(, $value:expr)* $(,)?) => {
        $crate::edge::database::Statement {
            sql: $sql,
            values: vec![$( $crate::edge::database::SqlValue::from($value) ),*],
        }
    };
}
pub(super) use statement;

/// The result of one statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryResult {
    /// Rows it changed; without meaning for a query.
    pub changes: u64,
    /// Rows it found, columns by position.
    pub rows: Vec<Vec<SqlValue>>,
}

impl QueryResult {
    /// Whether the statement changed a row.
    pub(super) fn has_changed(&self) -> bool {
        self.changes > 0
    }

    /// The first row.
    pub(super) fn row(&self) -> Option<Columns<'_>> {
        self.rows.first().map(|row| Columns(row.iter()))
    }

    /// Every row.
    pub(super) fn rows(&self) -> impl Iterator<Item = Columns<'_>> {
        self.rows.iter().map(|row| Columns(row.iter()))
    }

    /// The texts of the first column.
    pub(super) fn texts(&self) -> Vec<String> {
        self.rows().filter_map(|mut row| row.text()).collect()
    }

    /// The number in the first column of the first row.
    pub(super) fn number(&self) -> Option<u64> {
        self.row()?.number()
    }
}

/// Reads the columns of a row from left to right.
pub(super) struct Columns<'a>(std::slice::Iter<'a, SqlValue>);

impl Columns<'_> {
    /// The next column as a text; none if it is `NULL`.
    pub(super) fn text(&mut self) -> Option<String> {
        match self.0.next() {
            Some(SqlValue::Text(text)) => Some(text.clone()),
            Some(SqlValue::Number(_) | SqlValue::Null) | None => None,
        }
    }

    /// The next column as a number of 0 or more; none if it is `NULL`.
    pub(super) fn number(&mut self) -> Option<u64> {
        self.signed().and_then(|number| u64::try_from(number).ok())
    }

    /// The next column as a number of 0 or more that fits 32 bits.
    pub(super) fn small(&mut self) -> Option<u32> {
        self.number().and_then(|number| u32::try_from(number).ok())
    }

    /// The next column as a number.
    pub(super) fn signed(&mut self) -> Option<i64> {
        match self.0.next() {
            Some(SqlValue::Number(number)) => Some(*number),
            Some(SqlValue::Text(_) | SqlValue::Null) | None => None,
        }
    }
}

/// The database cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the database cannot be used: {0}")]
pub struct DatabaseFailure(pub String);

/// A database that executes statements.
pub trait Database: MaybeSend + MaybeSync {
    /// Executes the statements in order as one transaction.
    fn batch(
        &self,
        statements: Vec<Statement>,
    ) -> impl Future<Output = Result<Vec<QueryResult>, DatabaseFailure>> + MaybeSend;

    /// Executes one statement.
    fn query(&self, statement: Statement) -> impl Future<Output = Result<QueryResult, DatabaseFailure>> + MaybeSend {
        async move { Ok(self.batch(vec![statement]).await?.pop().unwrap_or_default()) }
    }
}
