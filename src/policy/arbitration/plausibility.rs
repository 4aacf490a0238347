//! Before an isolated idea is asked to be connected: is there anything it could be connected with?
//!
//! Judged by the model that read the last answer, if it was asked; else by the ontology, in the page: an idea is a plausible
//! partner if some edge may join the two types, in either direction.

use super::view::View;
use crate::{
    dialogue::Exchange,
    id::NodeId,
    methodology::{Edge, Ontology},
};

/// Candidates looked at, in order of insertion.
const CANDIDATES: usize = 10;

/// How plausibly the idea belongs with another one as the model that read the last answer sees it, 0–1; none if it was not
/// asked or did not say.
pub(super) fn by_model(view: &View<'_, '_>, isolate: NodeId, last: Option<&Exchange>) -> Option<f64> {
    let rated = &last?.reading.as_ref()?.plausibility;
    let label = view.facts.graph.label(isolate);
    rated.iter().find(|(rated, _)| rated.to_lowercase() == label).map(|(_, rating)| *rating)
}

/// Whether at least one of the candidates is viable by the ontology, that is rated above the limit.
pub(super) fn is_plausible(view: &View<'_, '_>, isolate: NodeId, ontology: &Ontology, limit: f64) -> bool {
    let graph = &view.facts.graph;
    let Some(isolated) = graph.node(isolate) else { return false };
    let candidates = graph.nodes().iter().filter(|node| node.id != isolate && !node.is_ambiguous).take(CANDIDATES);
    candidates.map(|candidate| rating(isolated.node_type, candidate.node_type, ontology)).any(|rating| rating > limit)
}

/// Isolated ideas that are pointless to ask about along with this one: all of them, where everything is too vague to
/// connect with.
pub(super) fn hopeless(view: &View<'_, '_>, isolate: NodeId) -> Vec<NodeId> {
    let has_clear = view.facts.graph.nodes().iter().any(|node| !node.is_ambiguous);
    if has_clear { vec![isolate] } else { view.structure.isolated.clone() }
}

/// 0–1. An idea without a type could go anywhere.
fn rating(one: Option<&str>, other: Option<&str>, ontology: &Ontology) -> f64 {
    let (Some(one), Some(other)) = (one, other) else { return 1.0 };
    let joins = |source, target| {
        ontology.edges.iter().any(|edge| ontology.permits(Edge { source, target, edge_type: &edge.id }))
    };
    if joins(one, other) || joins(other, one) { 1.0 } else { 0.0 }
}
