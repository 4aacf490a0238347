//! Counting: a reservation looks and writes in one transaction, and no two calls spend the same money.

mod ledger;
pub mod sql;

pub use self::ledger::{Admission, Answered, Call, Ledger, Opening, Refused, Standing};
