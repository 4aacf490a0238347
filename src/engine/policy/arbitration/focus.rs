//! The focus of a strategy: one rule selects one focus.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{
    facts::{EdgeFact, NodeFact},
    view::View,
};
use crate::engine::{
    dialogue::Focus,
    id::{Name, NodeId},
    state::Declined,
};

/// Rule that selects the focus of a strategy. Among equals the first inserted wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Select {
    /// The conversation as a whole.
    None,
    /// The open gap of the element with fewest questions.
    OpenGap,
    /// The newest vague idea that is not exhausted.
    Ambiguous,
    /// The isolated idea with fewest questions, then the newest, that is not exhausted.
    Isolated,
    /// The edge outside the ontology with fewest questions that is not exhausted.
    InvalidEdge,
    /// The last idea of the active branch.
    BranchEnd,
    /// The unexplored idea with most edges.
    Unexplored,
}

/// Whether declined questions and subjects may be proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclinedFocus {
    /// They are left out.
    Skip,
    /// They may be proposed, because no other probe is left.
    Allow,
}

impl Select {
    /// The focus for a strategy. None if no focus fits.
    pub(super) fn select(self, strategy: &Name, view: &View<'_, '_>, declined: DeclinedFocus) -> Option<Focus> {
        let facts = view.facts;
        let is_free = |focus: &Focus| declined == DeclinedFocus::Allow || !is_declined(facts.declined, strategy, focus);
        let node_is_free = |node: &&NodeFact<'_>| is_free(&Focus::Node { node: node.id });
        let nodes = |ids: &[NodeId]| -> Vec<NodeFact<'_>> {
            ids.iter().filter_map(|id| facts.graph.node(*id)).filter(node_is_free).copied().collect()
        };
        let is_exhausted = |node: &NodeFact<'_>| facts.node_tracker.is_exhausted(node.id);
        match self {
            Self::None => Some(Focus::Global).filter(is_free),
            Self::OpenGap => view
                .open_gaps()
                .filter(|gap| is_free(&gap.focus()))
                .min_by_key(|gap| gap.focus_count)
                .map(super::ElementGap::focus),
            Self::Ambiguous => node_focus(
                nodes(&view.structure.ambiguous)
                    .iter()
                    .filter(|node| !is_exhausted(node))
                    .min_by_key(|node| Reverse(node.time)),
            ),
            Self::Isolated => node_focus(
                nodes(&view.structure.isolated)
                    .iter()
                    .filter(|node| !is_exhausted(node))
                    .min_by_key(|node| (facts.node_tracker.count(node.id), Reverse(node.time))),
            ),
            Self::InvalidEdge => facts
                .graph
                .edges()
                .iter()
                .filter(|edge| edge.is_invalid && !facts.edge_tracker.is_exhausted(edge.id))
                .filter(|edge| is_free(&pair_focus(edge)))
                .min_by_key(|edge| facts.edge_tracker.count(edge.id))
                .map(pair_focus),
            Self::BranchEnd => view.structure.branch_end().map(|node| Focus::Node { node }).filter(is_free),
            Self::Unexplored => node_focus(nodes(&view.structure.unexplored).iter().min_by_key(|node| {
                Reverse(facts.graph.place(node.id).map_or(0, |place| view.structure.degree(place)))
            })),
        }
    }
}

fn node_focus(node: Option<&NodeFact<'_>>) -> Option<Focus> {
    node.map(|node| Focus::Node { node: node.id })
}

fn pair_focus(edge: &EdgeFact) -> Focus {
    Focus::Pair { a: edge.source, b: edge.target, edge: Some(edge.id) }
}

/// Whether the respondent declined this question of the strategy, or its subject.
pub(super) fn is_declined(declined: &[Declined], strategy: &Name, focus: &Focus) -> bool {
    declined.iter().any(|declined| match declined {
        Declined::Probe(probe) => probe.strategy == *strategy && probe.focus == *focus,
        Declined::Focus(subject) => {
            subject == focus
                || (subject.node().is_some() && subject.node() == focus.node())
                || (subject.element().is_some() && subject.element() == focus.element())
        }
    })
}
