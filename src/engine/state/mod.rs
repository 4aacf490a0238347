//! The state that follows from the graph and the dialogue, computed every turn.
//!
//! [`InterviewHistory`] is kept from turn to turn; [`State`] is computed from the graph at any time.

mod breadth;
mod course;
mod coverage;
mod ladder;
mod links;
mod situation;
mod structure;

use serde::{Deserialize, Serialize};

pub use self::{
    course::{Growth, InterviewHistory, NodeState, Trend},
    coverage::{Coverage, ElementCoverage},
    ladder::Ladder,
    links::ElementNames,
    situation::{Declined, Situation, Trace},
    structure::{ChainCompletion, GraphState},
};
use crate::engine::{
    concept::Concept,
    graph::{ActiveGraph, KnowledgeGraph, SearchBudget},
    limits::Limits,
    methodology::Methodology,
};

/// The state that follows from the graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Figures of the graph.
    pub graph: GraphState,
    /// Coverage of the concept.
    pub coverage: Coverage,
}

impl State {
    /// Computes the state from scratch.
    pub fn of(graph: &KnowledgeGraph, concept: &Concept, methodology: &Methodology, limits: &Limits) -> Self {
        Self::with(graph, concept, &ElementNames::of(&concept.elements), methodology, limits)
    }

    /// Computes the state from scratch, with the prepared names of the concept's elements.
    pub fn with(
        graph: &KnowledgeGraph,
        concept: &Concept,
        names: &ElementNames,
        methodology: &Methodology,
        limits: &Limits,
    ) -> Self {
        let active = ActiveGraph::of(graph);
        let ladder = Ladder::of(&methodology.ontology);
        let mut effort = SearchBudget::per_start(limits.chain_steps);
        Self {
            graph: GraphState::of(&active, &ladder, &mut effort),
            coverage: Coverage::of(&active, concept, names, &ladder, &mut effort),
        }
    }
}
