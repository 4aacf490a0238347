//! Lengths of the chains of reasons, from the lowest rung to the highest.

use super::live_graph::LiveGraph;
use crate::engine::number::ratio;

/// Lengths of all chains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChainLengths {
    /// Sum of all lengths, in edges.
    pub total: usize,
    /// Length of the longest, in edges.
    pub longest: usize,
    /// Number of chains.
    pub count: usize,
    /// Number of chains that end on one of the two highest rungs.
    pub complete: usize,
}

impl ChainLengths {
    /// Finds the chains of the live graph. A chain starts at a node without incoming edges or on the lowest rung. It ends at
    /// a node without outgoing edges or on one of the two highest rungs. Its length is that of the shortest path, ≥ 1.
    ///
    /// Complexity: O(starts × edges).
    pub fn of(graph: &LiveGraph<'_>) -> Self {
        let mut chains = Self::default();
        let mut visited_by = vec![u32::MAX; graph.simple.len()];
        for (root, node) in graph.nodes() {
            let is_root = !graph.has_incoming(root) || graph.ladder.lowest.contains(&node.node_type);
            if is_root && graph.degree(root) > 0 {
                chains.walk(graph, root, &mut visited_by);
            }
        }
        chains
    }

    /// Mean length, in edges. 0 without chains.
    pub fn average(&self) -> f64 {
        if self.count == 0 { 0.0 } else { ratio(self.total, self.count) }
    }

    fn walk(&mut self, graph: &LiveGraph<'_>, root: u32, visited_by: &mut [u32]) {
        let mut visit = |node: u32| {
            let slot = visited_by.get_mut(node as usize).filter(|slot| **slot != root);
            slot.map(|slot| *slot = root).is_some()
        };
        visit(root);
        let mut frontier = vec![root];
        let mut distance = 0;
        while !frontier.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for to in frontier.iter().flat_map(|node| graph.outgoing(*node)).copied() {
                if !visit(to) {
                    continue;
                }
                let is_high = graph.node(to).is_some_and(|node| graph.ladder.highest.contains(&node.node_type));
                if is_high || graph.outgoing(to).is_empty() {
                    self.total += distance;
                    self.longest = self.longest.max(distance);
                    self.count += 1;
                    self.complete += usize::from(is_high);
                } else {
                    next.push(to);
                }
            }
            frontier = next;
        }
    }
}
