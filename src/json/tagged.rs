//! Enums whose variant is a word among the fields: `{kind: node, node: n1}`.

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, Visitor},
    forward_to_deserialize_any,
};
use serde_json::Error;

use super::{
    Json,
    reader::{Held, Variant},
};

/// A variant whose name stands among its fields.
pub struct Beside(Variant);

impl Beside {
    /// Takes the name of the variant out of a map. `tag` is its key.
    ///
    /// # Errors
    /// There is no map, or it names no variant.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D, tag: &'static str) -> Result<Self, D::Error> {
        Json::deserialize(deserializer)?.tagged(tag).map_err(D::Error::custom)
    }
}

impl Json {
    fn tagged(self, tag: &'static str) -> Result<Beside, Error> {
        let Self::Map(mut entries) = self else {
            return Err(Error::invalid_type(self.found(), &format!("a map that says its `{tag}`").as_str()));
        };
        let Some(place) = entries.iter().position(|(key, _)| key == tag) else {
            return Err(Error::missing_field(tag));
        };
        match entries.remove(place).1 {
            Self::Text(name) => Ok(Beside(Variant { name, held: Held::Beside(Self::Map(entries)) })),
            other => Err(Error::invalid_type(other.found(), &"variant identifier")),
        }
    }
}

impl<'de> Deserializer<'de> for Beside {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_enum("", &[], visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.0.among(variants)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Writes an enum whose variant is a word among the fields. It is serialised as serde does it; reading it goes through
/// the tree, since serde's way would have a second reader of everything inside.
macro_rules! tagged {
    (
        $(#[doc = $doc:literal])+
        #[derive($($derive:ident),+)]
        $(#[cfg_attr($($condition:tt)+)])?
        #[serde(tag = $tag:literal $(, $rule:ident $(= $value:literal)?)*)]
        pub enum $name:ident {
            $(
                $(#[$($variant_rule:tt)+])+
                $variant:ident $({ $( $(#[$($field_rule:tt)+])+ $field:ident: $type:ty, )+ })? $(($inner:ty))?,
            )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive($($derive),+)]
        $(#[cfg_attr($($condition)+)])?
        #[serde(tag = $tag $(, $rule $(= $value)?)*)]
        pub enum $name {
            $(
                $(#[$($variant_rule)+])+
                $variant $({ $( $(#[$($field_rule)+])+ $field: $type, )+ })? $(($inner))?,
            )+
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                type Tagged = $name;

                #[derive(serde::Deserialize)]
                #[serde(remote = "Tagged" $(, $rule $(= $value)?)*)]
                enum Form {
                    $(
                        $(#[$($variant_rule)+])+
                        $variant $({ $( $(#[$($field_rule)+])+ $field: $type, )+ })? $(($inner))?,
                    )+
                }

                let form = crate::json::Beside::read(deserializer, $tag)?;
                Form::deserialize(form).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use tagged;
