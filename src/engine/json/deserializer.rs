//! Reads types from a [`Json`] tree.
//!
//! Each method calls only the visitor methods of its form, to keep the code compiled for each type small.

use std::vec;

use super::{FitError as Error, Json, key::KeyDeserializer};
use serde::{
    Deserializer,
    de::{
        DeserializeSeed, EnumAccess, Error as _, Expected, IntoDeserializer as _, MapAccess, SeqAccess, Unexpected,
        VariantAccess, Visitor,
    },
    forward_to_deserialize_any,
};

impl Json {
    #[cold]
    fn unfit(&self, expected: &dyn Expected) -> Error {
        Error::invalid_type(self.kind(), expected)
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Natural(number) => visitor.visit_u64(number),
            Self::Integer(number) => visitor.visit_i64(number),
            Self::Number(number) => visitor.visit_f64(number),
            other => Err(other.unfit(&visitor)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.into_text(&visitor)?;
        visitor.visit_string(text)
    }

    fn into_text(self, expected: &dyn Expected) -> Result<String, Error> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.unfit(expected)),
        }
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut items = self.into_items(&visitor)?;
        let length = items.0.len();
        let read = visitor.visit_seq(&mut items)?;
        if items.0.len() == 0 { Ok(read) } else { Err(too_long(length)) }
    }

    fn into_items(self, expected: &dyn Expected) -> Result<ListItems, Error> {
        match self {
            Self::List(items) => Ok(ListItems(items.into_iter())),
            other => Err(other.unfit(expected)),
        }
    }

    fn map<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let entries = self.into_entries(&visitor)?;
        visitor.visit_map(entries)
    }

    fn into_entries(self, expected: &dyn Expected) -> Result<MapEntries, Error> {
        match self {
            Self::Map(entries) => Ok(MapEntries { entries: entries.into_iter(), value: None }),
            other => Err(other.unfit(expected)),
        }
    }

    /// Reads a struct by the names of its fields.
    pub(super) fn fields<'de, V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut fields = StructFields::sort(self.into_entries(&visitor)?, names)?;
        visitor.visit_seq(&mut fields).map_err(|error| fields.explain(error))
    }

    /// Reads an enum: a text for a unit variant, or a map with one key for any variant.
    fn variant(self, variants: &'static [&'static str]) -> Result<Variant, Error> {
        match self {
            Self::Text(name) => Variant::find(&name, VariantContent::None, variants),
            Self::Map(entries) => {
                let mut entries = entries.into_iter();
                match (entries.next(), entries.next()) {
                    (Some((name, value)), None) => Variant::find(&name, VariantContent::Value(value), variants),
                    _ => Err(Error::invalid_value(Unexpected::Map, &"map with a single key")),
                }
            }
            other => Err(other.unfit(&"string or map")),
        }
    }
}

#[cold]
fn too_long(length: usize) -> Error {
    Error::invalid_length(length, &"fewer elements in array")
}

/// Writes the methods that read the same form.
macro_rules! read_as {
    ($($form:ident: $($method:ident($($argument:ident: $type:ty),*))+;)+) => {
        $($(fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, Error> {
            self.$form(visitor)
        })+)+
    };
}

impl<'de> Deserializer<'de> for Json {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Flag(flag) => visitor.visit_bool(flag),
            Self::Natural(_) | Self::Integer(_) | Self::Number(_) => self.number(visitor),
            Self::Text(text) => visitor.visit_string(text),
            Self::List(_) => self.list(visitor),
            Self::Map(_) => self.map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Flag(flag) => visitor.visit_bool(flag),
            other => Err(other.unfit(&visitor)),
        }
    }

    read_as! {
        number: deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_u8() deserialize_u16()
            deserialize_u32() deserialize_u64() deserialize_f32() deserialize_f64();
        text: deserialize_char() deserialize_str() deserialize_string() deserialize_identifier();
        list: deserialize_seq() deserialize_tuple(_length: usize)
            deserialize_tuple_struct(_name: &'static str, _length: usize);
        map: deserialize_map();
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self, Self::Null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // Authors of documents need a message for every unknown key.
        if cfg!(feature = "studio") { self.map(visitor) } else { self.fields(fields, visitor) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant(variants)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf unit unit_struct }
}

struct ListItems(vec::IntoIter<Json>);

impl<'de> SeqAccess<'de> for &mut ListItems {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The fields of a struct in the order of its definition.
///
/// A struct read from a sequence needs no code to compare keys, so all structs share the comparison here. Unknown keys are
/// left out: a study is checked before it is resolved, and enums check the keys of what a page sends.
struct StructFields {
    names: &'static [&'static str],
    values: vec::IntoIter<Option<Json>>,
    is_absent: bool,
}

impl StructFields {
    fn sort(map: MapEntries, names: &'static [&'static str]) -> Result<Self, Error> {
        let mut values = vec![None; names.len()];
        for (key, value) in map.entries {
            let slot = names.iter().zip(&mut values).find(|(name, _)| **name == key);
            if let Some((name, slot)) = slot
                && slot.replace(value).is_some()
            {
                return Err(Error::duplicate_field(name));
            }
        }
        Ok(Self { names, values: values.into_iter(), is_absent: false })
    }

    #[inline(never)]
    fn take(&mut self) -> Option<Json> {
        let value = self.values.next().flatten();
        self.is_absent = value.is_none();
        value
    }

    /// Names the missing field, where the visitor only reports the number of fields.
    #[cold]
    fn explain(&self, error: Error) -> Error {
        let asked = self.names.len() - self.values.len();
        match asked.checked_sub(1).and_then(|last| self.names.get(last)) {
            Some(name) if self.is_absent => Error::missing_field(name),
            Some(_) | None => error,
        }
    }
}

impl<'de> SeqAccess<'de> for &mut StructFields {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.take().map(|value| seed.deserialize(value)).transpose()
    }
}

struct MapEntries {
    entries: vec::IntoIter<(String, Json)>,
    value: Option<Json>,
}

impl MapEntries {
    fn next_key(&mut self) -> Option<String> {
        let (key, value) = self.entries.next()?;
        self.value = Some(value);
        Some(key)
    }
}

impl<'de> MapAccess<'de> for MapEntries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.next_key().map(|key| seed.deserialize(KeyDeserializer(key))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.value.take().unwrap_or(Json::Null))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A variant by its index among the names, with its content. An index needs no comparison of names in each enum.
pub(super) struct Variant {
    index: usize,
    content: VariantContent,
}

impl Variant {
    /// Finds the variant with this name.
    pub(super) fn find(name: &str, content: VariantContent, variants: &'static [&'static str]) -> Result<Self, Error> {
        let index = variants.iter().position(|known| *known == name);
        index.map(|index| Self { index, content }).ok_or_else(|| Error::unknown_variant(name, variants))
    }
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = VariantContent;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, VariantContent), Error> {
        let index = u64::try_from(self.index).unwrap_or(u64::MAX);
        Ok((seed.deserialize(index.into_deserializer())?, self.content))
    }
}

/// The content of a variant.
pub(super) enum VariantContent {
    /// None: the variant is written as a text.
    None,
    /// The value under the name of the variant.
    Value(Json),
    /// The fields beside a tag. A unit variant ignores them.
    Fields(Json),
}

impl VariantContent {
    fn value(self, expected: &dyn Expected) -> Result<Json, Error> {
        match self {
            Self::None => Err(Error::invalid_type(Unexpected::UnitVariant, expected)),
            Self::Value(value) | Self::Fields(value) => Ok(value),
        }
    }
}

impl<'de> VariantAccess<'de> for VariantContent {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self {
            Self::None | Self::Fields(_) | Self::Value(Json::Null) => Ok(()),
            Self::Value(value) => Err(value.unfit(&"unit")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.value(&"newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        self.value(&"tuple variant")?.list(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.value(&"struct variant")?.map(visitor)
    }
}
