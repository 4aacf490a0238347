//! What follows from the graph and the dialogue so far, computed anew each turn.
//!
//! [`Course`] is what an interview carries from turn to turn; [`State`] is what can be read off the graph at any time.

mod course;
mod coverage;
mod situation;
mod structure;

use serde::{Deserialize, Serialize};

pub use self::{
    course::{Course, Growth, NodeState, Trend},
    coverage::{Coverage, ElementCoverage},
    situation::{Declined, Situation},
    structure::{ChainCompletion, GraphState},
};
use crate::{concept::Concept, graph::KnowledgeGraph, limits::Limits, methodology::Methodology};

/// What can be read off the graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Figures of the graph.
    pub graph: GraphState,
    /// Coverage of the concept.
    pub coverage: Coverage,
}

impl State {
    /// Computes the state from scratch.
    pub fn of(_graph: &KnowledgeGraph, _concept: &Concept, _methodology: &Methodology, _limits: &Limits) -> Self {
        Self::default()
    }
}
