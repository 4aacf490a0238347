//! Value of a signal.

use serde::{Deserialize, Serialize};

/// Value of a signal. A signal without one is absent, which is not 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Value {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(f64),
    /// Of a word.
    Word(String),
}
