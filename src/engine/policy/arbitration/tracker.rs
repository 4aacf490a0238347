//! Counts questions about nodes or edges, up to a threshold.

use serde::{Deserialize, Serialize};

use crate::engine::sorted::{SortedMap, SortedSet};

/// Number of questions that exhausts a node, edge or element. Absent keys keep the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Trackers {
    /// Questions about one node alone, ≥ 1. Default 2.
    pub node: u32,
    /// Questions about one edge, ≥ 1. Default 2.
    pub edge: u32,
    /// Questions about the gaps of one element, ≥ 1. Default 3.
    pub element: u32,
}

impl Default for Trackers {
    fn default() -> Self {
        Self { node: 2, edge: 2, element: 3 }
    }
}

/// Counts the questions about each item. An exhausted item stays exhausted.
#[derive(Clone, Debug)]
pub struct FocusTracker<Id> {
    counts: SortedMap<Id, u32>,
    exhausted: SortedSet<Id>,
    threshold: u32,
}

impl<Id: Copy + Ord> FocusTracker<Id> {
    /// A tracker that exhausts an item with the `threshold`th question about it.
    pub fn new(threshold: u32) -> Self {
        Self { counts: SortedMap::new(), exhausted: SortedSet::new(), threshold }
    }

    /// Counts a question about an item.
    pub fn record(&mut self, id: Id) {
        let count = self.counts.or_default(id);
        *count += 1;
        if *count >= self.threshold {
            self.exhausted.insert(id);
        }
    }

    /// Sets the count of an item without comparing it with the threshold.
    pub fn set(&mut self, id: Id, count: u32) {
        self.counts.insert(id, count);
    }

    /// Exhausts an item.
    pub fn exhaust(&mut self, id: Id) {
        self.exhausted.insert(id);
    }

    /// Number of questions about an item.
    pub fn count(&self, id: Id) -> u32 {
        self.counts.get(&id).copied().unwrap_or_default()
    }

    /// Whether an item is exhausted.
    pub fn is_exhausted(&self, id: Id) -> bool {
        self.exhausted.contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_question_about_a_node_exhausts_it() {
        let mut tracker = FocusTracker::new(2);
        tracker.record('a');
        assert!(!tracker.is_exhausted('a'));
        tracker.record('a');
        assert!(tracker.is_exhausted('a'));
        assert_eq!(tracker.count('a'), 2);
    }
}
