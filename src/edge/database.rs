//! The database of an endpoint: one SQL schema and one set of statements for `SQLite` and D1. A batch of statements is one
//! transaction, so a statement that looks and one that writes see the same rows, and nothing is ever half written.

use std::future::Future;

use super::{
    collection, counters,
    host::{MaybeSend, MaybeSync},
    stages,
};

/// How the schema came to be, oldest step first. A database remembers in `schema_version` how far it has come, so a step
/// that has been shipped is never changed: what is new goes into a new one.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "counters", statements: counters::sql::SCHEMA },
    Migration { name: "collection", statements: collection::sql::SCHEMA },
    Migration { name: "stages", statements: stages::SCHEMA },
    Migration { name: "sessions_by_study", statements: collection::sql::BY_STUDY_HASH },
];

/// A step of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// What it brings, as a part of a file's name.
    pub name: &'static str,
    /// Its statements, in order.
    pub statements: &'static [&'static str],
}

/// A value handed to a statement, in the place of `?1`, `?2`, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Nothing.
    Null,
}

impl Value {
    /// A whole number; what does not fit counts as the greatest.
    pub fn of(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A statement with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// A text of the endpoint's own; nothing of a request is ever part of it.
    pub sql: &'static str,
    /// Its values, `?1` first.
    pub values: Vec<Value>,
}

/// What a statement did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Rows it changed; of no meaning for a query.
    pub changes: u64,
    /// Rows it found, each column by position.
    pub rows: Vec<Vec<Value>>,
}

/// The database cannot be used. Nothing is spent or kept then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the database cannot be used: {0}")]
pub struct DatabaseFailure(pub String);

/// A database that carries statements out.
pub trait Database: MaybeSend + MaybeSync {
    /// Carries these out in order as one transaction: all of them, or none.
    fn batch(&self, statements: Vec<Statement>)
    -> impl Future<Output = Result<Vec<Done>, DatabaseFailure>> + MaybeSend;
}
