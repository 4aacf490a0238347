//! The dialogue: questions with their probes, answers with their readings.

mod probe;
pub mod qualitative;
mod reading;

use serde::{Deserialize, Serialize};

pub use self::{
    probe::{Focus, GapKind, Probe},
    reading::{Depth, Hedging, Level, Momentum, Reading, Sentiment, Source},
};
pub use crate::engine::language::AnswerAct;
use crate::engine::{
    graph::Reaction,
    id::{EdgeId, Name, NodeId},
};

/// Worth of an idea, by [`Exchange::interest`], from which it is the point of an answer.
pub const POINT: f64 = 0.5;

/// One question with its answer and the changes to the graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// Number of the turn, from 1.
    pub turn: u32,
    /// The question asked.
    pub question: String,
    /// Its probe. None for the opening question.
    pub probe: Option<Probe>,
    /// The answer. None if the question was skipped.
    pub answer: Option<String>,
    /// Reading of the answer. None if the question was skipped.
    pub reading: Option<Reading>,
    /// Nodes that the answer added.
    pub new_nodes: Vec<NodeId>,
    /// Edges that the answer added.
    pub new_edges: Vec<EdgeId>,
    /// Known nodes that it mentioned.
    pub mentioned_nodes: Vec<NodeId>,
    /// Known nodes that gained an element or another stance.
    pub refined_nodes: Vec<NodeId>,
    /// The strongest reaction to each element.
    pub reactions: Vec<(Name, Reaction)>,
    /// Elements that the respondent understands.
    pub understood: Vec<Name>,
    /// How much the ideas of the answer are worth asking about, 0–1. Empty where the language has no weights.
    pub interest: Vec<(NodeId, f64)>,
}

impl Exchange {
    /// Whether the answer added to the graph.
    pub fn yielded(&self) -> bool {
        !(self.new_nodes.is_empty() && self.new_edges.is_empty() && self.refined_nodes.is_empty())
    }
}
