//! Holds a graph against an ontology. A report only: nothing is dropped for it.

use crate::{
    id::Name,
    methodology::{Edge, Ontology},
};

/// What does not fit an ontology.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misfits {
    /// Nodes of an unknown type.
    pub node_types: usize,
    /// Edges of an unknown type.
    pub edge_types: usize,
    /// Edges of a known type that may not join the types of their ends.
    pub pairs: usize,
}

/// An edge as the check sees it. A type is none where an end is missing or was never typed.
#[derive(Clone, Copy, Debug)]
pub struct CheckedEdge<'a> {
    /// Type of the node it leaves.
    pub source: Option<&'a str>,
    /// Type of the node it enters.
    pub target: Option<&'a str>,
    /// Its own type.
    pub edge_type: &'a str,
}

/// Counts what does not fit. Untyped nodes fit everywhere.
pub fn validate<'a>(
    ontology: &Ontology,
    node_types: impl IntoIterator<Item = &'a str>,
    edges: impl IntoIterator<Item = CheckedEdge<'a>>,
) -> Misfits {
    let mut misfits = Misfits {
        node_types: node_types.into_iter().filter(|node_type| ontology.node(node_type).is_none()).count(),
        ..Misfits::default()
    };
    for CheckedEdge { source, target, edge_type } in edges {
        if ontology.edge(edge_type).is_none() {
            misfits.edge_types += 1;
        } else if let (Some(source), Some(target)) = (source, target)
            && !ontology.permits(Edge { source, target, edge_type })
        {
            misfits.pairs += 1;
        }
    }
    misfits
}

/// Edge types that may lead from a node of one type to a node of another, in order of the ontology.
pub fn permitted_edge_types<'a>(
    ontology: &'a Ontology,
    source: &'a str,
    target: &'a str,
) -> impl Iterator<Item = &'a Name> {
    ontology
        .edges
        .iter()
        .map(|edge| &edge.id)
        .filter(move |id| ontology.permits(Edge { source, target, edge_type: id }))
}
