//! The facts that `arbitration` decides on: nodes, edges, turns, coverage, trackers and engagement.
//!
//! Invariant: every edge joins two known nodes. References to unknown nodes are ignored.

use super::{
    coverage::{RequiredCoverage, RequiredElement, Understanding},
    engagement::EngagementState,
    tracker::{FocusTracker, Trackers},
};
use crate::engine::{
    dialogue::{Exchange, Focus, Probe},
    graph::KnowledgeGraph,
    id::{EdgeId, NodeId},
    language::LanguagePack,
    methodology::Ontology,
    state::{Declined, Situation},
};

/// The input of a decision.
#[derive(Clone, Debug)]
pub struct ArbitrationFacts<'a> {
    /// The language pack of the study.
    pub pack: &'a LanguagePack,
    /// Ideas and connections.
    pub graph: Network<'a>,
    /// Completed turns, oldest first.
    pub turns: Vec<TurnFact<'a>>,
    /// Coverage of the elements.
    pub coverage: RequiredCoverage,
    /// Questions about each node alone.
    pub node_tracker: FocusTracker<NodeId>,
    /// Questions about each edge.
    pub edge_tracker: FocusTracker<EdgeId>,
    /// Engagement of the respondent.
    pub engagement: EngagementState,
    /// Greatest number of turns.
    pub max_turns: u32,
    /// Number of turns before which only `max_turns` ends the interview.
    pub min_turns: u32,
    /// Questions and subjects that the respondent declined.
    pub declined: &'a [Declined],
}

/// An idea.
#[derive(Clone, Copy, Debug)]
pub struct NodeFact<'a> {
    /// Id.
    pub id: NodeId,
    /// Label in the words of the respondent.
    pub label: &'a str,
    /// Id of its node type, if it has one.
    pub node_type: Option<&'a str>,
    /// Order in which it was first voiced; greater is later.
    pub time: i64,
    /// Whether it is too vague to build on.
    pub is_ambiguous: bool,
    /// Whether its type is terminal.
    pub is_terminal: bool,
}

/// A connection between two ideas that exist.
#[derive(Clone, Copy, Debug)]
pub struct EdgeFact {
    /// Id.
    pub id: EdgeId,
    /// Source node.
    pub source: NodeId,
    /// Target node.
    pub target: NodeId,
    /// Whether the ontology does not permit it.
    pub is_invalid: bool,
}

/// One completed turn.
#[derive(Clone, Debug)]
pub struct TurnFact<'a> {
    /// The question asked.
    pub question: &'a str,
    /// The answer. Empty if the question was skipped.
    pub answer: &'a str,
    /// Probe of the question. None for the opening question.
    pub probe: Option<&'a Probe>,
    /// Nodes that the answer added.
    pub new_nodes: &'a [NodeId],
    /// Known nodes that the answer mentioned.
    pub mentioned_nodes: &'a [NodeId],
    /// Source and target of the edges that the answer added.
    pub new_edges: Vec<(NodeId, NodeId)>,
}

impl TurnFact<'_> {
    /// Focus of the question.
    pub fn focus(&self) -> Option<&Focus> {
        self.probe.map(|probe| &probe.focus)
    }
}

/// Ideas and connections in order of insertion.
#[derive(Clone, Debug, Default)]
pub struct Network<'a> {
    nodes: Vec<NodeFact<'a>>,
    edges: Vec<EdgeFact>,
    places: Vec<Option<usize>>,
}

impl<'a> Network<'a> {
    /// A network of nodes and of the edges between them. A repeated id replaces the earlier item.
    pub fn new(nodes: impl IntoIterator<Item = NodeFact<'a>>, edges: impl IntoIterator<Item = EdgeFact>) -> Self {
        let (nodes, places) = deduplicate(nodes, |node| node.id.index());
        let (edges, _) = deduplicate(edges, |edge| edge.id.index());
        let mut network = Self { nodes, edges: Vec::new(), places };
        let has = |id| network.place(id).is_some();
        network.edges = edges.into_iter().filter(|edge| has(edge.source) && has(edge.target)).collect();
        network
    }

    /// Nodes in order of insertion.
    pub fn nodes(&self) -> &[NodeFact<'a>] {
        &self.nodes
    }

    /// Edges in order of insertion.
    pub fn edges(&self) -> &[EdgeFact] {
        &self.edges
    }

    /// Position of a node in the order of insertion.
    pub fn place(&self, id: NodeId) -> Option<usize> {
        self.places.get(id.index()).copied().flatten()
    }

    /// The node with this id.
    pub fn node(&self, id: NodeId) -> Option<&NodeFact<'a>> {
        self.nodes.get(self.place(id)?)
    }

    /// Label of a node in lower case; empty if there is no such node.
    pub fn label(&self, id: NodeId) -> String {
        self.node(id).map(|node| node.label.to_lowercase()).unwrap_or_default()
    }
}

/// Items in order of insertion without repeated ids, and the place of each index.
fn deduplicate<T>(items: impl IntoIterator<Item = T>, index: impl Fn(&T) -> usize) -> (Vec<T>, Vec<Option<usize>>) {
    let (mut kept, mut places) = (Vec::new(), Vec::new());
    for item in items {
        let index = index(&item);
        if index >= places.len() {
            places.resize(index + 1, None);
        }
        let Some(place) = places.get_mut(index) else { continue };
        if let Some(known) = place.and_then(|place: usize| kept.get_mut(place)) {
            *known = item;
        } else {
            *place = Some(kept.len());
            kept.push(item);
        }
    }
    (kept, places)
}

impl<'a> ArbitrationFacts<'a> {
    /// The facts of a situation. Counters are folds over the history. Superseded nodes are left out.
    pub fn of(situation: &Situation<'a>, thresholds: Trackers) -> Self {
        let graph = network(situation.graph, &situation.methodology.ontology);
        let mut facts = Self {
            pack: situation.pack,
            coverage: coverage(situation, &graph, thresholds.element),
            graph,
            turns: situation.history.iter().map(|exchange| turn(situation.graph, exchange)).collect(),
            node_tracker: FocusTracker::new(thresholds.node),
            edge_tracker: FocusTracker::new(thresholds.edge),
            engagement: EngagementState::default(),
            max_turns: situation.limits.max_turns,
            min_turns: situation.limits.min_turns,
            declined: situation.declined,
        };
        for exchange in situation.history {
            facts.record(exchange);
        }
        facts
    }

    fn record(&mut self, exchange: &Exchange) {
        if let Some(probe) = &exchange.probe {
            match &probe.focus {
                Focus::Gap { element, .. } => self.coverage.record_question(element),
                Focus::Node { node } => self.node_tracker.record(*node),
                Focus::Pair { edge: Some(edge), .. } => self.edge_tracker.record(*edge),
                Focus::Pair { edge: None, .. } | Focus::Nodes { .. } | Focus::Element { .. } | Focus::Global => {}
            }
        }
        for (element, reaction) in &exchange.reactions {
            self.coverage.record_reaction(element, Some(*reaction));
        }
        for element in &exchange.understood {
            self.coverage.record_understanding(element, Understanding::Shown);
        }
        if let Some(momentum) = exchange.reading.as_ref().and_then(|reading| reading.momentum.as_ref()) {
            self.engagement.assess(momentum.level);
        }
    }
}

fn network<'a>(graph: &'a KnowledgeGraph, ontology: &Ontology) -> Network<'a> {
    let is_terminal = |id: &str| ontology.node(id).is_some_and(|node_type| node_type.terminal);
    Network::new(
        graph.active_nodes().map(|node| NodeFact {
            id: node.id,
            label: &node.label,
            node_type: Some(&node.node_type),
            time: i64::from(node.id.0),
            is_ambiguous: node.ambiguous,
            is_terminal: is_terminal(&node.node_type),
        }),
        graph.edges().map(|edge| EdgeFact {
            id: edge.id,
            source: edge.source,
            target: edge.target,
            is_invalid: !edge.permitted,
        }),
    )
}

fn turn<'a>(graph: &KnowledgeGraph, exchange: &'a Exchange) -> TurnFact<'a> {
    TurnFact {
        question: &exchange.question,
        answer: exchange.answer.as_deref().unwrap_or_default(),
        probe: exchange.probe.as_ref(),
        new_nodes: &exchange.new_nodes,
        mentioned_nodes: &exchange.mentioned_nodes,
        new_edges: exchange
            .new_edges
            .iter()
            .filter_map(|id| graph.edge(*id))
            .map(|edge| (edge.source, edge.target))
            .collect(),
    }
}

/// Every element with its linked nodes. The history is folded in afterwards.
fn coverage(situation: &Situation<'_>, graph: &Network<'_>, threshold: u32) -> RequiredCoverage {
    let mut coverage = RequiredCoverage::new(
        situation.concept.elements.iter().map(|element| RequiredElement::new(&element.id, &element.requirements)),
        threshold,
    );
    for element in &situation.state.coverage.elements {
        if let Some(known) = coverage.element_mut(&element.element) {
            known.nodes = element.linked_nodes.iter().copied().filter(|node| graph.place(*node).is_some()).collect();
        }
    }
    coverage
}
