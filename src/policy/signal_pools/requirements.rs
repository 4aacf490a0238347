//! What the method requires and has not heard yet: which strategies it raises for what, and which it holds back.

use crate::{
    dialogue::{Exchange, Focus},
    graph::Node,
    id::{Name, NodeId},
    methodology::Requirement,
    state::{Declined, Situation},
};

/// A requirement that is not met.
#[derive(Clone, Debug)]
pub(super) struct Lack<'a> {
    pub(super) requirement: &'a Requirement,
    about: About<'a>,
}

/// What a question must be about to help.
#[derive(Clone, Debug)]
enum About<'a> {
    /// Anything.
    Anything,
    /// One of these ideas, which are not joined as they should be.
    Nodes(Vec<NodeId>),
    /// One of these elements, or an idea about it.
    Elements(Vec<&'a Name>),
}

/// What the method requires and has not heard yet, in the order of the file.
pub(super) fn lacks<'a>(situation: &Situation<'a>) -> Vec<Lack<'a>> {
    situation.methodology.requires.iter().filter_map(|requirement| lack(requirement, situation)).collect()
}

impl Lack<'_> {
    /// What it is called on a tally.
    pub(super) fn source(&self) -> String {
        format!("requires.{}", self.requirement.id)
    }

    pub(super) fn holds_back(&self, strategy: &str) -> bool {
        self.requirement.holds_back.iter().any(|held| **held == *strategy)
    }

    /// Points it adds to a strategy that is about what helps.
    pub(super) fn raise(&self, strategy: &str) -> Option<f64> {
        self.requirement.raises.get(strategy).copied()
    }

    /// Whether a question about this helps.
    pub(super) fn is_helped_by(&self, node: Option<&Node>, element: Option<&Name>) -> bool {
        match &self.about {
            About::Anything => true,
            About::Nodes(nodes) => node.is_some_and(|node| nodes.contains(&node.id)),
            About::Elements(elements) => {
                let of_node = node.map(|node| node.elements.as_slice()).unwrap_or_default();
                of_node.iter().chain(element).any(|id| elements.contains(&id))
            }
        }
    }
}

fn lack<'a>(requirement: &'a Requirement, situation: &Situation<'a>) -> Option<Lack<'a>> {
    let asked = || situation.history.iter().filter(|exchange| is_raised(requirement, exchange));
    if asked().count() >= requirement.tries as usize {
        return None;
    }
    let unknown = |exchange: &&Exchange| exchange.reading.as_ref().is_some_and(|reading| reading.knowledge_lack);
    let least = requirement.least as usize;
    let about = if requirement.each_element {
        let counted = situation.graph.active_nodes().filter(|node| counts(requirement, node, situation));
        let counted: Vec<NodeId> = counted.map(|node| node.id).collect();
        let open = situation.state.coverage.elements.iter().filter(|element| {
            let belongs = |id: NodeId| element.linked_nodes.contains(&id);
            let about = |node: &&NodeId| belongs(**node) || situation.graph.joined_with(**node).any(belongs);
            let found = counted.iter().filter(about).count();
            let given_up = asked().filter(unknown).filter(|exchange| is_about(exchange, &element.element)).count();
            found + given_up < least && !is_declined(&element.element, situation)
        });
        About::Elements(open.map(|element| &element.element).collect())
    } else {
        let of_type = || situation.graph.active_nodes().filter(|node| requirement.types.contains(&node.node_type));
        let found = of_type().filter(|node| counts(requirement, node, situation)).count();
        if found + asked().filter(unknown).count() >= least {
            return None;
        }
        if requirement.joined_with.is_empty() {
            About::Anything
        } else {
            About::Nodes(of_type().filter(|node| !counts(requirement, node, situation)).map(|node| node.id).collect())
        }
    };
    match &about {
        About::Elements(open) if open.is_empty() => None,
        About::Anything | About::Nodes(_) | About::Elements(_) => Some(Lack { requirement, about }),
    }
}

/// Whether an idea is of the type, and joined as it should be.
fn counts(requirement: &Requirement, node: &Node, situation: &Situation<'_>) -> bool {
    let is_partner = |id: NodeId| {
        let other = situation.graph.node(id).filter(|other| other.superseded_by.is_none());
        other.is_some_and(|other| requirement.joined_with.contains(&other.node_type))
    };
    requirement.types.contains(&node.node_type)
        && (requirement.joined_with.is_empty() || situation.graph.joined_with(node.id).any(is_partner))
}

fn is_raised(requirement: &Requirement, exchange: &Exchange) -> bool {
    exchange.probe.as_ref().is_some_and(|probe| requirement.raises.contains_key(&probe.strategy))
}

fn is_about(exchange: &Exchange, element: &Name) -> bool {
    exchange.probe.as_ref().and_then(|probe| probe.focus.element()) == Some(element)
}

fn is_declined(element: &Name, situation: &Situation<'_>) -> bool {
    situation.declined.iter().any(|declined| match declined {
        Declined::Focus(Focus::Element { element: declined } | Focus::Gap { element: declined, .. }) => {
            declined == element
        }
        Declined::Focus(Focus::Global | Focus::Node { .. } | Focus::Nodes { .. } | Focus::Pair { .. })
        | Declined::Probe(_) => false,
    })
}
