//! Counting: one SQL schema and one set of statements for `SQLite` and D1. A batch of statements is one transaction, so a
//! reservation looks and writes in one go, and no two calls spend the same money.

mod ledger;
pub mod sql;

use std::future::Future;

pub use self::ledger::{Admission, Answered, Call, Ledger, Opening, Refused, Standing};
use super::host::{MaybeSend, MaybeSync};

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

/// A statement with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// One of the texts of [`sql`].
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

/// The counters cannot be reached. Nothing is spent then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counters cannot be used: {0}")]
pub struct CountersFailure(pub String);

/// A database that carries statements out.
pub trait Counters: MaybeSend + MaybeSync {
    /// Carries these out in order as one transaction: all of them, or none.
    fn batch(&self, statements: Vec<Statement>)
    -> impl Future<Output = Result<Vec<Done>, CountersFailure>> + MaybeSend;
}
