//! What was asked and answered, and what each question was about.

mod probe;
pub mod qualitative;
mod reading;

use serde::{Deserialize, Serialize};

pub use self::{
    probe::{Focus, GapKind, Probe},
    reading::{Depth, Hedging, Level, Momentum, Reading, Sentiment, Source},
};
use crate::{
    graph::Reaction,
    id::{EdgeId, Name, NodeId},
};

/// One question and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// Number of the turn, from 1.
    pub turn: u32,
    /// The question asked.
    pub question: String,
    /// What it was about. The opening question has no probe.
    pub probe: Option<Probe>,
    /// The answer; none if the question was skipped.
    pub answer: Option<String>,
    /// What the answer tells beside its ideas; none if the question was skipped.
    pub reading: Option<Reading>,
    /// Nodes the answer brought.
    pub new_nodes: Vec<NodeId>,
    /// Edges the answer brought.
    pub new_edges: Vec<EdgeId>,
    /// Nodes known before that it voiced again.
    pub mentioned_nodes: Vec<NodeId>,
    /// Nodes known before that gained an element or another stance.
    pub refined_nodes: Vec<NodeId>,
    /// Reactions to elements, the strongest of the answer for each.
    pub reactions: Vec<(Name, Reaction)>,
    /// Elements whose meaning the respondent has shown to grasp.
    pub understood: Vec<Name>,
}

impl Exchange {
    /// Yield: what the answer added to the graph.
    pub fn yielded(&self) -> bool {
        !(self.new_nodes.is_empty() && self.new_edges.is_empty() && self.refined_nodes.is_empty())
    }
}
