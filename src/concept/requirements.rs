//! What has to be heard about an element of the concept.

use serde::{Deserialize, Serialize};

use crate::id::Name;

/// What has to be heard about an element before it counts as covered. Absent keys take the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// An idea about it. Default true.
    pub mention: bool,
    /// A reaction to it. Default true.
    pub reaction: bool,
    /// A sign that it was understood. Default false.
    pub comprehension: bool,
    /// Elements an idea about it has to be connected with. Default none.
    pub connections_to: Vec<Name>,
}

impl Default for Requirements {
    fn default() -> Self {
        Self { mention: true, reaction: true, comprehension: false, connections_to: Vec::new() }
    }
}

impl Requirements {
    /// Whether nothing differs from the default.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
