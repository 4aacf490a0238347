//! Values of signals.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::engine::{index_map::IndexMap, json::Json};

/// Signals by name, without absent ones.
pub type Values = IndexMap<Cow<'static, str>, SignalValue>;

/// Value of a signal. An absent signal has no value, which is not 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SignalValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A word.
    Word(Cow<'static, str>),
}

impl<'de> Deserialize<'de> for SignalValue {
    #[expect(clippy::cast_precision_loss, reason = "numbers of signals are floats, as they are written")]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Flag(flag) => Ok(Self::Flag(flag)),
            Json::Natural(number) => Ok(Self::Number(number as f64)),
            Json::Integer(number) => Ok(Self::Number(number as f64)),
            Json::Number(number) => Ok(Self::Number(number)),
            Json::Text(word) => Ok(Self::Word(word.into())),
            Json::Null | Json::List(_) | Json::Map(_) => {
                Err(D::Error::custom("expected true, false, a number or a word"))
            }
        }
    }
}
