//! What follows from the graph and the dialogue so far, computed anew each turn.
//!
//! [`Course`] is what an interview carries from turn to turn; [`State`] is what can be read off the graph at any time.

mod breadth;
mod course;
mod coverage;
mod ladder;
mod links;
mod situation;
mod structure;

use serde::{Deserialize, Serialize};

pub use self::{
    course::{Course, Growth, NodeState, Trend},
    coverage::{Coverage, ElementCoverage},
    ladder::Ladder,
    links::ElementNames,
    situation::{Declined, Situation, Trace},
    structure::{ChainCompletion, GraphState},
};
use crate::{
    concept::Concept,
    graph::{ActiveGraph, Effort, KnowledgeGraph},
    limits::Limits,
    methodology::Methodology,
};

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
    pub fn of(graph: &KnowledgeGraph, concept: &Concept, methodology: &Methodology, limits: &Limits) -> Self {
        Self::with(graph, concept, &ElementNames::of(&concept.elements), methodology, limits)
    }

    /// Computes the state from scratch, with the names of the concept's elements at hand.
    pub fn with(
        graph: &KnowledgeGraph,
        concept: &Concept,
        names: &ElementNames,
        methodology: &Methodology,
        limits: &Limits,
    ) -> Self {
        let active = ActiveGraph::of(graph);
        let ladder = Ladder::of(&methodology.ontology);
        let mut effort = Effort::per_start(limits.chain_steps);
        Self {
            graph: GraphState::of(&active, &ladder, &mut effort),
            coverage: Coverage::of(&active, concept, names, &ladder, &mut effort),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes and edges with 32 bits")]
fn count(number: usize) -> u32 {
    number as u32
}
