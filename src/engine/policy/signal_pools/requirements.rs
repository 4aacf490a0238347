//! Requirements of the methodology that are not met yet: which strategies they raise and which they hold back.

use crate::engine::{
    dialogue::Exchange,
    graph::Node,
    id::{Name, NodeId},
    methodology::Requirement,
    state::{Declined, Situation},
};

/// A requirement that is not met.
#[derive(Clone, Debug)]
pub(super) struct UnmetRequirement<'a> {
    requirement: &'a Requirement,
    helps: HelpfulFocus<'a>,
}

/// The focus of a question that helps to meet a requirement.
#[derive(Clone, Debug)]
enum HelpfulFocus<'a> {
    Any,
    /// One of these nodes, which lack a required edge.
    Nodes(Vec<NodeId>),
    /// One of these elements, or a node that belongs to one.
    Elements(Vec<&'a Name>),
}

/// Requirements that are not met, in order of the methodology.
pub(super) fn unmet<'a>(situation: &Situation<'a>) -> Vec<UnmetRequirement<'a>> {
    let requirements = situation.methodology.requires.iter();
    requirements.filter_map(|requirement| check(requirement, situation)).collect()
}

impl UnmetRequirement<'_> {
    /// Source of its term: `requires.ladders_end`.
    pub(super) fn source(&self) -> String {
        format!("requires.{}", self.requirement.id)
    }

    pub(super) fn holds_back(&self, strategy: &str) -> bool {
        self.requirement.holds_back.iter().any(|held| **held == *strategy)
    }

    /// Points for a strategy with a helpful focus.
    pub(super) fn points(&self, strategy: &str) -> Option<f64> {
        self.requirement.raises.get(strategy).copied()
    }

    /// Whether a question about this node or element helps.
    pub(super) fn is_helped_by(&self, node: Option<&Node>, element: Option<&Name>) -> bool {
        match &self.helps {
            HelpfulFocus::Any => true,
            HelpfulFocus::Nodes(nodes) => node.is_some_and(|node| nodes.contains(&node.id)),
            HelpfulFocus::Elements(elements) => {
                let of_node = node.map(|node| node.elements.as_slice()).unwrap_or_default();
                of_node.iter().chain(element).any(|id| elements.contains(&id))
            }
        }
    }
}

/// The requirement, if it is not met and has tries left.
fn check<'a>(requirement: &'a Requirement, situation: &Situation<'a>) -> Option<UnmetRequirement<'a>> {
    let asked = || situation.history.iter().filter(|exchange| is_raised(requirement, exchange));
    if asked().count() >= requirement.tries as usize {
        return None;
    }
    let unknown = |exchange: &&Exchange| exchange.reading.as_ref().is_some_and(|reading| reading.knowledge_lack);
    let least = requirement.least as usize;
    let of_type = || situation.graph.active_nodes().filter(|node| requirement.types.contains(&node.node_type));
    let is_joined = |node: &&Node| is_joined(requirement, node, situation);
    let helps = if requirement.each_element {
        let found = found_for_each_element(situation, of_type().filter(is_joined).map(|node| node.id));
        let open = situation.state.coverage.elements.iter().zip(found).filter(|(element, found)| {
            let given_up = asked().filter(unknown).filter(|exchange| is_about(exchange, &element.element)).count();
            found + given_up < least && !is_declined(&element.element, situation)
        });
        let open: Vec<&Name> = open.map(|(element, _)| &element.element).collect();
        if open.is_empty() {
            return None;
        }
        HelpfulFocus::Elements(open)
    } else if of_type().filter(is_joined).count() + asked().filter(unknown).count() >= least {
        return None;
    } else if requirement.joined_with.is_empty() {
        HelpfulFocus::Any
    } else {
        HelpfulFocus::Nodes(of_type().filter(|node| !is_joined(node)).map(|node| node.id).collect())
    };
    Some(UnmetRequirement { requirement, helps })
}

/// How many of the nodes belong to each element, themselves or by a neighbour. One pass over the edges: a search for each
/// node and element took most of the time of a turn with many ideas.
fn found_for_each_element(situation: &Situation<'_>, nodes: impl Iterator<Item = NodeId>) -> Vec<usize> {
    let elements = &situation.state.coverage.elements;
    let mut elements_of: Vec<Vec<usize>> = Vec::new();
    for (number, element) in elements.iter().enumerate() {
        for node in &element.linked_nodes {
            if elements_of.len() <= node.index() {
                elements_of.resize_with(node.index() + 1, Vec::new);
            }
            if let Some(of_node) = elements_of.get_mut(node.index()) {
                of_node.push(number);
            }
        }
    }
    // For each element, how many nodes were found and the last of them, which counts once.
    let mut found: Vec<(usize, Option<NodeId>)> = vec![(0, None); elements.len()];
    for node in nodes {
        for near in std::iter::once(node).chain(situation.graph.joined_with(node)) {
            for &number in elements_of.get(near.index()).into_iter().flatten() {
                if let Some((count, last)) = found.get_mut(number).filter(|(_, last)| *last != Some(node)) {
                    *count += 1;
                    *last = Some(node);
                }
            }
        }
    }
    found.into_iter().map(|(count, _)| count).collect()
}

/// Whether a node has an edge to an active node of a required type, if the requirement asks for one.
fn is_joined(requirement: &Requirement, node: &Node, situation: &Situation<'_>) -> bool {
    let is_partner = |id: NodeId| {
        let other = situation.graph.node(id).filter(|other| other.superseded_by.is_none());
        other.is_some_and(|other| requirement.joined_with.contains(&other.node_type))
    };
    requirement.joined_with.is_empty() || situation.graph.joined_with(node.id).any(is_partner)
}

fn is_raised(requirement: &Requirement, exchange: &Exchange) -> bool {
    exchange.probe.as_ref().is_some_and(|probe| requirement.raises.contains_key(&probe.strategy))
}

fn is_about(exchange: &Exchange, element: &Name) -> bool {
    exchange.probe.as_ref().and_then(|probe| probe.focus.element()) == Some(element)
}

fn is_declined(element: &Name, situation: &Situation<'_>) -> bool {
    situation.declined.iter().any(|declined| match declined {
        Declined::Focus(focus) => focus.element() == Some(element),
        Declined::Probe(_) => false,
    })
}
