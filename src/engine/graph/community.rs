//! Clusters of ideas: a deterministic Louvain algorithm at resolution 1.
//!
//! Source: Blondel et al. (2008), doi:10.1088/1742-5468/2008/10/P10008. Passes repeat on the original graph until no
//! node moves. Nodes are visited in order and ties go to the lowest community, so results are reproducible.

use super::SimpleGraph;
use crate::engine::sort;

/// Gains with a smaller difference are equal.
const TOLERANCE: f64 = 1e-12;

/// Maximum visits to nodes and links in a search. An interview with a thousand ideas needs far fewer. On a line of many
/// thousand nodes, each sweep might otherwise move only one node.
const MAX_VISITS: usize = 4_000_000;

/// The cluster of each position. Clusters are numbered by their first member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    cluster_of: Vec<u32>,
    members: Vec<Vec<u32>>,
}

impl Partition {
    /// Finds the clusters of a graph. Without links, every node is a cluster.
    ///
    /// Complexity: O(links) per sweep, with few sweeps in practice and at most 4 million visits. At the limit the
    /// current clusters are returned.
    pub fn of(graph: &SimpleGraph) -> Self {
        let base = CommunityLevel::base(graph);
        let mut cluster_of: Vec<u32> = (0..count(graph.len())).collect();
        let mut visits = MAX_VISITS;
        loop {
            let next = pass(&base, &cluster_of, &mut visits);
            let Some(next) = next else { break };
            cluster_of = next;
        }
        renumber(&mut cluster_of);
        let clusters = cluster_of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut members = vec![Vec::new(); clusters];
        for (node, cluster) in (0..).zip(&cluster_of) {
            if let Some(members) = members.get_mut(*cluster as usize) {
                members.push(node);
            }
        }
        Self { cluster_of, members }
    }

    /// Members of a node's cluster, ascending; none for a position beyond the graph.
    pub fn cluster(&self, node: u32) -> &[u32] {
        let cluster = self.cluster_of.get(node as usize);
        cluster.and_then(|cluster| self.members.get(*cluster as usize)).map_or(&[], Vec::as_slice)
    }

    /// All clusters in order of their first member, with members ascending.
    pub fn clusters(&self) -> &[Vec<u32>] {
        &self.members
    }

    /// Modularity at resolution 1, −0.5 to 1: the weight within clusters above the value that degrees predict. Without
    /// links it is 0.
    pub fn modularity(&self, graph: &SimpleGraph) -> f64 {
        let strength = |node: u32| graph.neighbours(node).iter().map(|to| to.weight).sum::<f64>();
        let total: f64 = (0..count(graph.len())).map(strength).sum();
        if total <= 0.0 {
            return 0.0;
        }
        let of_cluster = |(index, members): (u32, &Vec<u32>)| {
            let within = |node: &u32| {
                let same =
                    graph.neighbours(*node).iter().filter(|to| self.cluster_of.get(to.node as usize) == Some(&index));
                same.map(|to| to.weight).sum::<f64>()
            };
            let inner: f64 = members.iter().map(within).sum();
            let share = members.iter().map(|node| strength(*node)).sum::<f64>() / total;
            inner / total - share * share
        };
        (0..).zip(&self.members).map(of_cluster).sum()
    }
}

/// A weighted graph. Its nodes may be merged clusters.
struct CommunityLevel {
    links: Vec<Vec<(u32, f64)>>,
    /// Weighted degree. The inner weight of a merged cluster counts twice.
    strengths: Vec<f64>,
    total: f64,
}

impl CommunityLevel {
    fn base(graph: &SimpleGraph) -> Self {
        let links = (0..count(graph.len()))
            .map(|node| graph.neighbours(node).iter().map(|to| (to.node, to.weight)).collect::<Vec<_>>())
            .collect::<Vec<_>>();
        let strengths: Vec<f64> = links.iter().map(|to| to.iter().map(|(_, weight)| weight).sum()).collect();
        let total = strengths.iter().sum();
        Self { links, strengths, total }
    }

    /// Merges each community into one node. The strengths include inner links, the lists do not.
    fn merged(&self, community: &[u32]) -> Self {
        let size = community.iter().max().map_or(0, |last| *last as usize + 1);
        let mut strengths = vec![0.0; size];
        let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); size];
        for ((own, strength), links) in community.iter().zip(&self.strengths).zip(&self.links) {
            if let Some(sum) = strengths.get_mut(*own as usize) {
                *sum += strength;
            }
            let outer = links.iter().filter_map(|(to, weight)| {
                community.get(*to as usize).filter(|other| *other != own).map(|other| (*other, *weight))
            });
            if let Some(row) = rows.get_mut(*own as usize) {
                row.extend(outer);
            }
        }
        for row in &mut rows {
            sort::by_key(row, |(to, _)| *to);
            row.dedup_by(|(to, weight), (kept, sum)| {
                let same = to == kept;
                if same {
                    *sum += *weight;
                }
                same
            });
        }
        Self { links: rows, strengths, total: self.total }
    }

    /// Moves nodes between communities until no node moves. Returns whether a node moved.
    #[expect(clippy::indexing_slicing, reason = "the hot loop: every index is a node or a community of this level")]
    fn move_nodes(&self, community: &mut [u32], visits: &mut usize) -> Moved {
        let sweep = self.links.len() + self.links.iter().map(Vec::len).sum::<usize>();
        let mut totals = vec![0.0; self.links.len()];
        for (own, strength) in community.iter().zip(&self.strengths) {
            totals[*own as usize] += strength;
        }
        let mut towards = vec![0.0; self.links.len()];
        // The last node that visited each community. It shows whether this node has visited it.
        let mut seen_by = vec![usize::MAX; self.links.len()];
        let mut near: Vec<u32> = Vec::new();
        let mut outcome = Moved::Nothing;
        while let Some(left) = visits.checked_sub(sweep) {
            *visits = left;
            seen_by.fill(usize::MAX);
            let mut moved = Moved::Nothing;
            for (node, links) in self.links.iter().enumerate() {
                let own = community[node];
                near.clear();
                near.push(own);
                towards[own as usize] = 0.0;
                seen_by[own as usize] = node;
                for (to, weight) in links {
                    let other = community[*to as usize];
                    if seen_by[other as usize] != node {
                        seen_by[other as usize] = node;
                        near.push(other);
                        towards[other as usize] = 0.0;
                    }
                    towards[other as usize] += weight;
                }
                let stays = towards[own as usize];
                totals[own as usize] -= self.strengths[node];
                let pull = self.strengths[node] / self.total;
                let gain = |other: u32, weight: f64| weight - totals[other as usize] * pull;
                let staying = gain(own, stays);
                let best = near.iter().map(|other| gain(*other, towards[*other as usize])).fold(staying, f64::max);
                let goes = near.iter().copied().filter(|other| {
                    let gain = gain(*other, towards[*other as usize]);
                    gain > staying + TOLERANCE && gain >= best - TOLERANCE
                });
                let new = goes.min().unwrap_or(own);
                totals[new as usize] += self.strengths[node];
                if new != own {
                    community[node] = new;
                    moved = Moved::Something;
                }
            }
            match moved {
                Moved::Nothing => return outcome,
                Moved::Something => outcome = Moved::Something,
            }
        }
        outcome
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    Nothing,
    Something,
}

/// Runs one pass from a partition of the original graph; none if no node moves.
fn pass(base: &CommunityLevel, start: &[u32], visits: &mut usize) -> Option<Vec<u32>> {
    let mut cluster_of = start.to_vec();
    renumber(&mut cluster_of);
    if base.total <= 0.0 || base.move_nodes(&mut cluster_of, visits) == Moved::Nothing {
        return None;
    }
    renumber(&mut cluster_of);
    let mut level = base.merged(&cluster_of);
    loop {
        let mut community: Vec<u32> = (0..count(level.links.len())).collect();
        if level.move_nodes(&mut community, visits) == Moved::Nothing {
            return Some(cluster_of);
        }
        renumber(&mut community);
        for cluster in &mut cluster_of {
            *cluster = community.get(*cluster as usize).copied().unwrap_or(*cluster);
        }
        level = level.merged(&community);
    }
}

/// Numbers communities by their first member.
fn renumber(community: &mut [u32]) {
    let mut names = vec![u32::MAX; community.iter().max().map_or(0, |last| *last as usize + 1)];
    let mut next = 0;
    for own in community {
        if let Some(name) = names.get_mut(*own as usize) {
            if *name == u32::MAX {
                *name = next;
                next += 1;
            }
            *own = *name;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes with 32 bits")]
fn count(len: usize) -> u32 {
    len as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::graph::Link;

    fn graph(len: usize, pairs: &[(u32, u32)]) -> SimpleGraph {
        SimpleGraph::new(len, pairs.iter().map(|(a, b)| Link { a: *a, b: *b, relevance: 0.5, weight: 1.0 }))
    }

    #[test]
    fn two_triangles_joined_by_one_link_are_two_clusters() {
        let graph = graph(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)]);
        let partition = Partition::of(&graph);
        assert_eq!(partition.clusters(), [vec![0, 1, 2], vec![3, 4, 5]]);
        assert!((partition.modularity(&graph) - 5.0 / 14.0).abs() < 1e-12);
    }

    #[test]
    fn nodes_without_links_are_alone() {
        let partition = Partition::of(&graph(3, &[]));
        assert_eq!(partition.clusters(), [vec![0], vec![1], vec![2]]);
        assert_eq!(partition.cluster(7), &[] as &[u32]);
    }
}
