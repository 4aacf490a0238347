//! Limits and budgets. A reservation checks and writes in one transaction, so two calls cannot spend the same money.

mod limits;
mod sql;
mod ledger;

pub(super) use self::sql::END as END_SESSION;
pub use self::{
    ledger::{Admission, BudgetedCall, CallDenial, Ledger, SessionCounters, SessionOpening, Settlement},
    limits::{DAY_MS, EndpointLimits, HOUR_MS, Spending},
};
