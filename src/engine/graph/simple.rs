//! The simple graph: undirected, without parallel links and loops.
//!
//! Invariant: neighbours are in ascending order, so every traversal is reproducible.

use crate::engine::sort;

/// A connection for [`SimpleGraph::new`]. Its direction is ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Position of one end.
    pub a: u32,
    /// Position of the other end.
    pub b: u32,
    /// Relevance for the search of neighbours, 0–1.
    pub relevance: f64,
    /// Weight for clusters, > 0.
    pub weight: f64,
}

/// A neighbour of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Its position.
    pub node: u32,
    /// Relevance of the link, 0–1.
    pub relevance: f64,
    /// Weight of the link.
    pub weight: f64,
}

/// An undirected graph without loops and parallel links, over positions `0..len`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimpleGraph {
    starts: Vec<u32>,
    neighbours: Vec<Neighbour>,
}

/// A reachable node outside a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peripheral {
    /// Its position.
    pub node: u32,
    /// Steps from the nearest member of the cluster, ≥ 1.
    pub hops: u32,
    /// Maximum relevance of a link to a node one step nearer, 0–1.
    pub relevance: f64,
}

impl SimpleGraph {
    /// Builds the graph. It drops loops and links to positions beyond `len`. Parallel and reverse links become one,
    /// with the largest relevance and weight.
    pub fn new(len: usize, links: impl IntoIterator<Item = Link>) -> Self {
        let mut halves: Vec<(u32, Neighbour)> = Vec::new();
        for Link { a, b, relevance, weight } in links {
            if a != b && (a as usize) < len && (b as usize) < len {
                halves.push((a, Neighbour { node: b, relevance, weight }));
                halves.push((b, Neighbour { node: a, relevance, weight }));
            }
        }
        sort::by_key(&mut halves, |(from, to)| (*from, to.node));
        halves.dedup_by(|(from, next), (kept_from, kept)| {
            let same = from == kept_from && next.node == kept.node;
            if same {
                kept.relevance = kept.relevance.max(next.relevance);
                kept.weight = kept.weight.max(next.weight);
            }
            same
        });
        let mut starts = vec![0_u32; len + 1];
        for (from, _) in &halves {
            if let Some(start) = starts.get_mut(*from as usize + 1) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Self { starts, neighbours: halves.into_iter().map(|(_, to)| to).collect() }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether the graph has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Neighbours of a node, ascending; none for a position beyond the graph.
    pub fn neighbours(&self, node: u32) -> &[Neighbour] {
        let index = node as usize;
        let range = self.starts.get(index).zip(self.starts.get(index + 1));
        range.and_then(|(start, end)| self.neighbours.get(*start as usize..*end as usize)).unwrap_or_default()
    }

    /// Number of neighbours.
    pub fn degree(&self, node: u32) -> usize {
        self.neighbours(node).len()
    }

    /// Share of connected pairs in a cluster, 0–1: 2e / (n(n − 1)). With fewer than two members it is 0.
    ///
    /// `members` must be ascending.
    pub fn density(&self, members: &[u32]) -> f64 {
        if members.len() < 2 {
            return 0.0;
        }
        let ends =
            |node: &u32| self.neighbours(*node).iter().filter(|to| members.binary_search(&to.node).is_ok()).count();
        let twice: usize = members.iter().map(ends).sum();
        ratio(twice, members.len() * (members.len() - 1))
    }

    /// Median degree of a cluster's members in the whole graph; 0 without members.
    pub fn median_degree(&self, members: &[u32]) -> f64 {
        let mut degrees: Vec<usize> = members.iter().map(|node| self.degree(*node)).collect();
        sort::ascending(&mut degrees);
        let middle = degrees.len() / 2;
        let at = |index: usize| degrees.get(index).copied().unwrap_or_default();
        if degrees.len().is_multiple_of(2) {
            ratio(at(middle.saturating_sub(1)) + at(middle), 2)
        } else {
            ratio(at(middle), 1)
        }
    }

    /// Nodes at 1 to `max_hops` steps from a cluster, in breadth-first order. The last step to a node needs a link with
    /// at least `min_relevance`; earlier steps do not.
    pub fn periphery(&self, members: &[u32], max_hops: u32, min_relevance: f64) -> Vec<Peripheral> {
        let mut distance = vec![u32::MAX; self.len()];
        for member in members {
            if let Some(slot) = distance.get_mut(*member as usize) {
                *slot = 0;
            }
        }
        let mut found = Vec::new();
        let mut frontier = members.to_vec();
        for hop in 1..=max_hops {
            let mut next = Vec::new();
            for node in frontier {
                for to in self.neighbours(node) {
                    if let Some(slot) = distance.get_mut(to.node as usize)
                        && *slot == u32::MAX
                    {
                        *slot = hop;
                        next.push(to.node);
                    }
                }
            }
            sort::ascending(&mut next);
            for node in &next {
                let nearer = |to: &&Neighbour| distance.get(to.node as usize).is_some_and(|steps| *steps == hop - 1);
                let links = self.neighbours(*node).iter().filter(nearer).map(|to| to.relevance);
                if let Some(relevance) = links.reduce(f64::max).filter(|best| *best >= min_relevance) {
                    found.push(Peripheral { node: *node, hops: hop, relevance });
                }
            }
            frontier = next;
        }
        found
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of a graph are far below 2^52")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(len: usize, pairs: &[(u32, u32)]) -> SimpleGraph {
        SimpleGraph::new(len, pairs.iter().map(|(a, b)| Link { a: *a, b: *b, relevance: 0.5, weight: 1.0 }))
    }

    #[test]
    fn parallel_reverse_and_loop_links_become_one_or_none() {
        let graph = graph(3, &[(0, 1), (1, 0), (0, 1), (2, 2), (0, 9)]);
        assert_eq!(graph.degree(0), 1);
        assert_eq!(graph.degree(1), 1);
        assert_eq!(graph.degree(2), 0);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "the values are exact")]
    fn a_triangle_is_dense_and_a_single_node_is_not() {
        let graph = graph(4, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(graph.density(&[0, 1, 2]), 1.0);
        assert_eq!(graph.density(&[3]), 0.0);
        assert_eq!(graph.median_degree(&[0, 3]), 1.0);
    }

    #[test]
    fn only_the_last_step_to_the_periphery_asks_for_relevance() {
        let weak = Link { a: 0, b: 1, relevance: 0.1, weight: 1.0 };
        let strong = Link { a: 1, b: 2, relevance: 0.9, weight: 1.0 };
        let found = SimpleGraph::new(3, [weak, strong]).periphery(&[0], 2, 0.3);
        assert_eq!(found, [Peripheral { node: 2, hops: 2, relevance: 0.9 }]);
    }
}
