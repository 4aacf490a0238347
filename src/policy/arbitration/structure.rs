//! Signals of the graph: what stands alone, what is vague, what does not fit, and the line the conversation follows.

use super::facts::{EdgeFact, Facts, Network, NodeFact, TurnFact};
use crate::{
    dialogue::Focus,
    id::{EdgeId, NodeId},
};

/// Signals of the graph; lists in order of insertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Structure {
    /// Nodes that are no end of any edge; a self-loop counts as an edge.
    pub isolated: Vec<NodeId>,
    /// Nodes too vague to build on.
    pub ambiguous: Vec<NodeId>,
    /// Nodes of a terminal type.
    pub terminal: Vec<NodeId>,
    /// Nodes never asked about, neither vague nor isolated.
    pub unexplored: Vec<NodeId>,
    /// Edges the ontology does not have between nodes of these types.
    pub invalid_edges: Vec<EdgeId>,
    /// The line the conversation follows, root first; empty if there is none.
    pub branch: Vec<NodeId>,
    /// Turns, from the latest backwards, since an edge was made at the branch's end; all turns if none was.
    pub stale_turns: u32,
    degrees: Vec<u32>,
}

/// What is wrong with the graph, most pressing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Something is vague.
    Ambiguity,
    /// Something stands alone.
    Isolation,
    /// A connection does not fit the ontology.
    InvalidEdge,
}

impl Issue {
    /// The word for reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ambiguity => "ambiguity",
            Self::Isolation => "isolation",
            Self::InvalidEdge => "invalid_edge",
        }
    }
}

impl Structure {
    /// Reads the signals off the facts, in time linear in nodes, edges and turns.
    pub fn of(facts: &Facts<'_>) -> Self {
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

    /// Edges with the node at this place as an end; a self-loop counts once.
    pub fn degree(&self, place: usize) -> u32 {
        self.degrees.get(place).copied().unwrap_or_default()
    }

    /// The last node of the active branch.
    pub fn branch_end(&self) -> Option<NodeId> {
        self.branch.last().copied()
    }

    /// What is wrong, most pressing first.
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

/// Edges per possible edge, 0 below two nodes.
pub fn density(graph: &Network<'_>) -> f64 {
    let (nodes, edges) = (float(graph.nodes().len()), float(graph.edges().len()));
    if nodes < 2.0 { 0.0 } else { edges / (nodes * (nodes - 1.0)) }
}

/// Isolated nodes as a share of all, 0 without nodes.
pub fn isolation_ratio(structure: &Structure, graph: &Network<'_>) -> f64 {
    let nodes = float(graph.nodes().len());
    if nodes == 0.0 { 0.0 } else { float(structure.isolated.len()) / nodes }
}

#[expect(clippy::cast_precision_loss, reason = "an interview has far fewer than 2^52 nodes")]
fn float(count: usize) -> f64 {
    count as f64
}

fn degrees(graph: &Network<'_>) -> Vec<u32> {
    let mut degrees = vec![0; graph.nodes().len()];
    let mut count = |id: NodeId| {
        if let Some(degree) = graph.place(id).and_then(|place| degrees.get_mut(place)) {
            *degree += 1;
        }
    };
    for edge in graph.edges() {
        count(edge.source);
        if edge.target != edge.source {
            count(edge.target);
        }
    }
    degrees
}

/// Which places hold a node that was the focus of some turn, alone or as a member of a pair.
fn explored(facts: &Facts<'_>) -> Vec<bool> {
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

/// The newest node the latest turn that touched one has made, or else voiced again.
fn leaf(facts: &Facts<'_>) -> Option<NodeId> {
    let newest = |ids: &[NodeId]| {
        let places = ids.iter().filter_map(|id| facts.graph.place(*id));
        let newest = places.filter_map(|place| Some((facts.graph.nodes().get(place)?.time, place))).max();
        newest.and_then(|(_, place)| facts.graph.nodes().get(place)).map(|node| node.id)
    };
    facts.turns.iter().rev().find_map(|turn| newest(turn.new_nodes).or_else(|| newest(turn.mentioned_nodes)))
}

/// From the leaf back along the newest sources; ties go to the earliest stored edge.
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

/// For the node at each place, the source it is reached from by its branch.
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
    let stale = turns.iter().rev().take_while(|turn| !touches(turn)).count();
    u32::try_from(stale).unwrap_or(u32::MAX)
}
