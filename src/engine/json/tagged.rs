//! Enums with the name of the variant among the fields: `{kind: node, node: n1}`.

use super::{
    FitError as Error, Json,
    deserializer::{Variant, VariantContent},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, Visitor},
    forward_to_deserialize_any,
};

/// A map without its tag, and the value of the tag.
pub struct Tagged {
    name: String,
    fields: Json,
}

impl Tagged {
    /// Takes the name of the variant out of a map. `tag` is its key.
    ///
    /// # Errors
    /// The value is not a map, or the map names no variant.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D, tag: &'static str) -> Result<Self, D::Error> {
        let tree = Json::deserialize(deserializer)?;
        let Json::Map(mut entries) = tree else {
            return Err(D::Error::invalid_type(tree.kind(), &format!("a map that says its `{tag}`").as_str()));
        };
        let place = entries.iter().position(|(key, _)| key == tag);
        match entries.remove(place.ok_or_else(|| D::Error::missing_field(tag))?).1 {
            Json::Text(name) => Ok(Self { name, fields: Json::Map(entries) }),
            other => Err(D::Error::invalid_type(other.kind(), &"variant identifier")),
        }
    }
}

impl<'de> Deserializer<'de> for Tagged {
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
        visitor.visit_enum(Variant::find(&self.name, VariantContent::Fields(self.fields), variants)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Defines an enum with a tag among its fields. Serde writes it. Reading goes through the tree, since serde's own way adds
/// a second reader of all the content.
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
                type TaggedTarget = $name;

                #[derive(serde::Deserialize)]
                #[serde(remote = "TaggedTarget" $(, $rule $(= $value)?)*)]
                enum Mirror {
                    $(
                        $(#[$($variant_rule)+])+
                        $variant $({ $( $(#[$($field_rule)+])+ $field: $type, )+ })? $(($inner))?,
                    )+
                }

                let tagged = crate::engine::json::Tagged::read(deserializer, $tag)?;
                Mirror::deserialize(tagged).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use tagged;
