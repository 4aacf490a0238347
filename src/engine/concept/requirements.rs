//! Requirements for an element of the concept to count as covered.

use serde::{Deserialize, Serialize};

use crate::engine::id::Name;

/// What answers must contain about an element before it counts as covered. Absent keys take the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// A node about it. Default true.
    pub mention: bool,
    /// A reaction to it. Default true.
    pub reaction: bool,
    /// A sign of comprehension. Default false.
    pub comprehension: bool,
    /// Elements that a node about it must be connected with. Default none.
    pub connections_to: Vec<Name>,
}

impl Default for Requirements {
    fn default() -> Self {
        Self { mention: true, reaction: true, comprehension: false, connections_to: Vec::new() }
    }
}

impl Requirements {
    /// Whether all values are the defaults.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
