//! Distinct rungs of the ladder on a path through an element's own nodes, ignoring direction.

use super::ladder::Ladder;
use crate::engine::{
    graph::{ActiveGraph, Neighbours, SearchBudget, Slot, Walk},
    number::count,
};

/// Not one of the element's own nodes.
const FOREIGN: u32 = u32::MAX;

/// One of the element's nodes, in a part without a number.
const UNNUMBERED: u32 = u32::MAX - 1;

/// Finds the path with the most rungs, for one element after the other. Its lists are reused for every element.
pub(super) struct Rungs<'a> {
    neighbours: &'a Neighbours,
    /// Closed to every node but the element's own.
    walk: Walk<'a>,
    /// Connected part of each node.
    part_of: Vec<u32>,
    parts: Vec<Part>,
    open: Vec<Slot>,
    met: Met,
}

/// A connected part of an element's nodes.
#[derive(Clone, Copy, Default)]
struct Part {
    nodes: u32,
    /// Twice the number of links.
    ends: u32,
    rungs: u32,
    best: u32,
}

impl Part {
    /// Whether every search through it sees all paths within this many steps. Only one path joins two nodes of a tree.
    fn is_small_tree(&self, steps: u32) -> bool {
        self.ends + 2 == 2 * self.nodes && self.nodes <= steps
    }
}

impl<'a> Rungs<'a> {
    pub(super) fn new(active: &ActiveGraph<'_>, neighbours: &'a Neighbours, ladder: &Ladder) -> Self {
        let by_type = ladder.rungs(active);
        let rung = |type_of: &u32| by_type.get(*type_of as usize).copied().flatten();
        Self {
            neighbours,
            walk: Walk::closed(neighbours, active.len()),
            part_of: vec![FOREIGN; active.len()],
            parts: Vec::new(),
            open: Vec::new(),
            met: Met {
                rungs: active.type_of.iter().map(rung).collect(),
                times: vec![0; ladder.length() as usize],
                distinct: 0,
            },
        }
    }

    /// Maximum distinct rungs on a simple path through these nodes, and whether the result is exact.
    pub(super) fn most_on_a_path(&mut self, nodes: &[Slot], effort: &mut SearchBudget) -> (u32, bool) {
        self.number_parts(nodes);
        for &slot in nodes {
            self.walk.open(slot);
        }
        let (mut best, mut exact) = (0, true);
        for &start in nodes {
            let Some(part) = self.part(start) else { continue };
            if part.is_small_tree(effort.per_start) && (part.best == part.rungs || self.own_neighbours(start) > 1) {
                // The best path of a tree runs from leaf to leaf, and none meets more rungs than there are.
                continue;
            }
            let found = self.search(start, part, effort);
            best = best.max(found.0);
            exact &= found.1;
            self.raise(start, found.0);
        }
        for &slot in nodes {
            self.walk.close(slot);
            self.set_part(slot, FOREIGN);
        }
        (best, exact)
    }

    fn number_parts(&mut self, nodes: &[Slot]) {
        self.parts.clear();
        for &slot in nodes {
            self.set_part(slot, UNNUMBERED);
        }
        for &start in nodes {
            if self.part_of.get(start as usize) == Some(&UNNUMBERED) {
                let part = self.number_part(start);
                self.parts.push(part);
            }
        }
    }

    fn number_part(&mut self, start: Slot) -> Part {
        let (mut part, number) = (Part::default(), count(self.parts.len()));
        self.open.push(start);
        while let Some(slot) = self.open.pop() {
            let Some(mark @ &mut UNNUMBERED) = self.part_of.get_mut(slot as usize) else { continue };
            *mark = number;
            part.nodes += 1;
            part.ends += self.own_neighbours(slot);
            self.met.enter(slot);
            let (part_of, neighbours) = (&self.part_of, self.neighbours.of(slot));
            let next = |slot: &&Slot| part_of.get(**slot as usize) == Some(&UNNUMBERED);
            self.open.extend(neighbours.iter().filter(next));
        }
        part.rungs = self.met.distinct;
        self.met.clear();
        part
    }

    fn own_neighbours(&self, slot: Slot) -> u32 {
        let is_own = |slot: &&Slot| self.part_of.get(**slot as usize).is_some_and(|part| *part != FOREIGN);
        count(self.neighbours.of(slot).iter().filter(is_own).count())
    }

    fn part(&self, slot: Slot) -> Option<Part> {
        self.parts.get(*self.part_of.get(slot as usize)? as usize).copied()
    }

    fn raise(&mut self, slot: Slot, best: u32) {
        let number = self.part_of.get(slot as usize).copied().unwrap_or(FOREIGN);
        if let Some(part) = self.parts.get_mut(number as usize) {
            part.best = part.best.max(best);
        }
    }

    fn set_part(&mut self, slot: Slot, part: u32) {
        if let Some(mark) = self.part_of.get_mut(slot as usize) {
            *mark = part;
        }
    }

    /// Maximum rungs on a path from this node, and whether the search was complete.
    fn search(&mut self, start: Slot, part: Part, effort: &mut SearchBudget) -> (u32, bool) {
        let (mut best, mut steps, mut next) = (0, 0, Some(start));
        let exact = loop {
            if let Some(slot) = next {
                if steps >= effort.per_start || !effort.spend() {
                    break false;
                }
                steps += 1;
                self.walk.enter(slot);
                self.met.enter(slot);
                best = best.max(self.met.distinct);
                if self.met.distinct == part.rungs || self.walk.len() == part.nodes as usize {
                    break true;
                }
            } else {
                let Some(left) = self.walk.leave() else { break true };
                self.met.leave(left);
            }
            next = self.walk.advance();
        };
        self.walk.clear();
        self.met.clear();
        (best, exact)
    }
}

/// The rungs on a path.
struct Met {
    /// Rung of each node.
    rungs: Vec<Option<u32>>,
    times: Vec<u32>,
    distinct: u32,
}

impl Met {
    fn times(&mut self, slot: Slot) -> Option<&mut u32> {
        let rung = self.rungs.get(slot as usize).copied().flatten()?;
        self.times.get_mut(rung as usize)
    }

    fn enter(&mut self, slot: Slot) {
        if let Some(times) = self.times(slot) {
            *times += 1;
            let is_first = *times == 1;
            self.distinct += u32::from(is_first);
        }
    }

    fn leave(&mut self, slot: Slot) {
        if let Some(times) = self.times(slot) {
            *times -= 1;
            let was_last = *times == 0;
            self.distinct -= u32::from(was_last);
        }
    }

    fn clear(&mut self) {
        self.times.fill(0);
        self.distinct = 0;
    }
}
