//! Identities. Names of types, strategies and elements are words of a study; nodes and edges are numbered by the graph.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A word of a study's documents: the id of a node type, strategy, tactic, phase or element. Cheap to copy.
pub type Name = Arc<str>;

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Position in the graph's order of registration.
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

/// A text that should have been the id of a node or an edge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an id; expected `{letter}` and a number from 1")]
pub struct InvalidId {
    /// What was found.
    pub found: String,
    /// The letter such an id starts with.
    pub letter: &'static str,
}
