//! Validates a graph against an ontology. It only reports misfits.

use crate::engine::{
    id::Name,
    methodology::{EdgeTypes, Ontology},
};

/// Numbers of misfits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misfits {
    /// Nodes of an unknown type.
    pub node_types: usize,
    /// Edges of an unknown type.
    pub edge_types: usize,
    /// Edges of a known type that the ontology does not permit between their ends.
    pub pairs: usize,
}

/// An edge for the check. The type of a missing or untyped end is none.
#[derive(Clone, Copy, Debug)]
pub struct CheckedEdge<'a> {
    /// Type of the source.
    pub source: Option<&'a str>,
    /// Type of the target.
    pub target: Option<&'a str>,
    /// Type of the edge.
    pub edge_type: &'a str,
}

/// Counts misfits. An untyped node fits everywhere.
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
            && !ontology.permits(EdgeTypes { source, target, edge_type })
        {
            misfits.pairs += 1;
        }
    }
    misfits
}

/// Edge types that the ontology permits from one node type to another, in its order.
pub fn permitted_edge_types<'a>(
    ontology: &'a Ontology,
    source: &'a str,
    target: &'a str,
) -> impl Iterator<Item = &'a Name> {
    ontology
        .edges
        .iter()
        .map(|edge| &edge.id)
        .filter(move |id| ontology.permits(EdgeTypes { source, target, edge_type: id }))
}
