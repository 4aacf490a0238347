//! Facts with everything that follows from them, computed once a decision.

use super::{coverage::Gap, facts::Facts, structure::Structure};

/// Facts and what follows from them. Gates, focus rules, scorers and signals read nothing else.
#[derive(Clone, Debug)]
pub struct View<'f, 'a> {
    /// The facts.
    pub facts: &'f Facts<'a>,
    /// Signals of the graph.
    pub structure: Structure,
    /// What is missing from coverage, in element order.
    pub gaps: Vec<Gap>,
}

/// What follows from facts as long as the graph and what was heard of the elements stay as they are.
#[derive(Clone, Debug)]
pub(super) struct Follows {
    structure: Structure,
    gaps: Vec<Gap>,
}

impl<'f, 'a> View<'f, 'a> {
    /// Computes what follows from the facts.
    pub fn of(facts: &'f Facts<'a>) -> Self {
        Self { facts, structure: Structure::of(facts), gaps: facts.coverage.gaps(&facts.graph) }
    }

    /// Gaps of elements that may still be asked about.
    pub fn open_gaps(&self) -> impl Iterator<Item = &Gap> {
        self.gaps.iter().filter(|gap| gap.is_open)
    }

    /// Whether no gap at all is left.
    pub fn is_satisfied(&self) -> bool {
        self.gaps.is_empty()
    }

    /// What follows from the facts, to be seen again when a tracker has changed.
    pub(super) fn follows(self) -> Follows {
        Follows { structure: self.structure, gaps: self.gaps }
    }

    /// Facts with what was found to follow from them.
    pub(super) fn with(facts: &'f Facts<'a>, follows: Follows) -> Self {
        Self { facts, structure: follows.structure, gaps: follows.gaps }
    }

    /// Whether no gap is left that may still be asked about.
    pub fn is_settled(&self) -> bool {
        self.open_gaps().next().is_none()
    }

    /// The latest turns, oldest first; none for 0.
    pub fn last_turns(&self, count: u32) -> &'f [super::facts::TurnFact<'a>] {
        let turns = &self.facts.turns;
        let start = turns.len().saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
        turns.get(start..).unwrap_or_default()
    }
}
