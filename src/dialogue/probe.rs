//! What a question is about.

use serde::{Deserialize, Serialize};

use crate::{
    id::{EdgeId, Name, NodeId},
    json::tagged,
};

/// A way of asking about one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// Id of the strategy.
    pub strategy: Name,
    /// What it is about.
    pub focus: Focus,
    /// Where the conversation is now, if the focus lies elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<NodeId>,
    /// What the focus is called, for reports and gates: "Deepen: creamy texture".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

tagged! {
    /// What a probe is about.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Focus {
        /// The conversation as a whole.
        Global,
        /// One idea.
        Node {
            /// Which.
            node: NodeId,
        },
        /// Several ideas, newest first.
        Nodes {
            /// Which.
            nodes: Vec<NodeId>,
        },
        /// Two ideas and perhaps the edge between them.
        Pair {
            /// The first.
            a: NodeId,
            /// The second.
            b: NodeId,
            /// The edge, if there is one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            edge: Option<EdgeId>,
        },
        /// What an element still lacks.
        Gap {
            /// Id of the element.
            element: Name,
            /// What it lacks.
            gap: GapKind,
            /// The element it is not connected to.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            target: Option<Name>,
        },
        /// An element of the concept.
        Element {
            /// Its id.
            element: Name,
        },
    }
}

impl Focus {
    /// The one node it is about.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Self::Node { node } => Some(*node),
            Self::Global | Self::Nodes { .. } | Self::Pair { .. } | Self::Gap { .. } | Self::Element { .. } => None,
        }
    }

    /// The element it is about.
    pub fn element(&self) -> Option<&Name> {
        match self {
            Self::Element { element } | Self::Gap { element, .. } => Some(element),
            Self::Global | Self::Nodes { .. } | Self::Pair { .. } | Self::Node { .. } => None,
        }
    }
}

/// What an element of the concept lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapKind {
    /// Nobody has spoken of it.
    Unmentioned,
    /// No reaction to it.
    NoReaction,
    /// No sign that it was understood.
    NoComprehension,
    /// No connection to an element it belongs with.
    Unconnected,
}
