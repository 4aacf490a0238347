//! The longest chains of the graph, which are the lines of reasons.
//!
//! Without a reachable cycle the lengths are exact and take linear time. Otherwise a bounded depth-first search counts
//! its steps.

use super::{ActiveGraph, Neighbours, Slot};

/// Maximum search steps of a turn over all starts. Later searches return a lower bound.
pub const TURN_STEPS: u32 = 200_000;

/// Number of nodes on the longest simple directed path that starts at each node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// One length per active node.
    pub lengths: Vec<u32>,
    /// Whether all searches were complete; otherwise lengths are lower bounds.
    pub exact: bool,
}

impl ActiveGraph<'_> {
    /// Computes the longest chain from every node.
    pub fn longest_chains(&self, effort: &mut SearchBudget) -> Chains {
        let (successors, predecessors) = (self.successors(), self.predecessors());
        let unfolded = Unfolded::of(self.len(), &successors, &predecessors);
        let mut search = ChainSearch { walk: Walk::new(&successors, self.len()), unfolded: &unfolded, effort };
        let mut chains = Chains { lengths: Vec::with_capacity(self.len()), exact: true };
        for (slot, folded) in (0..).zip(&unfolded.chains) {
            let (length, exact) = match folded {
                Some(chain) if unfolded.is_acyclic || chain.steps <= search.effort.per_start => (chain.length, true),
                Some(_) | None => search.run(slot),
            };
            chains.lengths.push(length);
            chains.exact &= exact;
        }
        chains
    }
}

/// Longest chains of nodes that reach no cycle, computed backwards from the ends.
struct Unfolded {
    /// None for a node that reaches a cycle.
    chains: Vec<Option<Chain>>,
    is_acyclic: bool,
}

#[derive(Clone, Copy)]
struct Chain {
    length: u32,
    /// Steps that a depth-first search needs for all paths.
    steps: u32,
}

impl Unfolded {
    #[expect(clippy::indexing_slicing, reason = "slots are positions in lists of `nodes` nodes")]
    #[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes with 32 bits")]
    fn of(nodes: usize, successors: &Neighbours, predecessors: &Neighbours) -> Self {
        let mut open: Vec<u32> = (0..nodes as u32).map(|slot| successors.of(slot).len() as u32).collect();
        let mut ready: Vec<Slot> = (0..nodes as u32).filter(|&slot| open[slot as usize] == 0).collect();
        let mut chains = vec![None; nodes];
        let mut done = 0;
        while let Some(slot) = ready.pop() {
            let mut chain = Chain { length: 1, steps: 1 };
            for next in successors.of(slot).iter().filter_map(|&next| chains[next as usize]) {
                let next: Chain = next;
                chain.length = chain.length.max(next.length + 1);
                chain.steps = chain.steps.saturating_add(next.steps);
            }
            chains[slot as usize] = Some(chain);
            done += 1;
            for &before in predecessors.of(slot) {
                open[before as usize] -= 1;
                if open[before as usize] == 0 {
                    ready.push(before);
                }
            }
        }
        Self { chains, is_acyclic: done == nodes }
    }
}

struct ChainSearch<'a> {
    walk: Walk<'a>,
    unfolded: &'a Unfolded,
    effort: &'a mut SearchBudget,
}

impl ChainSearch<'_> {
    /// Length of the longest chain from a node, and whether it is exact.
    fn run(&mut self, start: Slot) -> (u32, bool) {
        if !self.effort.spend() {
            return (1, false);
        }
        let (mut best, mut steps) = (1, 1);
        self.walk.enter(start);
        let exact = loop {
            let Some(next) = self.walk.advance() else {
                self.walk.leave();
                if self.walk.is_empty() {
                    break true;
                }
                continue;
            };
            let chain = self.unfolded.chains.get(next as usize).copied().flatten();
            if let Some(chain) = chain.filter(|chain| chain.steps <= self.effort.per_start.saturating_sub(steps)) {
                // No node beyond this one is on the path, so the number of its steps is known.
                steps += chain.steps;
                best = best.max(self.walk.len() + chain.length as usize);
                continue;
            }
            if steps >= self.effort.per_start || !self.effort.spend() {
                break best == self.reachable(start);
            }
            steps += 1;
            self.walk.enter(next);
            if self.walk.len() > best {
                best = self.walk.len();
                if self.walk.is_closed() {
                    break true;
                }
            }
        };
        self.walk.clear();
        (u32::try_from(best).unwrap_or(u32::MAX), exact)
    }

    /// Number of reachable nodes, including the start. No chain is longer.
    fn reachable(&self, start: Slot) -> usize {
        let mut seen = vec![false; self.unfolded.chains.len()];
        let (mut count, mut open) = (0, vec![start]);
        while let Some(slot) = open.pop() {
            if let Some(seen @ false) = seen.get_mut(slot as usize) {
                *seen = true;
                count += 1;
                open.extend(self.walk.neighbours.of(slot));
            }
        }
        count
    }
}

/// The search steps that remain in a turn.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget {
    /// Maximum steps of one search.
    pub per_start: u32,
    /// Remaining steps of the turn.
    pub left: u32,
}

impl SearchBudget {
    /// Uses one step, if one remains.
    pub fn spend(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    /// The steps of a new turn, with this many per start.
    pub fn per_start(steps: u32) -> Self {
        Self { per_start: steps, left: TURN_STEPS }
    }
}

/// A simple path for depth-first search. Each node that it enters costs one step.
#[derive(Debug)]
pub struct Walk<'a> {
    neighbours: &'a Neighbours,
    /// Whether each node is on the path or closed.
    on_path: Vec<bool>,
    path: Vec<(Slot, u32)>,
}

impl<'a> Walk<'a> {
    /// An empty path in a graph of `nodes` nodes, all open.
    pub fn new(neighbours: &'a Neighbours, nodes: usize) -> Self {
        Self { neighbours, on_path: vec![false; nodes], path: Vec::new() }
    }

    /// An empty path with all nodes closed.
    pub fn closed(neighbours: &'a Neighbours, nodes: usize) -> Self {
        Self { neighbours, on_path: vec![true; nodes], path: Vec::new() }
    }

    /// Opens a node.
    pub fn open(&mut self, slot: Slot) {
        self.mark(slot, false);
    }

    /// Closes a node.
    pub fn close(&mut self, slot: Slot) {
        self.mark(slot, true);
    }

    fn mark(&mut self, slot: Slot, is_closed: bool) {
        if let Some(mark) = self.on_path.get_mut(slot as usize) {
            *mark = is_closed;
        }
    }

    /// Number of nodes on the path.
    pub fn len(&self) -> usize {
        self.path.len()
    }

    /// Whether the path is empty.
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// Appends a node to the path.
    pub fn enter(&mut self, slot: Slot) {
        self.mark(slot, true);
        self.path.push((slot, 0));
    }

    /// Removes the last node of the path.
    pub fn leave(&mut self) -> Option<Slot> {
        let (slot, _) = self.path.pop()?;
        self.mark(slot, false);
        Some(slot)
    }

    /// Returns the next neighbour of the last node that is not on the path. Each neighbour is returned once.
    pub fn advance(&mut self) -> Option<Slot> {
        let (slot, seen) = self.path.last_mut()?;
        for &neighbour in self.neighbours.of(*slot).get(*seen as usize..)? {
            *seen += 1;
            if self.on_path.get(neighbour as usize) == Some(&false) {
                return Some(neighbour);
            }
        }
        None
    }

    /// Removes every node from the path.
    pub fn clear(&mut self) {
        while self.leave().is_some() {}
    }

    /// Whether all neighbours of the path's nodes are on the path or closed.
    fn is_closed(&self) -> bool {
        let is_on_path = |slot: &Slot| self.on_path.get(*slot as usize) == Some(&true);
        self.path.iter().rev().all(|(slot, _)| self.neighbours.of(*slot).iter().all(is_on_path))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use crate::engine::{
        graph::{ActiveGraph, Edge, GraphDelta, KnowledgeGraph, Node, Operation, SearchBudget},
        id::{EdgeId, NodeId},
    };

    fn graph(nodes: u32, edges: &[(u32, u32)]) -> KnowledgeGraph {
        let node = |id| Node {
            id: NodeId(id),
            label: String::new(),
            node_type: "attribute".into(),
            turn: 1,
            confidence: 1.0,
            stance: 0,
            ambiguous: false,
            elements: Vec::new(),
            quotes: Vec::new(),
            kind: None,
            saying: None,
            superseded_by: None,
        };
        let edge = |(id, (source, target)): (u32, &(u32, u32))| Edge {
            id: EdgeId(id),
            source: NodeId(*source),
            target: NodeId(*target),
            edge_type: "leads_to".into(),
            turn: 1,
            confidence: 1.0,
            permitted: true,
            quotes: Vec::new(),
        };
        let nodes = (0..nodes).map(|id| Operation::AddNode(node(id)));
        let edges = (0..).zip(edges).map(|drawn| Operation::AddEdge(edge(drawn)));
        let mut graph = KnowledgeGraph::default();
        graph.apply(&GraphDelta { operations: nodes.chain(edges).collect() }).unwrap();
        graph
    }

    /// A graph with an edge from every node to every other node.
    fn complete(nodes: u32) -> KnowledgeGraph {
        let pairs = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to)));
        graph(nodes, &pairs.filter(|(from, to)| from != to).collect::<Vec<_>>())
    }

    #[test]
    fn chains_without_a_cycle_cost_no_effort() {
        let graph = graph(4, &[(0, 1), (1, 2), (0, 2), (2, 3)]);
        let mut effort = SearchBudget::per_start(1);
        let chains = ActiveGraph::of(&graph).longest_chains(&mut effort);
        assert_eq!((chains.lengths, chains.exact), (vec![4, 3, 2, 1], true));
        assert_eq!(effort.left, SearchBudget::per_start(1).left);
    }

    #[test]
    fn a_path_that_holds_all_there_is_ends_the_search() {
        let mut effort = SearchBudget::per_start(9);
        let chains = ActiveGraph::of(&complete(9)).longest_chains(&mut effort);
        assert!(chains.exact && chains.lengths.iter().all(|length| *length == 9));
    }

    #[test]
    fn past_the_effort_of_a_start_or_a_turn_lengths_are_lower_bounds() {
        let graph = complete(9);
        let short = ActiveGraph::of(&graph).longest_chains(&mut SearchBudget::per_start(8));
        assert!(!short.exact && short.lengths.iter().all(|length| *length == 8));
        let mut spent = SearchBudget { per_start: 9, left: 10 };
        let chains = ActiveGraph::of(&graph).longest_chains(&mut spent);
        assert_eq!((chains.lengths, chains.exact), (vec![9, 1, 1, 1, 1, 1, 1, 1, 1], false));
    }
}
