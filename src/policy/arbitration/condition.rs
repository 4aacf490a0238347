//! Conditions of strategies: comparisons of a named signal with a value.

use serde::{Deserialize, Serialize};

use super::{config::Config, signals, view::View};
use crate::signals::Value;

/// A comparison of a signal with a value. A signal without a value fulfils none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Name of the signal.
    pub signal: String,
    /// How it is compared.
    pub op: Operator,
    /// With what.
    pub value: Value,
}

/// How a signal is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub enum Operator {
    /// Is the value.
    #[serde(rename = "=")]
    Equal,
    /// Is another value.
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
    #[cfg(feature = "studio")]
    /// Whether it asks for an order, which only numbers have.
    pub(super) fn needs_number(self) -> bool {
        match self {
            Self::Equal | Self::NotEqual => false,
            Self::Above | Self::AtLeast | Self::Below | Self::AtMost => true,
        }
    }
}

impl Condition {
    pub(super) fn holds(&self, view: &View<'_, '_>, config: &Config) -> bool {
        let Some(found) = signals::find(&self.signal).and_then(|signal| (signal.read)(view, config)) else {
            return false;
        };
        match self.op {
            Operator::Equal => found == self.value,
            Operator::NotEqual => found != self.value,
            Operator::Above => compare(&found, &self.value, |a, b| a > b),
            Operator::AtLeast => compare(&found, &self.value, |a, b| a >= b),
            Operator::Below => compare(&found, &self.value, |a, b| a < b),
            Operator::AtMost => compare(&found, &self.value, |a, b| a <= b),
        }
    }
}

fn compare(found: &Value, wanted: &Value, relation: fn(f64, f64) -> bool) -> bool {
    match (found, wanted) {
        (Value::Number(found), Value::Number(wanted)) => relation(*found, *wanted),
        _ => false,
    }
}
