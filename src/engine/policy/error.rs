//! Errors of policies.

use crate::engine::number;

/// Why a decision could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// A scorer, gate or signal failed or gave something that is not a number.
    #[error("`{term}` of strategy `{strategy}` gave {}, which is not a finite number; check its parameters", number::text(*.found))]
    NotFinite {
        /// The scorer, gate or signal key.
        term: String,
        /// The strategy.
        strategy: String,
        /// The value.
        found: f64,
    },
    /// A weight names no signal that its strategy can see.
    #[error("strategy `{strategy}` weighs `{key}`, which names no signal it can see; check the methodology")]
    UnknownKey {
        /// The key.
        key: String,
        /// The strategy.
        strategy: String,
    },
    /// The methodology has no strategy, or the phase allows none.
    #[error("the methodology `{0}` has no strategy to ask with; add one")]
    NoStrategy(String),
}
