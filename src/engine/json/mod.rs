//! Reads types from JSON through one tree, [`Json`], and writes them.
//!
//! Serde compiles a reader for each type and each form it is read from. Texts, tagged enums and open maps would be three
//! forms, a third of the page's engine. Through the tree, each type has one short reader.

mod tree;
mod fit_error;
mod key;
mod deserializer;
mod tagged;
mod writer;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error as _},
};

pub(crate) use self::tagged::tagged;
pub use self::{fit_error::FitError, tagged::Tagged, tree::Json};

/// Reads a value from JSON text.
///
/// # Errors
/// Invalid JSON, with line and column; a value that does not fit the type, with the name of the field or variant.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    Ok(T::deserialize(parse(text)?)?)
}

/// Writes a value as JSON text.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    let mut writer = writer::Writer::default();
    value.serialize(&mut writer)?;
    Ok(writer.json)
}

/// Reads a value from an untyped value.
///
/// # Errors
/// A value that does not fit the type, with the name of the field or variant.
pub fn read_value<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, serde_json::Error> {
    // The studio contains serde's reader for untyped values anyway.
    if cfg!(feature = "studio") { serde_json::from_value(value) } else { read(&write(&value)?) }
}

/// The untyped form of a value. It goes through text, since a direct conversion would add code for every type.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn value<T: Serialize>(value: &T) -> Result<serde_json::Value, serde_json::Error> {
    serde_json::from_str(&write(value)?)
}

/// The word that a unit variant is written as, `max_turns`; empty for other values.
pub fn word<T: Serialize>(value: &T) -> String {
    write(value).ok().and_then(|text| read(&text).ok()).unwrap_or_default()
}

/// Reads two values whose fields share one map. Unlike serde's `flatten`, it needs no reader of its own. Neither type may
/// refuse unknown fields.
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
