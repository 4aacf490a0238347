//! Whether an isolated idea has a plausible connection, checked before the interview asks for one.
//!
//! The model that read the last answer rates it. Without a rating the ontology decides: two ideas are plausible partners
//! if an edge may join their types, in either direction.

use super::view::View;
use crate::engine::{
    dialogue::Exchange,
    id::NodeId,
    methodology::{EdgeTypes, Ontology},
};

/// Number of candidates, in order of insertion.
const CANDIDATES: usize = 10;

/// Plausibility of a connection, rated by the model that read the last answer, 0–1. None without a rating.
pub(super) fn model_rating(view: &View<'_, '_>, isolate: NodeId, last: Option<&Exchange>) -> Option<f64> {
    let rated = &last?.reading.as_ref()?.plausibility;
    let label = view.facts.graph.label(isolate);
    rated.iter().find(|(rated, _)| rated.to_lowercase() == label).map(|(_, rating)| *rating)
}

/// Whether the ontology rates a candidate above the limit.
pub(super) fn is_plausible(view: &View<'_, '_>, isolate: NodeId, ontology: &Ontology, limit: f64) -> bool {
    let graph = &view.facts.graph;
    let Some(isolated) = graph.node(isolate) else { return false };
    let candidates = graph.nodes().iter().filter(|node| node.id != isolate && !node.is_ambiguous).take(CANDIDATES);
    candidates.map(|candidate| rating(isolated.node_type, candidate.node_type, ontology)).any(|rating| rating > limit)
}

/// Isolated ideas to set aside together with this one: all of them if every idea is vague.
pub(super) fn set_aside(view: &View<'_, '_>, isolate: NodeId) -> Vec<NodeId> {
    let has_clear = view.facts.graph.nodes().iter().any(|node| !node.is_ambiguous);
    if has_clear { vec![isolate] } else { view.structure.isolated.clone() }
}

/// 1 if an edge may join the types, else 0. An idea without a type fits everywhere.
fn rating(one: Option<&str>, other: Option<&str>, ontology: &Ontology) -> f64 {
    let (Some(one), Some(other)) = (one, other) else { return 1.0 };
    let joins = |source, target| {
        ontology.edges.iter().any(|edge| ontology.permits(EdgeTypes { source, target, edge_type: &edge.id }))
    };
    if joins(one, other) || joins(other, one) { 1.0 } else { 0.0 }
}
