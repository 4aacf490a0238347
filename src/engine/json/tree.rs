//! A JSON value that keeps the order of keys, and repeated keys.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Unexpected, Visitor},
};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A whole number from 0.
    Natural(u64),
    /// A whole number below 0.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// A map in written order.
    Map(Vec<(String, Json)>),
}

impl Json {
    /// The kind of the value, for messages.
    pub(super) fn kind(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Flag(flag) => Unexpected::Bool(*flag),
            Self::Natural(number) => Unexpected::Unsigned(*number),
            Self::Integer(number) => Unexpected::Signed(*number),
            Self::Number(number) => Unexpected::Float(*number),
            Self::Text(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Map(_) => Unexpected::Map,
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Natural(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(u64::try_from(number).map_or(Json::Integer(number), Json::Natural))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Ok(Json::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut map = Vec::new();
        while let Some(MapKey(key)) = entries.next_key()? {
            map.push((key, entries.next_value()?));
        }
        Ok(Json::Map(map))
    }
}

/// A key read into a tree. Keys in YAML that are not texts become their text.
struct MapKey(String);

impl<'de> Deserialize<'de> for MapKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MapKeyVisitor)
    }
}

struct MapKeyVisitor;

impl Visitor<'_> for MapKeyVisitor {
    type Value = MapKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MapKey, E> {
        Ok(MapKey(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<MapKey, E> {
        Ok(MapKey(text))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<MapKey, E> {
        Ok(MapKey(flag.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<MapKey, E> {
        Ok(MapKey(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<MapKey, E> {
        Ok(MapKey(number.to_string()))
    }
}
