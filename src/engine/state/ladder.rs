//! The ladder: rungs from concrete to abstract, and which types end a line of reasons.

use crate::engine::{
    graph::ActiveGraph,
    id::Name,
    methodology::{NodeType, Ontology},
};

/// The ladder of an ontology. If no type has a level, every type is one rung, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    types: Vec<Rung>,
    length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rung {
    node_type: Name,
    /// Position on the ladder, 0 the lowest; none off the ladder.
    at: Option<u32>,
    is_terminal: bool,
}

impl Ladder {
    /// The ladder of an ontology.
    #[expect(clippy::cast_possible_truncation, reason = "an ontology has a handful of types")]
    pub fn of(ontology: &Ontology) -> Self {
        let levels = ontology.levels();
        let rung = |(index, node): (usize, &NodeType)| Rung {
            node_type: node.id.clone(),
            at: match node.level {
                _ if levels.is_empty() => Some(index as u32),
                Some(level) => levels.binary_search(&level).ok().map(|at| at as u32),
                None => None,
            },
            is_terminal: node.terminal,
        };
        let types: Vec<Rung> = ontology.nodes.iter().enumerate().map(rung).collect();
        let length = if levels.is_empty() { types.len() } else { levels.len() };
        Self { types, length: length as u32 }
    }

    /// Number of rungs.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether any type ends a line of reasons.
    pub fn has_terminal(&self) -> bool {
        self.types.iter().any(|rung| rung.is_terminal)
    }

    /// Rung of a type, 0 the lowest; none for an unknown type or one without a rung.
    pub fn rung(&self, node_type: &str) -> Option<u32> {
        self.find(node_type).and_then(|rung| rung.at)
    }

    /// Whether a line of reasons ends at this type.
    pub fn is_terminal(&self, node_type: &str) -> bool {
        self.find(node_type).is_some_and(|rung| rung.is_terminal)
    }

    /// Rung of each type of a graph, in the graph's order of types.
    pub(super) fn rungs(&self, active: &ActiveGraph<'_>) -> Vec<Option<u32>> {
        active.types.iter().map(|node_type| self.rung(node_type)).collect()
    }

    fn find(&self, node_type: &str) -> Option<&Rung> {
        self.types.iter().find(|rung| &*rung.node_type == node_type)
    }
}
