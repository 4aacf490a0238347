//! Proposes candidates: each generator of each strategy selects targets and names a focus for each target.

use super::{
    candidate::{Candidate, CandidateFocus},
    config::GeneratingStrategy,
    evidence::EvidenceNode,
    facts::{TwoTierElementFacts, TwoTierFacts},
    generator::{
        ElementSelect, ElementTarget, Filter, Generator, GeneratorCondition, GeneratorFallback, GeneratorTarget,
        NodeSelect, NodeTarget, NodesSelect, NodesTarget, Tie,
    },
    scorers::coverage_gap,
    unworded::with_fallbacks,
};
use crate::engine::sort;

/// All candidates, in order of strategies, generators, targets. The order breaks ties.
pub(super) fn propose(strategies: &[GeneratingStrategy], facts: &TwoTierFacts<'_>, phase: &str) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for strategy in strategies.iter().filter(|strategy| strategy.enabled) {
        for generator in &strategy.generators {
            let focuses = generate(generator, facts, phase);
            candidates.extend(focuses.into_iter().map(|focus| strategy.candidate(focus)));
        }
    }
    candidates
}

/// The focus of the first generator or fallback without a target.
pub(super) fn global_focus(strategy: &GeneratingStrategy, facts: &TwoTierFacts<'_>) -> Option<CandidateFocus> {
    let mut generators = strategy.generators.iter().flat_map(with_fallbacks);
    let global = generators.find(|generator| matches!(generator.target, GeneratorTarget::None(_)));
    global.map(|generator| focus(generator, facts, Selected::Nothing))
}

fn generate(generator: &Generator, facts: &TwoTierFacts<'_>, phase: &str) -> Vec<CandidateFocus> {
    if !generator.when.as_ref().is_none_or(|when| holds(when, facts, phase)) {
        return Vec::new();
    }
    let selected: Vec<Selected<'_>> = match &generator.target {
        GeneratorTarget::None(_) => vec![Selected::Nothing],
        GeneratorTarget::Node(target) => select_nodes(target, facts).into_iter().map(Selected::Node).collect(),
        GeneratorTarget::Nodes(target) => select_group(target, facts).into_iter().map(Selected::Nodes).collect(),
        GeneratorTarget::Element(target) => select_elements(target, facts).map(Selected::Element).collect(),
    };
    match (&generator.fallback, selected.is_empty()) {
        (GeneratorFallback::Generate(fallback), true) => generate(fallback, facts, phase),
        (GeneratorFallback::Skip, true) | (_, false) => {
            selected.into_iter().map(|selected| focus(generator, facts, selected)).collect()
        }
    }
}

fn holds(when: &GeneratorCondition, facts: &TwoTierFacts<'_>, phase: &str) -> bool {
    when.phase_in.as_ref().is_none_or(|phases| phases.iter().any(|id| &**id == phase))
        && when.turn_at_least.is_none_or(|turn| facts.turn >= turn)
        && when.node_count_at_least.is_none_or(|count| facts.graph.by_age().len() >= count as usize)
}

/// A target that a generator selected.
enum Selected<'a> {
    Nothing,
    Node(u32),
    Nodes(Vec<u32>),
    Element(&'a TwoTierElementFacts),
}

fn focus(generator: &Generator, facts: &TwoTierFacts<'_>, selected: Selected<'_>) -> CandidateFocus {
    let label = |node: &u32| facts.graph.node(*node).map_or("", |node| node.label);
    let mut focus = CandidateFocus {
        focus_type: generator.focus_type,
        node: None,
        nodes: Vec::new(),
        element: None,
        anchor: anchor(&generator.target, facts),
        description: String::new(),
        confidence: generator.confidence,
    };
    let mut slots = DescriptionSlots { concept: facts.concept, ..DescriptionSlots::default() };
    match selected {
        Selected::Nothing => {}
        Selected::Node(node) => {
            slots.label = label(&node);
            slots.labels = slots.label.to_owned();
            focus.node = Some(node);
        }
        Selected::Nodes(nodes) => {
            slots.label = nodes.first().map_or("", label);
            slots.labels = nodes.iter().map(label).collect::<Vec<_>>().join(", ");
            focus.node = nodes.first().copied();
            focus.nodes = nodes;
        }
        Selected::Element(element) => {
            (slots.element_id, slots.element_label) = (&element.id, &element.label);
            focus.element = Some(element.id.clone());
        }
    }
    focus.description = slots.fill(&generator.description);
    focus
}

/// The node that the conversation is at: the newest, or the newest with a stance.
fn anchor(target: &GeneratorTarget, facts: &TwoTierFacts<'_>) -> Option<u32> {
    match target {
        GeneratorTarget::Node(NodeTarget { select: NodeSelect::OppositeStance, .. }) => latest_with_stance(facts),
        GeneratorTarget::None(_)
        | GeneratorTarget::Node(_)
        | GeneratorTarget::Nodes(_)
        | GeneratorTarget::Element(_) => facts.graph.most_recent(),
    }
}

fn latest_with_stance(facts: &TwoTierFacts<'_>) -> Option<u32> {
    let takes_stance = |node: &u32| facts.graph.node(*node).is_some_and(|node| node.stance != 0);
    facts.graph.by_age().iter().copied().rfind(takes_stance)
}

/// A node that may be selected, with its distance from the cluster of the conversation.
struct SelectableNode<'a> {
    position: u32,
    hops: u32,
    node: &'a EvidenceNode<'a>,
}

fn select_nodes(target: &NodeTarget, facts: &TwoTierFacts<'_>) -> Vec<u32> {
    let mut pool = pool(target, facts);
    sort_pool(target, facts, &mut pool);
    let limit = target.limit.map_or(usize::MAX, |limit| limit as usize);
    pool.iter().map(|entry| entry.position).take(limit).collect()
}

fn pool<'a>(target: &NodeTarget, facts: &'a TwoTierFacts<'_>) -> Vec<SelectableNode<'a>> {
    let filter = target.filter.as_ref();
    let qualified = |(position, hops): (u32, u32)| {
        let node = facts.graph.node(position).filter(|node| qualifies(filter, facts, position, node))?;
        Some(SelectableNode { position, hops, node })
    };
    let live = || facts.graph.nodes().map(|(position, _)| (position, 0));
    match target.select {
        NodeSelect::MostRecent | NodeSelect::LowestDegree | NodeSelect::HighestDegree => {
            live().filter_map(qualified).collect()
        }
        NodeSelect::OppositeStance => {
            let stance =
                latest_with_stance(facts).and_then(|anchor| facts.graph.node(anchor)).map(|anchor| anchor.stance);
            let opposes = |entry: &SelectableNode<'_>| {
                stance.is_some_and(|stance| i16::from(entry.node.stance) == -i16::from(stance))
            };
            live().filter_map(qualified).filter(opposes).collect()
        }
        NodeSelect::Peripheral => {
            let around = |anchor| facts.graph.periphery(anchor, target.max_hops, target.min_relevance);
            let mut around: Vec<_> = facts.graph.most_recent().map(around).unwrap_or_default();
            sort::by_key(&mut around, |found| found.node);
            let all = || around.iter().map(|found| (found.node, found.hops));
            let unvisited: Vec<_> =
                all().filter(|(node, _)| !facts.visited.contains(node)).filter_map(qualified).collect();
            if unvisited.is_empty() { all().filter_map(qualified).collect() } else { unvisited }
        }
    }
}

fn qualifies(filter: Option<&Filter>, facts: &TwoTierFacts<'_>, position: u32, node: &EvidenceNode<'_>) -> bool {
    filter.is_none_or(|filter| {
        filter.types.as_ref().is_none_or(|types| types.iter().any(|id| &**id == node.node_type))
            && filter.min_confidence.is_none_or(|least| node.confidence >= least)
            && filter.max_confidence.is_none_or(|most| node.confidence <= most)
            && filter.stance.is_none_or(|stance| node.stance == stance)
            && !(filter.unvisited && facts.visited.contains(&position))
    })
}

/// Orders the pool best first. Equal entries stay in order of registration.
fn sort_pool(target: &NodeTarget, facts: &TwoTierFacts<'_>, pool: &mut [SelectableNode<'_>]) {
    let degree = |entry: &SelectableNode<'_>| facts.graph.degree(entry.position);
    let usual: &[Tie] = match target.select {
        NodeSelect::MostRecent | NodeSelect::LowestDegree | NodeSelect::HighestDegree => &[Tie::TurnDesc],
        NodeSelect::Peripheral => &[Tie::DegreeAsc, Tie::HopsAsc, Tie::TurnDesc],
        NodeSelect::OppositeStance => &[Tie::ConfidenceDesc, Tie::TurnDesc],
    };
    let ties = target.tie.as_deref().unwrap_or(usual);
    sort::by(pool, |a, b| {
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

fn select_group(target: &NodesTarget, facts: &TwoTierFacts<'_>) -> Option<Vec<u32>> {
    let filter = target.filter.as_ref();
    let fits =
        |position: &u32| facts.graph.node(*position).is_some_and(|node| qualifies(filter, facts, *position, node));
    let newest = match target.select {
        NodesSelect::MostRecent => facts.graph.by_age().iter().rev().copied(),
    };
    let nodes: Vec<u32> = newest.filter(fits).take(target.count_max as usize).collect();
    (!nodes.is_empty() && nodes.len() >= target.count_min as usize).then_some(nodes)
}

fn select_elements<'a>(
    target: &ElementTarget,
    facts: &'a TwoTierFacts<'_>,
) -> impl Iterator<Item = &'a TwoTierElementFacts> {
    let select = target.select;
    let fits = move |element: &&TwoTierElementFacts| match select {
        ElementSelect::Uncovered => !element.seen,
        ElementSelect::Shallow => element.seen && !coverage_gap::gaps(element, facts).is_empty(),
        ElementSelect::All => true,
    };
    let limit = target.limit.map_or(usize::MAX, |limit| limit as usize);
    facts.elements.iter().filter(|element| element.wanted).filter(fits).take(limit)
}

/// Values of the slots of a description. Empty without a target.
#[derive(Default)]
struct DescriptionSlots<'a> {
    label: &'a str,
    labels: String,
    element_id: &'a str,
    element_label: &'a str,
    concept: &'a str,
}

impl DescriptionSlots<'_> {
    /// Fills a description in one pass, so that braces in labels stay.
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
        let slots = DescriptionSlots { label: "{concept}", concept: "oat milk", ..DescriptionSlots::default() };
        assert_eq!(slots.fill("{label} of {concept} {x} {"), "{concept} of oat milk {x} {");
    }
}
