//! Value of a signal.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::json::Json;

/// Signals by name. Absent ones are left out.
pub type Values = IndexMap<Cow<'static, str>, Value, foldhash::fast::RandomState>;

/// Value of a signal. A signal without one is absent, which is not 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Value {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(f64),
    /// Of a word.
    Word(Cow<'static, str>),
}

impl<'de> Deserialize<'de> for Value {
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
