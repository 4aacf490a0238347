//! What a command may spend on models: taken before an attempt, settled after it, so that calls side by side never overshoot.

use std::sync::{Mutex, PoisonError};

/// What may be spent, and what was.
#[derive(Debug)]
pub(in crate::cli) struct Purse {
    limits: Limits,
    spent: Mutex<Spent>,
}

/// What may be spent.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Limits {
    /// Requests, retries included.
    pub(in crate::cli) calls: u64,
    /// Billionths of a US dollar.
    pub(in crate::cli) nano_usd: u64,
}

/// What was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct Spent {
    /// Requests, retries included.
    pub(in crate::cli) calls: u64,
    /// Billionths of a US dollar; what is under way counts at its most.
    pub(in crate::cli) nano_usd: u64,
    /// Whether something was refused for want of either.
    pub(in crate::cli) is_empty: bool,
}

impl Purse {
    pub(in crate::cli) fn new(limits: Limits) -> Self {
        Self { limits, spent: Mutex::default() }
    }

    /// Takes the price of an attempt, at its most; false if there is not that much left.
    pub(super) fn take(&self, nano_usd: u64) -> bool {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let after = spent.nano_usd.saturating_add(nano_usd);
        if spent.calls >= self.limits.calls || after > self.limits.nano_usd {
            spent.is_empty = true;
            return false;
        }
        spent.calls += 1;
        spent.nano_usd = after;
        true
    }

    /// Gives back what an attempt cost less than was taken for it.
    pub(super) fn settle(&self, taken: u64, cost: u64) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.nano_usd = spent.nano_usd.saturating_sub(taken).saturating_add(cost);
    }

    /// What was spent until now.
    pub(in crate::cli) fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purse_never_gives_more_than_it_holds() {
        let purse = Purse::new(Limits { calls: 3, nano_usd: 100 });
        assert!(purse.take(60));
        assert!(!purse.take(60), "at its most it would be 120");
        purse.settle(60, 10);
        assert!(purse.take(60) && purse.take(30));
        assert!(!purse.take(0), "three calls were made");
        assert_eq!(purse.spent(), Spent { calls: 3, nano_usd: 100, is_empty: true });
    }
}
