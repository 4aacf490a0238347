//! Probes: a strategy with a focus.

use serde::{Deserialize, Serialize};

use crate::engine::{
    id::{EdgeId, Name, NodeId},
    json::tagged,
};

/// A strategy with a focus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Probe {
    /// Id of the strategy.
    pub strategy: Name,
    /// The focus.
    pub focus: Focus,
    /// Current node of the conversation, if the focus is elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<NodeId>,
    /// Name of the strategy and the focus, for reports and gates: "Deepen: creamy texture".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

impl Probe {
    /// A probe without anchor and description.
    pub fn new(strategy: Name, focus: Focus) -> Self {
        Self { strategy, focus, anchor: None, description: String::new() }
    }

    /// A probe about the conversation as a whole.
    pub fn global(strategy: Name) -> Self {
        Self::new(strategy, Focus::Global)
    }
}

tagged! {
    /// Subject of a probe.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Focus {
        /// The conversation as a whole.
        Global,
        /// One idea.
        Node {
            /// The node.
            node: NodeId,
        },
        /// Several ideas, newest first.
        Nodes {
            /// The nodes.
            nodes: Vec<NodeId>,
        },
        /// Two ideas, with the edge between them if there is one.
        Pair {
            /// The first.
            a: NodeId,
            /// The second.
            b: NodeId,
            /// The edge, if there is one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            edge: Option<EdgeId>,
        },
        /// A gap in the coverage of an element.
        Gap {
            /// Id of the element.
            element: Name,
            /// Kind of the gap.
            gap: GapKind,
            /// The element without a connection to it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            target: Option<Name>,
        },
        /// An element of the concept.
        Element {
            /// Id of the element.
            element: Name,
        },
    }
}

impl Focus {
    /// Its node, if it is a single one.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Self::Node { node } => Some(*node),
            Self::Global | Self::Nodes { .. } | Self::Pair { .. } | Self::Gap { .. } | Self::Element { .. } => None,
        }
    }

    /// Its element.
    pub fn element(&self) -> Option<&Name> {
        match self {
            Self::Element { element } | Self::Gap { element, .. } => Some(element),
            Self::Global | Self::Nodes { .. } | Self::Pair { .. } | Self::Node { .. } => None,
        }
    }
}

/// Kind of a gap in the coverage of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GapKind {
    /// The element has not come up.
    Unmentioned,
    /// No reaction to it.
    NoReaction,
    /// No answer shows that the respondent understands it.
    NoComprehension,
    /// No connection to a required element.
    Unconnected,
}
