//! What lies around the nodes: how far each is from what was last asked about, what its elements lack, where in its answer
//! it was voiced. Worked out once a turn for all nodes, in time linear in nodes, edges and quotes.

use crate::{
    dialogue::Exchange,
    graph::{ActiveGraph, Node, Slot},
    state::Coverage,
};

/// What lies around the nodes.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Steps to the focus by node; empty if the last question was about no active idea.
    distances: Vec<Option<u32>>,
    /// What the least known element of each node lacks.
    gaps: Vec<Option<f64>>,
    /// Start of the last idea voiced in the answer of each turn.
    last: Vec<u32>,
}

impl Surroundings {
    /// What lies around the active nodes.
    pub fn of(active: &ActiveGraph<'_>, coverage: &Coverage, asked: Option<&Exchange>) -> Self {
        let focus = asked.and_then(|exchange| exchange.probe.as_ref()).and_then(|probe| probe.focus.node());
        let slot = focus.and_then(|node| active.slot(node));
        let mut surroundings = Self {
            distances: slot.map(|slot| distances(active, slot)).unwrap_or_default(),
            gaps: vec![None; active.len()],
            last: Vec::new(),
        };
        for element in &coverage.elements {
            let lack = 1.0 - element.depth;
            for slot in element.linked_nodes.iter().filter_map(|node| active.slot(*node)) {
                if let Some(gap) = surroundings.gaps.get_mut(slot as usize) {
                    *gap = Some(gap.map_or(lack, |gap| gap.max(lack)));
                }
            }
        }
        for quote in active.nodes.iter().flat_map(|node| &node.quotes) {
            let turn = quote.turn as usize;
            if surroundings.last.len() <= turn {
                surroundings.last.resize(turn + 1, 0);
            }
            if let Some(last) = surroundings.last.get_mut(turn) {
                *last = quote.start.max(*last);
            }
        }
        surroundings
    }

    /// Whether the last question was about an active idea.
    pub(super) fn is_focus_known(&self) -> bool {
        !self.distances.is_empty()
    }

    /// Steps to the idea last asked about.
    pub(super) fn distance(&self, slot: Slot) -> Option<u32> {
        self.distances.get(slot as usize).copied().flatten()
    }

    /// What the least known element of a node lacks, 0–1.
    pub(super) fn gap(&self, slot: Slot) -> Option<f64> {
        self.gaps.get(slot as usize).copied().flatten()
    }

    /// How far into its answer a node was last voiced, 0–1.
    pub(super) fn said_late(&self, node: &Node) -> Option<f64> {
        let quote = node.quotes.last()?;
        let last = self.last.get(quote.turn as usize).copied().filter(|last| *last > 0)?;
        Some(f64::from(quote.start) / f64::from(last))
    }
}

/// Steps from a node to every other, along edges of either direction: breadth first.
fn distances(active: &ActiveGraph<'_>, from: Slot) -> Vec<Option<u32>> {
    let neighbours = active.neighbours();
    let mut distances = vec![None; active.len()];
    let mut reached = vec![from];
    let mut steps = 0;
    while !reached.is_empty() {
        let mut next = Vec::new();
        for slot in reached {
            let Some(distance) = distances.get_mut(slot as usize).filter(|distance| distance.is_none()) else {
                continue;
            };
            *distance = Some(steps);
            next.extend_from_slice(neighbours.of(slot));
        }
        reached = next;
        steps += 1;
    }
    distances
}
