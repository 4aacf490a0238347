//! Ids: names from a study's documents, and numbers of nodes and edges.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The id of a node type, strategy, tactic, phase or element, from a study's documents. Cheap to clone.
pub type Name = Arc<str>;

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        pub struct $name(#[cfg_attr(not(target_arch = "wasm32"), schemars(with = "String"))] pub u32);

        impl $name {
            /// Index in the graph's order of registration.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), u64::from(self.0) + 1)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                text.strip_prefix($letter)
                    .and_then(|number| number.parse::<u32>().ok())
                    .and_then(|number| number.checked_sub(1))
                    .map($name)
                    .ok_or_else(|| InvalidId { found: text.to_owned(), letter: $letter })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

numbered! {
    /// A node of the knowledge graph, written `n1`, `n2`, …
    NodeId, "n"
}
numbered! {
    /// An edge of the knowledge graph, written `e1`, `e2`, …
    EdgeId, "e"
}

/// A text that is not the id of a node or an edge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an id; expected `{letter}` and a number from 1")]
pub struct InvalidId {
    /// The text.
    pub found: String,
    /// The first letter of such an id.
    pub letter: &'static str,
}
