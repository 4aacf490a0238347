//! Proposes probes: every generator of every strategy selects its targets on the facts and names a focus for each.

use super::{Candidate, Facts, Focus, config::Strategy, evidence::Node, facts::ElementFacts, wording::chain};
use crate::{
    order,
    policy::{
        focus::{
            ElementSelect, ElementTarget, Fallback, Filter, Generator, NodeSelect, NodeTarget, NodesSelect,
            NodesTarget, Target, Tie, When,
        },
        scorers::two_tier::coverage_gap,
    },
};

/// All probes in order: strategies, then their generators, then their targets. The order decides ties.
pub(super) fn propose(strategies: &[Strategy], facts: &Facts<'_>, phase: &str) -> Vec<Candidate> {
    let mut probes = Vec::new();
    for strategy in strategies.iter().filter(|strategy| strategy.enabled) {
        for generator in &strategy.generators {
            let foci = generate(generator, facts, phase);
            probes.extend(foci.into_iter().map(|focus| strategy.candidate(focus)));
        }
    }
    probes
}

/// The focus of the first generator, or nested fallback, that is about the conversation as a whole.
pub(super) fn open_focus(strategy: &Strategy, facts: &Facts<'_>) -> Option<Focus> {
    let mut all = strategy.generators.iter().flat_map(chain);
    let open = all.find(|generator| matches!(generator.target, Target::None(_)));
    open.map(|generator| focus(generator, facts, Chosen::Whole))
}

fn generate(generator: &Generator, facts: &Facts<'_>, phase: &str) -> Vec<Focus> {
    if !generator.when.as_ref().is_none_or(|when| holds(when, facts, phase)) {
        return Vec::new();
    }
    let selected: Vec<Chosen<'_>> = match &generator.target {
        Target::None(_) => vec![Chosen::Whole],
        Target::Node(target) => select_nodes(target, facts).into_iter().map(Chosen::Node).collect(),
        Target::Nodes(target) => select_group(target, facts).into_iter().map(Chosen::Nodes).collect(),
        Target::Element(target) => select_elements(target, facts).map(Chosen::Element).collect(),
    };
    match (&generator.fallback, selected.is_empty()) {
        (Fallback::Generate(fallback), true) => generate(fallback, facts, phase),
        (Fallback::Skip, true) | (_, false) => {
            selected.into_iter().map(|chosen| focus(generator, facts, chosen)).collect()
        }
    }
}

fn holds(when: &When, facts: &Facts<'_>, phase: &str) -> bool {
    when.phase_in.as_ref().is_none_or(|phases| phases.iter().any(|id| &**id == phase))
        && when.turn_at_least.is_none_or(|turn| facts.turn >= turn)
        && when.node_count_at_least.is_none_or(|count| facts.graph.by_age().len() >= count as usize)
}

/// What a generator selected.
enum Chosen<'a> {
    Whole,
    Node(u32),
    Nodes(Vec<u32>),
    Element(&'a ElementFacts),
}

fn focus(generator: &Generator, facts: &Facts<'_>, chosen: Chosen<'_>) -> Focus {
    let label = |node: &u32| facts.graph.node(*node).map_or("", |node| node.label);
    let mut focus = Focus {
        focus_type: generator.focus_type,
        node: None,
        nodes: Vec::new(),
        element: None,
        anchor: anchor(&generator.target, facts),
        description: String::new(),
        confidence: generator.confidence,
    };
    let mut slots = Slots { concept: facts.concept, ..Slots::default() };
    match chosen {
        Chosen::Whole => {}
        Chosen::Node(node) => {
            slots.label = label(&node);
            slots.labels = slots.label.to_owned();
            focus.node = Some(node);
        }
        Chosen::Nodes(nodes) => {
            slots.label = nodes.first().map_or("", label);
            slots.labels = nodes.iter().map(label).collect::<Vec<_>>().join(", ");
            focus.node = nodes.first().copied();
            focus.nodes = nodes;
        }
        Chosen::Element(element) => {
            (slots.element_id, slots.element_label) = (&element.id, &element.label);
            focus.element = Some(element.id.clone());
        }
    }
    focus.description = slots.fill(&generator.description);
    focus
}

/// Where the conversation is, as a generator sees it.
fn anchor(target: &Target, facts: &Facts<'_>) -> Option<u32> {
    match target {
        Target::Node(NodeTarget { select: NodeSelect::OppositeStance, .. }) => latest_with_stance(facts),
        Target::None(_) | Target::Node(_) | Target::Nodes(_) | Target::Element(_) => facts.graph.most_recent(),
    }
}

fn latest_with_stance(facts: &Facts<'_>) -> Option<u32> {
    let takes_stance = |node: &u32| facts.graph.node(*node).is_some_and(|node| node.stance != 0);
    facts.graph.by_age().iter().copied().rfind(takes_stance)
}

/// A node in the running, with its distance from the cluster at hand.
struct Contender<'a> {
    position: u32,
    hops: u32,
    node: &'a Node<'a>,
}

fn select_nodes(target: &NodeTarget, facts: &Facts<'_>) -> Vec<u32> {
    let mut pool = pool(target, facts);
    sort(target, facts, &mut pool);
    let limit = target.limit.map_or(usize::MAX, |limit| limit as usize);
    pool.iter().map(|contender| contender.position).take(limit).collect()
}

fn pool<'a>(target: &NodeTarget, facts: &'a Facts<'_>) -> Vec<Contender<'a>> {
    let filter = target.filter.as_ref();
    let contend = |(position, hops): (u32, u32)| {
        let node = facts.graph.node(position).filter(|node| qualifies(filter, facts, position, node))?;
        Some(Contender { position, hops, node })
    };
    let live = || facts.graph.nodes().map(|(position, _)| (position, 0));
    match target.select {
        NodeSelect::MostRecent | NodeSelect::LowestDegree | NodeSelect::HighestDegree => {
            live().filter_map(contend).collect()
        }
        NodeSelect::OppositeStance => {
            let stance =
                latest_with_stance(facts).and_then(|anchor| facts.graph.node(anchor)).map(|anchor| anchor.stance);
            let opposes = |contender: &Contender<'_>| {
                stance.is_some_and(|stance| i16::from(contender.node.stance) == -i16::from(stance))
            };
            live().filter_map(contend).filter(opposes).collect()
        }
        NodeSelect::Peripheral => {
            let around = |anchor| facts.graph.periphery(anchor, target.max_hops, target.min_relevance);
            let mut around: Vec<_> = facts.graph.most_recent().map(around).unwrap_or_default();
            order::by_key(&mut around, |found| found.node);
            let all = || around.iter().map(|found| (found.node, found.hops));
            let unvisited: Vec<_> =
                all().filter(|(node, _)| !facts.visited.contains(node)).filter_map(contend).collect();
            if unvisited.is_empty() { all().filter_map(contend).collect() } else { unvisited }
        }
    }
}

fn qualifies(filter: Option<&Filter>, facts: &Facts<'_>, position: u32, node: &Node<'_>) -> bool {
    filter.is_none_or(|filter| {
        filter.types.as_ref().is_none_or(|types| types.iter().any(|id| &**id == node.node_type))
            && filter.min_confidence.is_none_or(|least| node.confidence >= least)
            && filter.max_confidence.is_none_or(|most| node.confidence <= most)
            && filter.stance.is_none_or(|stance| node.stance == stance)
            && !(filter.unvisited && facts.visited.contains(&position))
    })
}

/// Orders the pool best first. Whatever `tie` leaves equal stays in order of registration.
fn sort(target: &NodeTarget, facts: &Facts<'_>, pool: &mut [Contender<'_>]) {
    let degree = |contender: &Contender<'_>| facts.graph.degree(contender.position);
    let usual: &[Tie] = match target.select {
        NodeSelect::MostRecent | NodeSelect::LowestDegree | NodeSelect::HighestDegree => &[Tie::TurnDesc],
        NodeSelect::Peripheral => &[Tie::DegreeAsc, Tie::HopsAsc, Tie::TurnDesc],
        NodeSelect::OppositeStance => &[Tie::ConfidenceDesc, Tie::TurnDesc],
    };
    let ties = target.tie.as_deref().unwrap_or(usual);
    pool.sort_by(|a, b| {
        let first = match target.select {
            NodeSelect::MostRecent => (b.node.turn, b.position).cmp(&(a.node.turn, a.position)),
            NodeSelect::LowestDegree => degree(a).cmp(&degree(b)),
            NodeSelect::HighestDegree => degree(b).cmp(&degree(a)),
            NodeSelect::Peripheral | NodeSelect::OppositeStance => std::cmp::Ordering::Equal,
        };
        ties.iter().fold(first, |order, tie| {
            order.then_with(|| match tie {
                Tie::TurnDesc => b.node.turn.cmp(&a.node.turn),
                Tie::TurnAsc => a.node.turn.cmp(&b.node.turn),
                Tie::DegreeAsc => degree(a).cmp(&degree(b)),
                Tie::DegreeDesc => degree(b).cmp(&degree(a)),
                Tie::HopsAsc => a.hops.cmp(&b.hops),
                Tie::ConfidenceDesc => b.node.confidence.total_cmp(&a.node.confidence),
                Tie::ListOrder => a.position.cmp(&b.position),
            })
        })
    });
}

fn select_group(target: &NodesTarget, facts: &Facts<'_>) -> Option<Vec<u32>> {
    let filter = target.filter.as_ref();
    let fits =
        |position: &u32| facts.graph.node(*position).is_some_and(|node| qualifies(filter, facts, *position, node));
    let newest = match target.select {
        NodesSelect::MostRecent => facts.graph.by_age().iter().rev().copied(),
    };
    let nodes: Vec<u32> = newest.filter(fits).take(target.count_max as usize).collect();
    (!nodes.is_empty() && nodes.len() >= target.count_min as usize).then_some(nodes)
}

fn select_elements<'a>(target: &ElementTarget, facts: &'a Facts<'_>) -> impl Iterator<Item = &'a ElementFacts> {
    let select = target.select;
    let fits = move |element: &&ElementFacts| match select {
        ElementSelect::Uncovered => !element.seen,
        ElementSelect::Shallow => element.seen && !coverage_gap::gaps(element, facts).is_empty(),
        ElementSelect::All => true,
    };
    let limit = target.limit.map_or(usize::MAX, |limit| limit as usize);
    facts.elements.iter().filter(|element| element.wanted).filter(fits).take(limit)
}

/// What the slots of a description stand for; empty without a target.
#[derive(Default)]
struct Slots<'a> {
    label: &'a str,
    labels: String,
    element_id: &'a str,
    element_label: &'a str,
    concept: &'a str,
}

impl Slots<'_> {
    /// Fills a description in one pass, so that braces within labels stay as they are.
    fn fill(&self, description: &str) -> String {
        let mut filled = String::new();
        let mut rest = description;
        while let Some(open) = rest.find('{') {
            let (before, after) = rest.split_at(open);
            filled.push_str(before);
            let slot = after.find('}').and_then(|close| after.split_at_checked(close + 1));
            let known = slot.and_then(|(slot, rest)| self.value(slot).map(|value| (value, rest)));
            let (value, after) = known.unwrap_or_else(|| after.split_at(1));
            filled.push_str(value);
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn value(&self, slot: &str) -> Option<&str> {
        match slot {
            "{label}" => Some(self.label),
            "{labels}" => Some(&self.labels),
            "{element_id}" => Some(self.element_id),
            "{element_label}" => Some(self.element_label),
            "{concept}" => Some(self.concept),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_are_no_slot_and_braces_in_labels_stay() {
        let slots = Slots { label: "{concept}", concept: "oat milk", ..Slots::default() };
        assert_eq!(slots.fill("{label} of {concept} {x} {"), "{concept} of oat milk {x} {");
    }
}
