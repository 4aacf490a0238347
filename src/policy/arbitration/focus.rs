//! What a strategy asks about: one rule picks one focus.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{
    facts::{EdgeFact, NodeFact},
    view::View,
};
use crate::{
    dialogue::Focus,
    id::{Name, NodeId},
    state::Declined,
};

/// Which focus a strategy picks. Equal candidates go to the one inserted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Select {
    /// The conversation as a whole.
    None,
    /// The open gap whose element was asked about least.
    OpenGap,
    /// The newest vague idea that was not asked about enough.
    Ambiguous,
    /// The isolated idea asked about least, then the newest, that was not asked about enough.
    Isolated,
    /// The connection outside the ontology that was asked about least, and not enough.
    InvalidEdge,
    /// The last idea of the active branch.
    BranchEnd,
    /// The unexplored idea with most connections.
    Unexplored,
}

/// Whether subjects the respondent passed over may be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reserve {
    /// They are left alone.
    Respect,
    /// Nothing else is left.
    Lift,
}

impl Select {
    /// The focus this rule picks for a strategy; none if nothing fits.
    pub(super) fn pick(self, strategy: &Name, view: &View<'_, '_>, reserve: Reserve) -> Option<Focus> {
        let facts = view.facts;
        let is_free = |focus: &Focus| reserve == Reserve::Lift || !is_declined(facts.declined, strategy, focus);
        let node_is_free = |node: &&NodeFact<'_>| is_free(&Focus::Node { node: node.id });
        let nodes = |ids: &[NodeId]| -> Vec<NodeFact<'_>> {
            ids.iter().filter_map(|id| facts.graph.node(*id)).filter(node_is_free).copied().collect()
        };
        let asked = |node: &NodeFact<'_>| facts.node_tracker.is_exhausted(node.id);
        match self {
            Self::None => Some(Focus::Global).filter(is_free),
            Self::OpenGap => view
                .open_gaps()
                .filter(|gap| is_free(&gap.focus()))
                .min_by_key(|gap| gap.focus_count)
                .map(super::Gap::focus),
            Self::Ambiguous => at(nodes(&view.structure.ambiguous)
                .iter()
                .filter(|node| !asked(node))
                .min_by_key(|node| Reverse(node.time))),
            Self::Isolated => at(nodes(&view.structure.isolated)
                .iter()
                .filter(|node| !asked(node))
                .min_by_key(|node| (facts.node_tracker.count(node.id), Reverse(node.time)))),
            Self::InvalidEdge => facts
                .graph
                .edges()
                .iter()
                .filter(|edge| edge.is_invalid && !facts.edge_tracker.is_exhausted(edge.id))
                .filter(|edge| is_free(&pair(edge)))
                .min_by_key(|edge| facts.edge_tracker.count(edge.id))
                .map(pair),
            Self::BranchEnd => view.structure.branch_end().map(|node| Focus::Node { node }).filter(is_free),
            Self::Unexplored => at(nodes(&view.structure.unexplored).iter().min_by_key(|node| {
                Reverse(facts.graph.place(node.id).map_or(0, |place| view.structure.degree(place)))
            })),
        }
    }
}

fn at(node: Option<&NodeFact<'_>>) -> Option<Focus> {
    node.map(|node| Focus::Node { node: node.id })
}

fn pair(edge: &EdgeFact) -> Focus {
    Focus::Pair { a: edge.source, b: edge.target, edge: Some(edge.id) }
}

/// Whether the respondent passed this over: the very question of this strategy, or the subject.
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
