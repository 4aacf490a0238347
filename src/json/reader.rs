//! Types are read from a tree. One arm for each form a type can ask for, and no more than that form behind it: what a
//! visitor is never shown is never compiled for it.

use std::vec;

use serde::{
    Deserializer,
    de::{
        DeserializeSeed, EnumAccess, Error as _, Expected, IntoDeserializer as _, MapAccess, SeqAccess, Unexpected,
        VariantAccess, Visitor,
    },
};
use serde_json::Error;

use super::{Json, key::Name};

macro_rules! as_number {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Self::Natural(number) => visitor.visit_u64(number),
                Self::Integer(number) => visitor.visit_i64(number),
                Self::Number(number) => visitor.visit_f64(number),
                other => Err(other.unfit(&visitor)),
            }
        })+
    };
}

macro_rules! as_text {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Self::Text(text) => visitor.visit_string(text),
                other => Err(other.unfit(&visitor)),
            }
        })+
    };
}

impl Json {
    #[cold]
    fn unfit(&self, expected: &dyn Expected) -> Error {
        Error::invalid_type(self.found(), expected)
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::List(items) => {
                let length = items.len();
                let mut items = Items(items.into_iter());
                let read = visitor.visit_seq(&mut items)?;
                if items.0.len() == 0 { Ok(read) } else { Err(too_long(length)) }
            }
            other => Err(other.unfit(&visitor)),
        }
    }

    fn map<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Map(entries) => visitor.visit_map(Entries { entries: entries.into_iter(), value: None }),
            other => Err(other.unfit(&visitor)),
        }
    }

    pub(super) fn fields<'de, V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut fields = match self {
            Self::Map(entries) => Fields::of(entries, names)?,
            other => return Err(other.unfit(&visitor)),
        };
        visitor.visit_seq(&mut fields).map_err(|error| fields.explain(error))
    }

    fn unit(&self) -> Result<(), Error> {
        if matches!(self, Self::Null) { Ok(()) } else { Err(self.unfit(&"unit")) }
    }

    fn variant(self) -> Result<Variant, Error> {
        match self {
            Self::Text(name) => Ok(Variant { name, held: Held::Nothing }),
            Self::Map(entries) => {
                let mut entries = entries.into_iter();
                match (entries.next(), entries.next()) {
                    (Some((name, value)), None) => Ok(Variant { name, held: Held::Value(value) }),
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

impl<'de> Deserializer<'de> for Json {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Flag(flag) => visitor.visit_bool(flag),
            Self::Natural(number) => visitor.visit_u64(number),
            Self::Integer(number) => visitor.visit_i64(number),
            Self::Number(number) => visitor.visit_f64(number),
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

    as_number! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64
    }

    as_text! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.unfit(&visitor))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.unfit(&visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self, Self::Null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self, Self::Null) { visitor.visit_unit() } else { Err(self.unfit(&visitor)) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // Whoever writes documents is told of every key that says nothing.
        if cfg!(feature = "studio") { self.map(visitor) } else { self.fields(fields, visitor) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant()?.among(variants)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

struct Items(vec::IntoIter<Json>);

impl<'de> SeqAccess<'de> for &mut Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The fields of a struct in the order of the struct.
///
/// A struct that is shown its fields in order takes them as they come; one that is shown a map compares every key with
/// every name and keeps account of what it has seen, which is code for every struct. So the keys are compared here, once
/// for all. Keys a struct does not know are left out: a study was checked before it was resolved, and what a page is told
/// goes by variants, which refuse them.
struct Fields {
    names: &'static [&'static str],
    values: vec::IntoIter<Option<Json>>,
    is_absent: bool,
}

impl Fields {
    fn of(entries: Vec<(String, Json)>, names: &'static [&'static str]) -> Result<Self, Error> {
        let mut values = vec![None; names.len()];
        for (key, value) in entries {
            let Some(place) = names.iter().position(|name| *name == key) else { continue };
            if let Some(free) = values.get_mut(place)
                && free.replace(value).is_some()
            {
                return Err(Error::duplicate_field(names.get(place).copied().unwrap_or_default()));
            }
        }
        Ok(Self { names, values: values.into_iter(), is_absent: false })
    }

    /// A struct that runs out of fields says how many it has; what a reader wants to know is which one is missing.
    #[cold]
    fn explain(&self, error: Error) -> Error {
        let asked = self.names.len() - self.values.len();
        match asked.checked_sub(1).and_then(|last| self.names.get(last)) {
            Some(name) if self.is_absent => Error::missing_field(name),
            Some(_) | None => error,
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Fields {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let value = self.values.next().flatten();
        self.is_absent = value.is_none();
        value.map(|value| seed.deserialize(value)).transpose()
    }
}

struct Entries {
    entries: vec::IntoIter<(String, Json)>,
    value: Option<Json>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Name(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.value.take().unwrap_or(Json::Null))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A variant of an enum with what it holds.
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) held: Held,
}

impl Variant {
    /// The variant by its place in the list, which is a number: comparing names would be code for every enum.
    pub(super) fn among(self, variants: &'static [&'static str]) -> Result<Placed, Error> {
        match variants.iter().position(|known| *known == self.name) {
            Some(place) => Ok(Placed { place, held: self.held }),
            None => Err(Error::unknown_variant(&self.name, variants)),
        }
    }
}

/// A variant by its place.
pub(super) struct Placed {
    place: usize,
    held: Held,
}

/// What a variant holds.
pub(super) enum Held {
    /// Nothing: it was written as a word.
    Nothing,
    /// The value its name is the key of.
    Value(Json),
    /// The map its name stands in, without the name. Whatever else stands there is none of a plain variant's business.
    Beside(Json),
}

impl<'de> EnumAccess<'de> for Placed {
    type Error = Error;
    type Variant = Held;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Held), Error> {
        let place = u64::try_from(self.place).unwrap_or(u64::MAX);
        Ok((seed.deserialize(place.into_deserializer())?, self.held))
    }
}

impl Held {
    fn value(self, expected: &dyn Expected) -> Result<Json, Error> {
        match self {
            Self::Nothing => Err(Error::invalid_type(Unexpected::UnitVariant, expected)),
            Self::Value(value) | Self::Beside(value) => Ok(value),
        }
    }
}

impl<'de> VariantAccess<'de> for Held {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self {
            Self::Nothing | Self::Beside(_) => Ok(()),
            Self::Value(value) => value.unit(),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.value(&"newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.value(&"tuple variant")?.list(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.value(&"struct variant")?.map(visitor)
    }
}
