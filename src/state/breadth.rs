//! How many rungs of the ladder a line through an element's own nodes meets, directions ignored.

use super::count;
use crate::graph::{ActiveGraph, Effort, Neighbours, Slot, Walk};

/// Searches for the path with the most rungs, one element after the other.
pub(super) struct Rungs<'a> {
    active: &'a ActiveGraph<'a>,
    neighbours: &'a Neighbours,
    /// Rung of each type of the graph.
    by_type: Vec<Option<u32>>,
    /// Position of each active node among the element's own; reset after each element.
    own: Vec<Option<u32>>,
}

/// A connected part of an element's nodes.
#[derive(Clone, Copy, Default)]
struct Part {
    nodes: u32,
    /// Twice the number of ties.
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
    pub(super) fn new(active: &'a ActiveGraph<'a>, neighbours: &'a Neighbours, by_type: Vec<Option<u32>>) -> Self {
        Self { active, neighbours, by_type, own: vec![None; active.len()] }
    }

    /// Most distinct rungs on a simple path through these nodes, and whether that is exact.
    pub(super) fn most_on_a_path(&mut self, nodes: &[Slot], effort: &mut Effort) -> (u32, bool) {
        let rungs: Vec<Option<u32>> = nodes.iter().map(|&slot| self.rung(slot)).collect();
        let ties = self.ties(nodes);
        let (mut parts, part_of) = parts(&rungs, &ties);
        let mut walk = Walk::new(&ties, nodes.len());
        let mut met = Met { times: vec![0; self.ladder()], distinct: 0 };
        let (mut best, mut exact) = (0, true);
        for (start, part) in (0..).zip(part_of) {
            let Some(part) = parts.get_mut(part as usize) else { continue };
            if part.is_small_tree(effort.per_start) {
                // The best path of a tree runs from leaf to leaf, and none meets more rungs than there are.
                if part.best == part.rungs || ties.of(start).len() > 1 {
                    continue;
                }
            }
            let found = search(start, *part, &rungs, &mut walk, &mut met, effort);
            walk.clear();
            met.clear();
            part.best = part.best.max(found.0);
            best = best.max(found.0);
            exact &= found.1;
        }
        (best, exact)
    }

    fn rung(&self, slot: Slot) -> Option<u32> {
        let type_of = self.active.type_of.get(slot as usize)?;
        self.by_type.get(*type_of as usize).copied().flatten()
    }

    fn ladder(&self) -> usize {
        self.by_type.iter().flatten().max().map_or(0, |rung| *rung as usize + 1)
    }

    /// Ties among the element's own nodes, numbered by their position in `nodes`.
    fn ties(&mut self, nodes: &[Slot]) -> Neighbours {
        for (at, &slot) in (0..).zip(nodes) {
            self.mark(slot, Some(at));
        }
        let (own, neighbours) = (&self.own, self.neighbours);
        let ties = (0..).zip(nodes).flat_map(|(at, &slot)| {
            let others = neighbours.of(slot).iter();
            others.filter_map(|&other| own.get(other as usize).copied().flatten()).map(move |other| (at, other))
        });
        let ties = Neighbours::collect(nodes.len(), ties);
        for &slot in nodes {
            self.mark(slot, None);
        }
        ties
    }

    fn mark(&mut self, slot: Slot, own: Option<u32>) {
        if let Some(mark) = self.own.get_mut(slot as usize) {
            *mark = own;
        }
    }
}

/// Connected parts, and the part of each node.
fn parts(rungs: &[Option<u32>], ties: &Neighbours) -> (Vec<Part>, Vec<u32>) {
    let (mut parts, mut part_of) = (Vec::new(), vec![u32::MAX; rungs.len()]);
    for start in 0..count(rungs.len()) {
        if part_of.get(start as usize) != Some(&u32::MAX) {
            continue;
        }
        let (mut part, mut found, mut open) = (Part::default(), Vec::new(), vec![start]);
        while let Some(slot) = open.pop() {
            let Some(mark @ &mut u32::MAX) = part_of.get_mut(slot as usize) else { continue };
            *mark = count(parts.len());
            part.nodes += 1;
            part.ends += count(ties.of(slot).len());
            found.extend(rungs.get(slot as usize).copied().flatten());
            open.extend(ties.of(slot));
        }
        found.sort_unstable();
        found.dedup();
        part.rungs = count(found.len());
        parts.push(part);
    }
    (parts, part_of)
}

/// Rungs met by a path.
struct Met {
    times: Vec<u32>,
    distinct: u32,
}

impl Met {
    fn enter(&mut self, rung: Option<u32>) {
        if let Some(times) = rung.and_then(|rung| self.times.get_mut(rung as usize)) {
            *times += 1;
            self.distinct += u32::from(*times == 1);
        }
    }

    fn leave(&mut self, rung: Option<u32>) {
        if let Some(times) = rung.and_then(|rung| self.times.get_mut(rung as usize)) {
            *times -= 1;
            self.distinct -= u32::from(*times == 0);
        }
    }

    fn clear(&mut self) {
        self.times.fill(0);
        self.distinct = 0;
    }
}

/// Most rungs on a path from this node, and whether the search saw all it had to.
fn search(
    start: Slot,
    part: Part,
    rungs: &[Option<u32>],
    walk: &mut Walk<'_>,
    met: &mut Met,
    effort: &mut Effort,
) -> (u32, bool) {
    let rung = |slot: Slot| rungs.get(slot as usize).copied().flatten();
    let (mut best, mut steps, mut next) = (0, 0, Some(start));
    loop {
        if let Some(slot) = next {
            if steps >= effort.per_start || !effort.spend() {
                return (best, false);
            }
            steps += 1;
            walk.enter(slot);
            met.enter(rung(slot));
            best = best.max(met.distinct);
            if met.distinct == part.rungs || walk.len() == part.nodes as usize {
                return (best, true);
            }
        } else {
            let Some(left) = walk.leave() else { return (best, true) };
            met.leave(rung(left));
        }
        next = walk.advance();
    }
}
