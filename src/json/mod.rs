//! JSON on its way into types: a text becomes one tree, and every type is read from that tree.
//!
//! serde writes a reader of every type for every form it is read from, and texts, numbers inside tags and open maps would
//! be three of them. In the page that was a third of the engine. Through the tree each type has one reader, and it is a
//! short one: a map is read as a map, never as a list, and a name is compared as text, never as bytes or a number.

mod key;
mod reader;
mod tagged;
mod tree;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error as _},
};

pub(crate) use self::tagged::tagged;
pub use self::{tagged::Beside, tree::Json};

/// Reads a value from JSON text.
///
/// # Errors
/// What is no JSON, with line and column; what is not of the type, with the name of the field or variant.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    T::deserialize(parse(text)?)
}

/// Reads a value from a value of no particular type.
///
/// # Errors
/// What is not of the type, with the name of the field or variant.
pub fn read_value<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, serde_json::Error> {
    // In the studio there is a reader for such values anyway.
    if cfg!(feature = "studio") { serde_json::from_value(value) } else { T::deserialize(Json::from(value)) }
}

/// A value of no particular type for a value. By way of its text: writing it directly would be code for every type.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn value<T: Serialize>(value: &T) -> Result<serde_json::Value, serde_json::Error> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// Reads two values whose fields stand in one map, instead of `flatten`, which has a reader of its own. Neither may refuse
/// fields it does not know.
pub(crate) fn both<'de, A, B, D>(deserializer: D) -> Result<(A, B), D::Error>
where
    A: DeserializeOwned,
    B: DeserializeOwned,
    D: Deserializer<'de>,
{
    let tree = Json::deserialize(deserializer)?;
    let first = A::deserialize(tree.clone()).map_err(D::Error::custom)?;
    B::deserialize(tree).map(|second| (first, second)).map_err(D::Error::custom)
}

fn parse(text: &str) -> Result<Json, serde_json::Error> {
    serde_json::from_str(text)
}

#[cfg(test)]
mod tests;
