//! The hierarchical value map: what leads to what for many people, without links that a longer path shows already.
//!
//! Links are pairs of codes with a count of at least the cut-off, direct and indirect together. Of two opposite links the
//! rarer one is dropped, and listed. Codes that still lead to each other in a circle count as one step. What remains is
//! reduced to the links that no longer path implies (transitive reduction). No code is dropped in silence: those without a
//! link are listed.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::{
    algo::{
        tarjan_scc,
        tred::{dag_to_toposorted_adjacency_list, dag_transitive_reduction_closure},
    },
    graph::{DiGraph, NodeIndex},
    visit::IntoNeighbors,
};

use super::implications::{ImplicationCount, ImplicationMatrix};

/// A link of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MapLink {
    /// The code that leads.
    pub from: usize,
    /// The code it leads to.
    pub to: usize,
}

/// A map at one cut-off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueMap {
    /// Least count of a link.
    pub cut_off: u32,
    /// Links that are drawn.
    pub links: Vec<MapLink>,
    /// Links that a longer path implies, although they were told directly often enough. They may be drawn in addition.
    pub also_direct: Vec<MapLink>,
    /// Rarer links of opposite pairs, dropped.
    pub opposite: Vec<MapLink>,
    /// Groups of codes that lead to each other in a circle.
    pub cycles: Vec<Vec<usize>>,
    /// Steps from the bottom, for each code of the map.
    pub layers: BTreeMap<usize, usize>,
    /// Codes without a link at this cut-off.
    pub below: Vec<usize>,
    /// Share of all counts whose pair is joined by a path of the map, 0–1.
    pub coverage: f64,
}

impl ValueMap {
    /// The map of a matrix over `codes` codes.
    pub fn of(matrix: &ImplicationMatrix, codes: usize, cut_off: u32) -> Self {
        let frequent = |count: &ImplicationCount| count.total() >= cut_off;
        let mut pairs: BTreeMap<(usize, usize), ImplicationCount> =
            matrix.counts.iter().filter(|(_, count)| frequent(count)).map(|(pair, count)| (*pair, *count)).collect();
        let opposite = take_opposite(&mut pairs);
        let drawn: BTreeSet<usize> = pairs.keys().flat_map(|(from, to)| [*from, *to]).collect();
        let groups = Groups::of(&pairs, codes);
        let (reduced, order) = groups.reduced(&pairs);
        let inside = |from: usize, to: usize| groups.group_of.get(from) == groups.group_of.get(to);
        let mut links: Vec<MapLink> = Vec::new();
        for (from, to) in pairs.keys().copied() {
            if inside(from, to) || groups.strongest(&pairs, &reduced, from, to) {
                links.push(MapLink { from, to });
            }
        }
        let is_drawn = |from: usize, to: usize| links.contains(&MapLink { from, to });
        let also_direct = pairs
            .iter()
            .filter(|((from, to), count)| count.direct >= cut_off && !is_drawn(*from, *to))
            .map(|((from, to), _)| MapLink { from: *from, to: *to })
            .collect();
        let reached = reachable(&links, codes);
        let covered: u32 = matrix
            .counts
            .iter()
            .filter(|((from, to), _)| reached.get(*from).is_some_and(|targets| targets.contains(to)))
            .map(|(_, count)| count.total())
            .sum();
        Self {
            cut_off,
            also_direct,
            opposite,
            cycles: groups.members.iter().filter(|group| group.len() > 1).cloned().collect(),
            layers: groups.layers(&reduced, &order).into_iter().filter(|(code, _)| drawn.contains(code)).collect(),
            below: (0..codes).filter(|code| !drawn.contains(code)).collect(),
            coverage: f64::from(covered) / f64::from(matrix.total().max(1)),
            links,
        }
    }
}

/// Takes the rarer link of each opposite pair; of equals, the one from the later code.
fn take_opposite(pairs: &mut BTreeMap<(usize, usize), ImplicationCount>) -> Vec<MapLink> {
    let total = |pair: &(usize, usize)| pairs.get(pair).map_or(0, |count| count.total());
    let is_rarer = |(from, to): &&(usize, usize)| {
        let (own, other) = (total(&(*from, *to)), total(&(*to, *from)));
        other > own || other == own && from > to
    };
    let rarer: Vec<(usize, usize)> = pairs.keys().filter(is_rarer).copied().collect();
    for pair in &rarer {
        pairs.remove(pair);
    }
    rarer.into_iter().map(|(from, to)| MapLink { from, to }).collect()
}

/// Codes in groups: those of a circle together, every other alone.
struct Groups {
    members: Vec<Vec<usize>>,
    group_of: Vec<usize>,
}

impl Groups {
    fn of(pairs: &BTreeMap<(usize, usize), ImplicationCount>, codes: usize) -> Self {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<NodeIndex> = (0..codes).map(|_| graph.add_node(())).collect();
        for (from, to) in pairs.keys() {
            if let (Some(from), Some(to)) = (nodes.get(*from), nodes.get(*to)) {
                graph.add_edge(*from, *to, ());
            }
        }
        let mut members: Vec<Vec<usize>> =
            tarjan_scc(&graph).into_iter().map(|group| group.into_iter().map(NodeIndex::index).collect()).collect();
        for group in &mut members {
            group.sort_unstable();
        }
        members.sort_unstable();
        let mut group_of = vec![0; codes];
        for (at, group) in members.iter().enumerate() {
            for code in group {
                if let Some(place) = group_of.get_mut(*code) {
                    *place = at;
                }
            }
        }
        Self { members, group_of }
    }

    fn groups(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        Some((*self.group_of.get(from)?, *self.group_of.get(to)?))
    }

    /// Links between groups that no longer path implies, and the groups in an order in which each link leads on.
    fn reduced(&self, pairs: &BTreeMap<(usize, usize), ImplicationCount>) -> (BTreeSet<(usize, usize)>, Vec<usize>) {
        let mut graph = DiGraph::<usize, ()>::new();
        let nodes: Vec<NodeIndex> = (0..self.members.len()).map(|group| graph.add_node(group)).collect();
        for (from, to) in pairs.keys() {
            let Some((from, to)) = self.groups(*from, *to).filter(|(from, to)| from != to) else { continue };
            if let (Some(from), Some(to)) = (nodes.get(from), nodes.get(to)) {
                graph.update_edge(*from, *to, ());
            }
        }
        // Without circles there is always an order.
        let order = petgraph::algo::toposort(&graph, None).unwrap_or_default();
        let (sorted, _) = dag_to_toposorted_adjacency_list::<_, usize>(&graph, &order);
        let (reduction, _) = dag_transitive_reduction_closure(&sorted);
        let group = |at: usize| order.get(at).map(|node| node.index());
        let mut links = BTreeSet::new();
        for at in 0..order.len() {
            for next in reduction.neighbors(at) {
                links.extend(group(at).zip(group(next)));
            }
        }
        (links, order.into_iter().map(NodeIndex::index).collect())
    }

    /// Whether a pair is the most frequent one of its reduced link between groups.
    fn strongest(
        &self,
        pairs: &BTreeMap<(usize, usize), ImplicationCount>,
        reduced: &BTreeSet<(usize, usize)>,
        from: usize,
        to: usize,
    ) -> bool {
        let Some(link) = self.groups(from, to).filter(|link| reduced.contains(link)) else { return false };
        let same = pairs.iter().filter(|((from, to), _)| self.groups(*from, *to) == Some(link));
        let best = same.min_by_key(|(pair, count)| (std::cmp::Reverse(count.total()), **pair));
        best.is_some_and(|(pair, _)| *pair == (from, to))
    }

    /// The longest path to each code.
    fn layers(&self, reduced: &BTreeSet<(usize, usize)>, order: &[usize]) -> BTreeMap<usize, usize> {
        let mut layer = vec![0; self.members.len()];
        for group in order {
            let below = reduced.iter().filter(|(_, to)| to == group).filter_map(|(from, _)| layer.get(*from).copied());
            let own = below.max().map_or(0, |highest: usize| highest + 1);
            if let Some(place) = layer.get_mut(*group) {
                *place = own;
            }
        }
        let of = |(code, group): (usize, &usize)| (code, layer.get(*group).copied().unwrap_or(0));
        self.group_of.iter().enumerate().map(of).collect()
    }
}

/// For each code, the codes that a path of links leads to.
fn reachable(links: &[MapLink], codes: usize) -> Vec<BTreeSet<usize>> {
    let next = |code: usize| links.iter().filter(move |link| link.from == code).map(|link| link.to);
    let from = |start: usize| {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        let mut open: Vec<usize> = next(start).collect();
        while let Some(code) = open.pop() {
            if found.insert(code) {
                open.extend(next(code));
            }
        }
        found
    };
    (0..codes).map(from).collect()
}
