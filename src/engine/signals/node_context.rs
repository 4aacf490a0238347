//! The context of each node: its distance from the focus, the gaps of its elements, its place in the answer.
//!
//! Computed once a turn for all nodes, in time linear in nodes, edges and quotes.

use crate::engine::{
    dialogue::Exchange,
    graph::{ActiveGraph, Node, Slot},
    state::Coverage,
};

/// The context of each active node.
#[derive(Clone, Debug, Default)]
pub struct NodeContext {
    /// Steps to the focus of the last question, by node. Empty if that was no active node.
    distances: Vec<Option<u32>>,
    /// Missing depth of the least known element of each node, 0–1.
    gaps: Vec<Option<f64>>,
    /// Start of the last quote in the answer of each turn.
    last_quotes: Vec<u32>,
}

impl NodeContext {
    /// The context of the active nodes after the last exchange.
    pub fn of(active: &ActiveGraph<'_>, coverage: &Coverage, last: Option<&Exchange>) -> Self {
        let focus = last.and_then(|exchange| exchange.probe.as_ref()).and_then(|probe| probe.focus.node());
        let slot = focus.and_then(|node| active.slot(node));
        let mut context = Self {
            distances: slot.map(|slot| distances(active, slot)).unwrap_or_default(),
            gaps: vec![None; active.len()],
            last_quotes: Vec::new(),
        };
        for element in &coverage.elements {
            let missing = 1.0 - element.depth;
            for slot in element.linked_nodes.iter().filter_map(|node| active.slot(*node)) {
                if let Some(gap) = context.gaps.get_mut(slot as usize) {
                    *gap = Some(gap.map_or(missing, |gap| gap.max(missing)));
                }
            }
        }
        for quote in active.nodes.iter().flat_map(|node| &node.quotes) {
            let turn = quote.turn as usize;
            if context.last_quotes.len() <= turn {
                context.last_quotes.resize(turn + 1, 0);
            }
            if let Some(last) = context.last_quotes.get_mut(turn) {
                *last = quote.start.max(*last);
            }
        }
        context
    }

    /// Whether the last question was about an active node.
    pub(super) fn is_focus_known(&self) -> bool {
        !self.distances.is_empty()
    }

    /// Steps to the focus of the last question.
    pub(super) fn distance(&self, slot: Slot) -> Option<u32> {
        self.distances.get(slot as usize).copied().flatten()
    }

    /// Missing depth of the least known element of a node, 0–1.
    pub(super) fn gap(&self, slot: Slot) -> Option<f64> {
        self.gaps.get(slot as usize).copied().flatten()
    }

    /// Position of a node's last quote in its answer, 0–1. None if it is unknown.
    pub(super) fn said_late(&self, node: &Node) -> Option<f64> {
        let quote = node.quotes.last()?;
        let last = self.last_quotes.get(quote.turn as usize).copied().filter(|last| *last > 0)?;
        Some(f64::from(quote.start) / f64::from(last))
    }
}

/// Steps from a node to every other along edges of either direction, breadth first.
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
