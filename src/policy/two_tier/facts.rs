//! Views of an interview that gates, scorers and generators share: utterances, the live graph, elements, clusters.
//!
//! Invariant: whatever is costly is computed once for a decision and only if something asks for it.

use std::{cell::OnceCell, collections::BTreeSet};

use super::{
    chains::Chains,
    evidence::{Evidence, Ladder, Node},
    phase::PhaseState,
    qualitative::Signals,
    words::{Phrase, Text, Words},
};
use crate::{
    graph::{Link, Partition, Peripheral, SimpleGraph},
    id::Name,
};

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The interviewer: questions.
    Interviewer,
    /// The respondent: answers.
    Respondent,
}

/// Something said.
#[derive(Clone, Debug)]
pub struct Utterance<'a> {
    /// Who said it.
    pub speaker: Speaker,
    /// What was said.
    pub text: Text<'a>,
}

/// An element with the phrases that name it.
#[derive(Clone, Debug)]
pub struct ElementFacts {
    /// Its id.
    pub id: Name,
    /// Its name.
    pub label: String,
    /// Phrases that name it.
    pub phrases: Vec<Phrase>,
    /// Whether it was spoken of.
    pub seen: bool,
    /// Whether it is one of those to be spoken of.
    pub wanted: bool,
    linked: OnceCell<Vec<u32>>,
}

/// Everything a decision of `two_tier` looks at.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// Name of the concept.
    pub concept: &'a str,
    /// Rungs of the ladder.
    pub ladder: Ladder<'a>,
    /// Elements in concept order, then those the concept does not know.
    pub elements: Vec<ElementFacts>,
    /// Everything said, oldest first.
    pub utterances: Vec<Utterance<'a>>,
    /// Strategies used, oldest first.
    pub strategies: Vec<Name>,
    /// Positions of ideas asked about.
    pub visited: BTreeSet<u32>,
    /// Share of the elements to be spoken of that were, 0–1.
    pub coverage: f64,
    /// Whether any element was spoken of, known or not.
    pub anything_seen: bool,
    /// The turn being planned.
    pub turn: u32,
    /// Turns so far.
    pub turns: u32,
    /// Phase of the turn before, if known.
    pub phase: Option<PhaseState>,
    /// Turns in a row that brought little new.
    pub low_info_turns: u32,
    /// Readings that may be used.
    pub signals: Signals,
    /// The live graph, undirected; superseded nodes have no neighbours.
    pub graph: SimpleGraph,
    nodes: Vec<Node<'a>>,
    live: Vec<bool>,
    by_age: Vec<u32>,
    recent_limit: usize,
    outgoing: Vec<Vec<u32>>,
    has_incoming: Vec<bool>,
    clusters: OnceCell<Partition>,
    labels: OnceCell<Vec<Words>>,
    type_counts: OnceCell<Vec<usize>>,
    chains: OnceCell<Chains>,
}

impl<'a> Facts<'a> {
    /// Prepares the views. `recent_limit`: how many of the newest ideas count as recent.
    pub fn new(evidence: Evidence<'a>, recent_limit: u32) -> Self {
        let elements = elements(&evidence);
        let Evidence { concept, ladder, nodes, edges, turns, seen, turn, phase, low_info_turns, signals, .. } =
            evidence;
        let live = live(&nodes, &edges);
        let is_live = |position: u32| live.get(position as usize).copied().unwrap_or_default();
        let kept = || {
            let joins = |edge: &&super::evidence::Edge| !edge.revises && edge.source != edge.target;
            edges.iter().filter(joins).filter(|edge| is_live(edge.source) && is_live(edge.target))
        };
        let links =
            kept().map(|edge| Link { a: edge.source, b: edge.target, relevance: edge.relevance, weight: edge.weight });
        let graph = SimpleGraph::new(nodes.len(), links);
        let (mut outgoing, mut has_incoming) = (vec![Vec::new(); nodes.len()], vec![false; nodes.len()]);
        for edge in kept() {
            if let (Some(out), Some(into)) =
                (outgoing.get_mut(edge.source as usize), has_incoming.get_mut(edge.target as usize))
            {
                out.push(edge.target);
                *into = true;
            }
        }
        let mut by_age: Vec<u32> = (0..).zip(&live).filter(|(_, live)| **live).map(|(position, _)| position).collect();
        by_age.sort_by_key(|position| nodes.get(*position as usize).map(|node| node.turn));
        let wanted = elements.iter().filter(|element| element.wanted).count();
        let covered = elements.iter().filter(|element| element.wanted && element.seen).count();
        Self {
            concept,
            ladder,
            utterances: utterances(&turns),
            strategies: turns.iter().filter_map(|turn| turn.strategy.clone()).collect(),
            visited: turns.iter().filter_map(|turn| turn.node).collect(),
            coverage: if wanted == 0 { 0.0 } else { ratio(covered, wanted) },
            anything_seen: !seen.is_empty(),
            turn,
            turns: u32::try_from(turns.len()).unwrap_or(u32::MAX),
            phase,
            low_info_turns,
            signals,
            graph,
            nodes,
            live,
            by_age,
            recent_limit: recent_limit as usize,
            outgoing,
            has_incoming,
            clusters: OnceCell::new(),
            labels: OnceCell::new(),
            type_counts: OnceCell::new(),
            chains: OnceCell::new(),
            elements,
        }
    }

    /// The last `count` utterances of either speaker.
    pub fn window(&self, count: u32) -> &[Utterance<'a>] {
        let from = self.utterances.len().saturating_sub(count as usize);
        self.utterances.get(from..).unwrap_or_default()
    }

    /// What this speaker said among the last `count` utterances, oldest first.
    pub fn said_by(&self, speaker: Speaker, count: u32) -> impl DoubleEndedIterator<Item = &Text<'a>> {
        self.window(count).iter().filter(move |utterance| utterance.speaker == speaker).map(|utterance| &utterance.text)
    }

    /// How many of the latest utterances of a speaker in a row say one of the phrases; blank ones do not count.
    pub fn run(&self, speaker: Speaker, phrases: &[Phrase]) -> usize {
        let all = self.said_by(speaker, u32::MAX).rev().filter(|text| !text.raw().trim().is_empty());
        all.take_while(|text| text.says_any(phrases)).count()
    }

    /// The node at a position, if it is live.
    pub fn node(&self, position: u32) -> Option<&Node<'a>> {
        let index = position as usize;
        self.nodes.get(index).filter(|_| self.live.get(index).copied().unwrap_or_default())
    }

    /// Positions of live nodes, oldest first.
    pub fn by_age(&self) -> &[u32] {
        &self.by_age
    }

    /// Positions of live nodes in order of registration.
    pub fn live_nodes(&self) -> impl Iterator<Item = (u32, &Node<'a>)> {
        (0..)
            .zip(self.nodes.iter().zip(&self.live))
            .filter(|(_, (_, live))| **live)
            .map(|(position, (node, _))| (position, node))
    }

    /// Positions of recent nodes, oldest first.
    pub fn recent(&self) -> &[u32] {
        let from = self.by_age.len().saturating_sub(self.recent_limit);
        self.by_age.get(from..).unwrap_or_default()
    }

    /// The newest live node.
    pub fn most_recent(&self) -> Option<u32> {
        self.by_age.last().copied()
    }

    /// Nodes an edge leads to from this one.
    pub fn outgoing(&self, position: u32) -> &[u32] {
        self.outgoing.get(position as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether an edge leads to this node.
    pub fn has_incoming(&self, position: u32) -> bool {
        self.has_incoming.get(position as usize).copied().unwrap_or_default()
    }

    /// The element of this id, known to the concept or to be spoken of.
    pub fn element(&self, id: &str) -> Option<&ElementFacts> {
        self.elements.iter().find(|element| &*element.id == id)
    }

    /// Phrases that name an element, known or not.
    pub fn element_phrases(&self, id: &str) -> Vec<Phrase> {
        self.element(id).map_or_else(|| vec![Phrase::of(id)], |element| element.phrases.clone())
    }

    /// Live nodes linked to an element: by the reading, or because their label names it. In order of registration.
    pub fn linked<'e>(&self, element: &'e ElementFacts) -> &'e [u32] {
        element.linked.get_or_init(|| self.linked_by(&element.id, &element.phrases))
    }

    /// Live nodes linked to the element of this id, known or not. In order of registration.
    pub fn linked_to(&self, id: &str) -> Vec<u32> {
        self.element(id).map_or_else(|| self.linked_by(id, &[Phrase::of(id)]), |element| self.linked(element).to_vec())
    }

    fn linked_by(&self, id: &str, phrases: &[Phrase]) -> Vec<u32> {
        let labels = self.labels.get_or_init(|| self.nodes.iter().map(|node| Words::of(node.label)).collect());
        let names = |position: u32, node: &Node<'a>| {
            node.elements.iter().any(|element| &**element == id)
                || labels.get(position as usize).is_some_and(|words| words.say_any(node.label, phrases))
        };
        self.live_nodes().filter(|(position, node)| names(*position, node)).map(|(position, _)| position).collect()
    }

    /// The cluster of a node, its members ascending.
    pub fn cluster(&self, position: u32) -> &[u32] {
        self.clusters().cluster(position)
    }

    /// All clusters, those of superseded nodes included, each of which is alone.
    pub fn clusters(&self) -> &Partition {
        self.clusters.get_or_init(|| Partition::of(&self.graph))
    }

    /// Density of a node's cluster, 0–1; 0 if it is not live.
    pub fn cluster_density(&self, position: u32) -> f64 {
        self.graph.density(self.cluster(position))
    }

    /// Median degree in a node's cluster; 0 if it is not live.
    pub fn median_cluster_degree(&self, position: u32) -> f64 {
        self.graph.median_degree(self.cluster(position))
    }

    /// How many turns ago this strategy was used, 0 being the last turn, within the last 10; if it was not, the number
    /// of turns.
    pub fn turns_since(&self, strategy: &str) -> u32 {
        let within = (0..10).zip(self.strategies.iter().rev()).find(|(_, used)| &***used == strategy);
        within.map_or(self.turn.min(self.turns), |(ago, _)| ago)
    }

    /// Nodes around a node's cluster, visited ones included; none if it is not live.
    pub fn periphery(&self, position: u32, max_hops: u32, min_relevance: f64) -> Vec<Peripheral> {
        if self.node(position).is_none() {
            return Vec::new();
        }
        self.graph.periphery(self.cluster(position), max_hops, min_relevance)
    }

    /// Whether the node takes a stance and some live node takes the opposite one.
    pub fn has_opposite_stance(&self, position: u32) -> bool {
        self.node(position).is_some_and(|node| {
            node.stance != 0 && self.live_nodes().any(|(_, other)| i16::from(other.stance) == -i16::from(node.stance))
        })
    }

    /// How many live nodes each type has that has any, types by id.
    pub fn type_counts(&self) -> &[usize] {
        self.type_counts.get_or_init(|| {
            let mut types: Vec<&str> = self.live_nodes().map(|(_, node)| node.node_type).collect();
            types.sort_unstable();
            types.chunk_by(|a, b| a == b).map(<[&str]>::len).collect()
        })
    }

    /// Chains of reasons in the live graph.
    pub fn chains(&self) -> Chains {
        *self.chains.get_or_init(|| Chains::of(self))
    }
}

/// Elements of the concept, then those to be spoken of that the concept does not know.
fn elements(evidence: &Evidence<'_>) -> Vec<ElementFacts> {
    let facts = |id: &Name, label: String, phrases: Vec<Phrase>| ElementFacts {
        seen: evidence.seen.contains(id),
        wanted: evidence.total.contains(id),
        id: id.clone(),
        label,
        phrases,
        linked: OnceCell::new(),
    };
    let known = evidence.elements.iter().map(|element| {
        let names = [element.label].into_iter().chain(element.aliases.iter().map(String::as_str)).chain([&*element.id]);
        facts(&element.id, element.label.to_owned(), names.map(Phrase::of).collect())
    });
    let mut elements: Vec<ElementFacts> = known.collect();
    for id in &evidence.total {
        if !elements.iter().any(|element| element.id == *id) {
            elements.push(facts(id, id.replace('_', " "), vec![Phrase::of(id)]));
        }
    }
    elements
}

fn live(nodes: &[Node<'_>], edges: &[super::evidence::Edge]) -> Vec<bool> {
    let mut live: Vec<bool> = nodes.iter().map(|node| !node.is_superseded).collect();
    for edge in edges.iter().filter(|edge| edge.revises) {
        if let Some(live) = live.get_mut(edge.target as usize) {
            *live = false;
        }
    }
    live
}

fn utterances<'a>(turns: &[super::evidence::Turn<'a>]) -> Vec<Utterance<'a>> {
    let said = |speaker, text: Option<&'a str>| text.map(|text| Utterance { speaker, text: Text::of(text) });
    let both = |turn: &super::evidence::Turn<'a>| {
        [said(Speaker::Interviewer, turn.question), said(Speaker::Respondent, turn.answer)]
    };
    turns.iter().flat_map(both).flatten().collect()
}

/// Share of one count in another.
#[expect(clippy::cast_precision_loss, reason = "counts of an interview are far below 2^52")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}
