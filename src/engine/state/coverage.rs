//! The coverage of the concept: which elements were mentioned, and how deeply.

use serde::{Deserialize, Serialize};

use super::{ElementNames, Ladder, breadth::Rungs, links};
use crate::engine::{
    concept::Concept,
    graph::{ActiveGraph, SearchBudget, Slot},
    id::{Name, NodeId},
    sort,
};

/// Coverage of the concept's elements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// One entry for each element, in concept order.
    pub elements: Vec<ElementCoverage>,
    /// Number of elements with at least one node.
    pub elements_covered: u32,
    /// Number of elements in the concept.
    pub elements_total: u32,
    /// Mean depth over all elements, 0–1.
    pub overall_depth: f64,
    /// Maximum depth of an element, 0–1.
    pub max_depth: f64,
}

/// Coverage of one element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementCoverage {
    /// Id of the element.
    pub element: Name,
    /// Whether a node is linked to it.
    pub covered: bool,
    /// Nodes linked to it, ascending.
    pub linked_nodes: Vec<NodeId>,
    /// Types of these nodes, ascending.
    pub types_found: Vec<Name>,
    /// Distinct rungs on the best path through its nodes, as a share of the ladder, 0–1.
    pub depth: f64,
    /// Whether the search was complete; otherwise `depth` is a lower bound.
    pub exact: bool,
}

impl Coverage {
    /// Coverage of the concept by the active graph.
    pub(super) fn of(
        active: &ActiveGraph<'_>,
        concept: &Concept,
        names: &ElementNames,
        ladder: &Ladder,
        effort: &mut SearchBudget,
    ) -> Self {
        let neighbours = active.neighbours();
        let mut rungs = Rungs::new(active, &neighbours, ladder);
        let mut coverage = Self::default();
        let mut sum = 0.0;
        for (element, linked) in concept.elements.iter().zip(links::of(active, &concept.elements, names)) {
            let (distinct, exact) = rungs.most_on_a_path(&linked, effort);
            let depth = share(distinct, linked.len(), ladder.length());
            coverage.elements_total += 1;
            coverage.elements_covered += u32::from(!linked.is_empty());
            coverage.max_depth = coverage.max_depth.max(depth);
            sum += depth;
            coverage.elements.push(ElementCoverage {
                element: element.id.clone(),
                covered: !linked.is_empty(),
                linked_nodes: ids(active, &linked),
                types_found: types(active, &linked),
                depth,
                exact,
            });
        }
        coverage.overall_depth = sum / f64::from(coverage.elements_total.max(1));
        coverage
    }
}

/// Distinct rungs as a share of the ladder: at least one rung with a node, and at most all.
fn share(distinct: u32, nodes: usize, ladder: u32) -> f64 {
    let at_least = u32::from(nodes > 0);
    (f64::from(distinct.max(at_least)) / f64::from(ladder.max(1))).min(1.0)
}

fn ids(active: &ActiveGraph<'_>, slots: &[Slot]) -> Vec<NodeId> {
    slots.iter().filter_map(|slot| active.nodes.get(*slot as usize)).map(|node| node.id).collect()
}

fn types(active: &ActiveGraph<'_>, slots: &[Slot]) -> Vec<Name> {
    let mut found: Vec<u32> = slots.iter().filter_map(|slot| active.type_of.get(*slot as usize)).copied().collect();
    sort::distinct(&mut found);
    let mut names: Vec<Name> =
        found.into_iter().filter_map(|at| active.types.get(at as usize)).map(|name| (*name).clone()).collect();
    sort::by(&mut names, Name::cmp);
    names
}
