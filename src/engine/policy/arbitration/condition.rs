//! Conditions of strategies: each compares a signal with a value.

use serde::{Deserialize, Serialize};

use crate::engine::signals::SignalValue;

/// A comparison of a signal with a value. It never holds for an absent signal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Name of the signal.
    pub signal: String,
    /// Operator of the comparison.
    pub op: Operator,
    /// Value on the right-hand side.
    pub value: SignalValue,
}

/// Operator of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub enum Operator {
    /// Equals the value.
    #[serde(rename = "=")]
    Equal,
    /// Differs from the value.
    #[serde(rename = "!=")]
    NotEqual,
    /// Is greater.
    #[serde(rename = ">")]
    Above,
    /// Is greater or equal.
    #[serde(rename = ">=")]
    AtLeast,
    /// Is less.
    #[serde(rename = "<")]
    Below,
    /// Is less or equal.
    #[serde(rename = "<=")]
    AtMost,
}

impl Operator {
    /// Whether it needs an order, which only numbers have.
    #[cfg(feature = "studio")]
    pub(super) fn needs_number(self) -> bool {
        match self {
            Self::Equal | Self::NotEqual => false,
            Self::Above | Self::AtLeast | Self::Below | Self::AtMost => true,
        }
    }
}
