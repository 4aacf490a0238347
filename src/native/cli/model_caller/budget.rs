//! The spending limits of a command. Cost is reserved before an attempt and corrected after it, so that parallel calls never
//! exceed the limits.

use std::sync::{Mutex, PoisonError};

/// Spending limits with the cost so far.
#[derive(Debug)]
pub(crate) struct SpendingBudget {
    limits: SpendingLimits,
    spent: Mutex<SpendingTotal>,
}

/// Spending limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpendingLimits {
    /// Requests, with retries.
    pub(crate) calls: u64,
    /// Billionths of a US dollar.
    pub(crate) nano_usd: u64,
}

/// Cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpendingTotal {
    /// Requests, with retries.
    pub(crate) calls: u64,
    /// Billionths of a US dollar. Running calls count with their highest price.
    pub(crate) nano_usd: u64,
    /// Whether a request was refused because a limit was reached.
    pub(crate) is_exhausted: bool,
}

impl SpendingBudget {
    pub(crate) fn new(limits: SpendingLimits) -> Self {
        Self { limits, spent: Mutex::default() }
    }

    /// Reserves the highest price of an attempt. Returns false if too little is left.
    pub(super) fn reserve(&self, nano_usd: u64) -> bool {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let after = spent.nano_usd.saturating_add(nano_usd);
        if spent.calls >= self.limits.calls || after > self.limits.nano_usd {
            spent.is_exhausted = true;
            return false;
        }
        spent.calls += 1;
        spent.nano_usd = after;
        true
    }

    /// Replaces the reserved price by the actual cost.
    pub(super) fn charge(&self, taken: u64, cost: u64) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.nano_usd = spent.nano_usd.saturating_sub(taken).saturating_add(cost);
    }

    /// Returns the cost so far.
    pub(crate) fn spent(&self) -> SpendingTotal {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purse_never_gives_more_than_it_holds() {
        let budget = SpendingBudget::new(SpendingLimits { calls: 3, nano_usd: 100 });
        assert!(budget.reserve(60));
        assert!(!budget.reserve(60), "at its most it would be 120");
        budget.charge(60, 10);
        assert!(budget.reserve(60) && budget.reserve(30));
        assert!(!budget.reserve(0), "three calls were made");
        assert_eq!(budget.spent(), SpendingTotal { calls: 3, nano_usd: 100, is_exhausted: true });
    }
}
