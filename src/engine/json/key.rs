//! Reads types from the keys of maps: texts in JSON, numbers or variants in types.

use super::{
    FitError as Error,
    deserializer::{Variant, VariantContent},
};
use serde::{
    Deserializer,
    de::{Error as _, Visitor},
    forward_to_deserialize_any,
};

/// Reads a type from the key of a map.
pub(super) struct KeyDeserializer(pub(super) String);

impl KeyDeserializer {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => Err(Error::invalid_type(serde::de::Unexpected::Str(&self.0), &visitor)),
        }
    }
}

impl<'de> Deserializer<'de> for KeyDeserializer {
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
        visitor.visit_enum(Variant::find(&self.0, VariantContent::None, variants)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u16 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        ignored_any
    }
}
