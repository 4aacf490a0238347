//! Structure of the graph: isolated, vague and unexplored ideas, invalid edges, and the active branch.

use super::facts::{ArbitrationFacts, EdgeFact, Network, NodeFact, TurnFact};
use crate::engine::{
    dialogue::Focus,
    id::{EdgeId, NodeId},
    number::{count, float},
};

/// Structure of the graph. Lists are in order of insertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Structure {
    /// Nodes without an edge. A self-loop counts as an edge.
    pub isolated: Vec<NodeId>,
    /// Nodes too vague to build on.
    pub ambiguous: Vec<NodeId>,
    /// Nodes of a terminal type.
    pub terminal: Vec<NodeId>,
    /// Nodes that were never asked about and are neither vague nor isolated.
    pub unexplored: Vec<NodeId>,
    /// Edges that the ontology does not permit.
    pub invalid_edges: Vec<EdgeId>,
    /// The active branch: the chain that the conversation follows, root first. Empty without one.
    pub branch: Vec<NodeId>,
    /// Turns since an edge was added at the end of the branch. All turns if none was.
    pub stale_turns: u32,
    degrees: Vec<u32>,
}

/// A problem of the graph, most pressing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issue {
    /// An idea is vague.
    Ambiguity,
    /// An idea is isolated.
    Isolation,
    /// An edge does not fit the ontology.
    InvalidEdge,
}

impl Issue {
    /// Value of the signal `graph.issue`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ambiguity => "ambiguity",
            Self::Isolation => "isolation",
            Self::InvalidEdge => "invalid_edge",
        }
    }
}

impl Structure {
    /// The structure of the facts, in time linear in nodes, edges and turns.
    pub fn of(facts: &ArbitrationFacts<'_>) -> Self {
        let graph = &facts.graph;
        let degrees = degrees(graph);
        let explored = explored(facts);
        let pick = |wanted: &dyn Fn(usize, &NodeFact<'_>) -> bool| -> Vec<NodeId> {
            let nodes = graph.nodes().iter().enumerate();
            nodes.filter(|(place, node)| wanted(*place, node)).map(|(_, node)| node.id).collect()
        };
        let is_isolated = |place: usize| degrees.get(place) == Some(&0);
        let is_explored = |place: usize| explored.get(place) == Some(&true);
        let branch = leaf(facts).map(|leaf| branch(graph, leaf)).unwrap_or_default();
        Self {
            isolated: pick(&|place, _| is_isolated(place)),
            ambiguous: pick(&|_, node| node.is_ambiguous),
            terminal: pick(&|_, node| node.is_terminal),
            unexplored: pick(&|place, node| !node.is_ambiguous && !is_isolated(place) && !is_explored(place)),
            invalid_edges: graph.edges().iter().filter(|edge| edge.is_invalid).map(|edge| edge.id).collect(),
            stale_turns: branch.last().map(|end| stale_turns(&facts.turns, *end)).unwrap_or_default(),
            branch,
            degrees,
        }
    }

    /// Number of edges at a node, by its place. A self-loop counts once.
    pub fn degree(&self, place: usize) -> u32 {
        self.degrees.get(place).copied().unwrap_or_default()
    }

    /// The last node of the active branch.
    pub fn branch_end(&self) -> Option<NodeId> {
        self.branch.last().copied()
    }

    /// The most pressing problem.
    pub fn issue(&self) -> Option<Issue> {
        if !self.ambiguous.is_empty() {
            Some(Issue::Ambiguity)
        } else if !self.isolated.is_empty() {
            Some(Issue::Isolation)
        } else if !self.invalid_edges.is_empty() {
            Some(Issue::InvalidEdge)
        } else {
            None
        }
    }
}

/// Edges per possible edge. 0 below two nodes.
pub fn density(graph: &Network<'_>) -> f64 {
    let (nodes, edges) = (float(graph.nodes().len()), float(graph.edges().len()));
    if nodes < 2.0 { 0.0 } else { edges / (nodes * (nodes - 1.0)) }
}

/// Isolated nodes as a share of all. 0 without nodes.
pub fn isolation_ratio(structure: &Structure, graph: &Network<'_>) -> f64 {
    let nodes = float(graph.nodes().len());
    if nodes == 0.0 { 0.0 } else { float(structure.isolated.len()) / nodes }
}

fn degrees(graph: &Network<'_>) -> Vec<u32> {
    let mut degrees = vec![0; graph.nodes().len()];
    let mut add = |id: NodeId| {
        if let Some(degree) = graph.place(id).and_then(|place| degrees.get_mut(place)) {
            *degree += 1;
        }
    };
    for edge in graph.edges() {
        add(edge.source);
        if edge.target != edge.source {
            add(edge.target);
        }
    }
    degrees
}

/// Whether the node at each place was in the focus of a turn, alone or in a pair.
fn explored(facts: &ArbitrationFacts<'_>) -> Vec<bool> {
    let mut explored = vec![false; facts.graph.nodes().len()];
    let mut mark = |id: &NodeId| {
        if let Some(flag) = facts.graph.place(*id).and_then(|place| explored.get_mut(place)) {
            *flag = true;
        }
    };
    for focus in facts.turns.iter().filter_map(TurnFact::focus) {
        match focus {
            Focus::Node { node } => mark(node),
            Focus::Nodes { nodes } => nodes.iter().for_each(&mut mark),
            Focus::Pair { a, b, .. } => [a, b].into_iter().for_each(&mut mark),
            Focus::Global | Focus::Gap { .. } | Focus::Element { .. } => {}
        }
    }
    explored
}

/// The newest node added, else mentioned, in the latest turn that has one.
fn leaf(facts: &ArbitrationFacts<'_>) -> Option<NodeId> {
    let newest = |ids: &[NodeId]| {
        let places = ids.iter().filter_map(|id| facts.graph.place(*id));
        let newest = places.filter_map(|place| Some((facts.graph.nodes().get(place)?.time, place))).max();
        newest.and_then(|(_, place)| facts.graph.nodes().get(place)).map(|node| node.id)
    };
    facts.turns.iter().rev().find_map(|turn| newest(turn.new_nodes).or_else(|| newest(turn.mentioned_nodes)))
}

/// The chain from the leaf back along the newest sources. Among equals the earliest edge wins.
fn branch(graph: &Network<'_>, leaf: NodeId) -> Vec<NodeId> {
    let parents = newest_sources(graph);
    let mut visited = vec![false; graph.nodes().len()];
    let mut branch = Vec::new();
    let mut next = Some(leaf);
    while let Some(node) = next {
        let Some(place) = graph.place(node) else { break };
        match visited.get_mut(place) {
            Some(seen) if !*seen => *seen = true,
            Some(_) | None => break,
        }
        branch.push(node);
        next = parents.get(place).copied().flatten();
    }
    branch.reverse();
    branch
}

/// The newest source of the node at each place.
fn newest_sources(graph: &Network<'_>) -> Vec<Option<NodeId>> {
    let time = |edge: &EdgeFact| graph.node(edge.source).map(|node| node.time);
    let mut chosen: Vec<Option<&EdgeFact>> = vec![None; graph.nodes().len()];
    for edge in graph.edges() {
        let Some(slot) = graph.place(edge.target).and_then(|place| chosen.get_mut(place)) else { continue };
        if slot.is_none_or(|known| time(edge) > time(known)) {
            *slot = Some(edge);
        }
    }
    chosen.into_iter().map(|edge| edge.map(|edge| edge.source)).collect()
}

fn stale_turns(turns: &[TurnFact<'_>], end: NodeId) -> u32 {
    let touches = |turn: &TurnFact<'_>| turn.new_edges.iter().any(|(source, target)| *source == end || *target == end);
    count(turns.iter().rev().take_while(|turn| !touches(turn)).count())
}
