//! Counts how often something was asked about and knows when it was asked about enough.

use std::collections::{BTreeMap, BTreeSet};

/// Counts how often each thing was asked about. Once exhausted, a thing stays so.
#[derive(Clone, Debug)]
pub struct Tracker<Id> {
    counts: BTreeMap<Id, u32>,
    exhausted: BTreeSet<Id>,
    threshold: u32,
}

impl<Id: Copy + Ord> Tracker<Id> {
    /// A tracker that exhausts a thing when it is asked about for the `threshold`th time.
    pub fn new(threshold: u32) -> Self {
        Self { counts: BTreeMap::new(), exhausted: BTreeSet::new(), threshold }
    }

    /// Counts that a question about it was asked.
    pub fn record(&mut self, id: Id) {
        let count = self.counts.entry(id).or_default();
        *count += 1;
        if *count >= self.threshold {
            self.exhausted.insert(id);
        }
    }

    /// Sets a count that was taken elsewhere, without judging it.
    pub fn set(&mut self, id: Id, count: u32) {
        self.counts.insert(id, count);
    }

    /// Takes a thing out for good.
    pub fn exhaust(&mut self, id: Id) {
        self.exhausted.insert(id);
    }

    /// Times it was asked about.
    pub fn count(&self, id: Id) -> u32 {
        self.counts.get(&id).copied().unwrap_or_default()
    }

    /// Whether it was asked about enough.
    pub fn is_exhausted(&self, id: Id) -> bool {
        self.exhausted.contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_question_about_a_node_exhausts_it() {
        let mut tracker = Tracker::new(2);
        tracker.record('a');
        assert!(!tracker.is_exhausted('a'));
        tracker.record('a');
        assert!(tracker.is_exhausted('a'));
        assert_eq!(tracker.count('a'), 2);
    }
}
