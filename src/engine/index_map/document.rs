//! Maps in documents: read and written as objects, in their order.

use std::{hash::Hash, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};

use super::IndexMap;

impl<K: Serialize, V: Serialize> Serialize for IndexMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, K: Deserialize<'de> + Hash + Eq, V: Deserialize<'de>> Deserialize<'de> for IndexMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de> + Hash + Eq, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = IndexMap<K, V>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<IndexMap<K, V>, A::Error> {
                let mut map = IndexMap::new();
                while let Some((key, value)) = entries.next_entry()? {
                    map.insert(key, value);
                }
                Ok(map)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl<K: schemars::JsonSchema, V: schemars::JsonSchema> schemars::JsonSchema for IndexMap<K, V> {
    fn inline_schema() -> bool {
        std::collections::HashMap::<K, V>::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        std::collections::HashMap::<K, V>::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        std::collections::HashMap::<K, V>::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::HashMap::<K, V>::json_schema(generator)
    }
}
