//! What this policy decides on: nodes, edges, turns, coverage, trackers and momentum, from wherever they come.
//!
//! Invariant: an edge with a missing end is not a fact; whatever names a missing node names nothing.

use super::{
    coverage::{Coverage, ElementCoverage, Understanding},
    momentum::Engagement,
    tracker::Tracker,
};
use crate::{
    dialogue::{Exchange, Focus, Probe},
    graph::KnowledgeGraph,
    id::{EdgeId, NodeId},
    methodology::Ontology,
    state::{Declined, Situation},
};

/// Everything the policy looks at.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// Ideas and connections.
    pub graph: Network<'a>,
    /// Completed turns, oldest first.
    pub turns: Vec<TurnFact<'a>>,
    /// What was heard about each element.
    pub coverage: Coverage,
    /// How often each node was asked about on its own.
    pub node_tracker: Tracker<NodeId>,
    /// How often each edge was asked about.
    pub edge_tracker: Tracker<EdgeId>,
    /// How engaged the respondent is.
    pub engagement: Engagement,
    /// Most turns of the interview.
    pub max_turns: u32,
    /// Turns before which nothing but `max_turns` ends it.
    pub min_turns: u32,
    /// What the respondent passed over.
    pub declined: &'a [Declined],
}

/// An idea.
#[derive(Clone, Copy, Debug)]
pub struct NodeFact<'a> {
    /// Id.
    pub id: NodeId,
    /// The idea in the person's words.
    pub label: &'a str,
    /// Id of its node type, if it has one.
    pub node_type: Option<&'a str>,
    /// When it was first voiced; greater is later.
    pub time: i64,
    /// Whether it is too vague to build on.
    pub is_ambiguous: bool,
    /// Whether a chain ends at its type.
    pub is_terminal: bool,
}

/// A connection between two ideas that exist.
#[derive(Clone, Copy, Debug)]
pub struct EdgeFact {
    /// Id.
    pub id: EdgeId,
    /// Where it starts.
    pub source: NodeId,
    /// Where it ends.
    pub target: NodeId,
    /// Whether the ontology has no such edge between nodes of these types.
    pub is_invalid: bool,
}

/// One completed turn.
#[derive(Clone, Debug)]
pub struct TurnFact<'a> {
    /// The question asked.
    pub question: &'a str,
    /// The answer; empty if the question was skipped.
    pub answer: &'a str,
    /// What it was about; the opening question has no probe.
    pub probe: Option<&'a Probe>,
    /// Nodes the answer brought.
    pub new_nodes: &'a [NodeId],
    /// Nodes known before that it voiced again.
    pub mentioned_nodes: &'a [NodeId],
    /// Ends of the edges it brought, source first.
    pub new_edges: Vec<(NodeId, NodeId)>,
}

impl TurnFact<'_> {
    /// What the question was about.
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
    /// Takes in nodes and those edges whose ends are among them. What comes with an id that came before takes its place.
    pub fn new(nodes: impl IntoIterator<Item = NodeFact<'a>>, edges: impl IntoIterator<Item = EdgeFact>) -> Self {
        let (nodes, places) = in_place(nodes, |node| node.id.index());
        let (edges, _) = in_place(edges, |edge| edge.id.index());
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

/// Items in order of insertion, one that came again in its old place, and the place of each index.
fn in_place<T>(items: impl IntoIterator<Item = T>, index: impl Fn(&T) -> usize) -> (Vec<T>, Vec<Option<usize>>) {
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

/// Thresholds the counters among the facts go by.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// Times a node is asked about before it is exhausted.
    pub node: u32,
    /// Times an edge is asked about before it is exhausted.
    pub edge: u32,
    /// Times an element's gaps are asked about before it is exhausted.
    pub element: u32,
}

impl<'a> Facts<'a> {
    /// Reads the facts off a situation: counters are folds over the turns asked, nothing is carried along. Ideas that
    /// were revised count as missing.
    pub fn of(situation: &Situation<'a>, thresholds: Thresholds) -> Self {
        let graph = network(situation.graph, &situation.methodology.ontology);
        let mut facts = Self {
            coverage: coverage(situation, &graph, thresholds.element),
            graph,
            turns: situation.history.iter().map(|exchange| turn(situation.graph, exchange)).collect(),
            node_tracker: Tracker::new(thresholds.node),
            edge_tracker: Tracker::new(thresholds.edge),
            engagement: Engagement::default(),
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
                Focus::Gap { element, .. } => self.coverage.focus(element),
                Focus::Node { node } => self.node_tracker.record(*node),
                Focus::Pair { edge: Some(edge), .. } => self.edge_tracker.record(*edge),
                Focus::Pair { edge: None, .. } | Focus::Nodes { .. } | Focus::Element { .. } | Focus::Global => {}
            }
        }
        for (element, reaction) in &exchange.reactions {
            self.coverage.react(element, Some(*reaction));
        }
        for element in &exchange.understood {
            self.coverage.understand(element, Understanding::Shown);
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

/// Every element with the ideas linked to it; what was heard in the turns is folded in afterwards.
fn coverage(situation: &Situation<'_>, graph: &Network<'_>, threshold: u32) -> Coverage {
    let mut coverage = Coverage::new(
        situation.concept.elements.iter().map(|element| ElementCoverage::new(&element.id, &element.requirements)),
        threshold,
    );
    for element in &situation.state.coverage.elements {
        if let Some(known) = coverage.element_mut(&element.element) {
            known.nodes = element.linked_nodes.iter().copied().filter(|node| graph.place(*node).is_some()).collect();
        }
    }
    coverage
}
