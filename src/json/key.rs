//! Keys of maps: texts in JSON, whatever they stand for.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, Visitor},
    forward_to_deserialize_any,
};
use serde_json::Error;

use super::reader::{Held, Variant};

/// A key on its way into a tree. YAML has keys that are no texts; they become what they were written as.
pub(super) struct Key(pub(super) String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyKey)
    }
}

struct AnyKey;

impl Visitor<'_> for AnyKey {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Key, E> {
        Ok(Key(text.to_owned()))
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Key, E> {
        Ok(Key(text))
    }

    fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<Key, E> {
        Ok(Key(flag.to_string()))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Key, E> {
        Ok(Key(number.to_string()))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Key, E> {
        Ok(Key(number.to_string()))
    }
}

/// A key on its way out of a tree.
pub(super) struct Name(pub(super) String);

impl Name {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => Err(Error::invalid_type(serde::de::Unexpected::Str(&self.0), &visitor)),
        }
    }
}

impl<'de> Deserializer<'de> for Name {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(&self.0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.number(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(Variant { name: self.0, held: Held::Nothing }.among(variants)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u16 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        ignored_any
    }
}
