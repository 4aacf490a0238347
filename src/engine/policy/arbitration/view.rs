//! The facts with their structure and gaps, computed once for a decision.

use super::{coverage::ElementGap, facts::ArbitrationFacts, structure::Structure};
use crate::engine::policy::conversation::Talk;

/// The facts with their structure and gaps: the input of focus rules, scorers and signals.
#[derive(Clone, Debug)]
pub struct View<'f, 'a> {
    /// The facts.
    pub facts: &'f ArbitrationFacts<'a>,
    /// Structure of the graph.
    pub structure: Structure,
    /// Gaps of the coverage, in element order.
    pub gaps: Vec<ElementGap>,
    /// The rules of the conversation, if there are any.
    pub(super) talk: Option<&'f Talk<'f>>,
}

/// Structure and gaps without the facts. They stay valid when a tracker changes.
#[derive(Clone, Debug)]
pub(super) struct DerivedFacts {
    structure: Structure,
    gaps: Vec<ElementGap>,
}

impl<'f, 'a> View<'f, 'a> {
    /// Computes structure and gaps.
    pub fn of(facts: &'f ArbitrationFacts<'a>) -> Self {
        Self { facts, structure: Structure::of(facts), gaps: facts.coverage.gaps(&facts.graph), talk: None }
    }

    /// Gaps of elements that are not exhausted.
    pub fn open_gaps(&self) -> impl Iterator<Item = &ElementGap> {
        self.gaps.iter().filter(|gap| gap.is_open)
    }

    /// Structure and gaps, for another view after a tracker has changed.
    pub(super) fn into_derived(self) -> DerivedFacts {
        DerivedFacts { structure: self.structure, gaps: self.gaps }
    }

    /// The facts with structure and gaps computed before.
    pub(super) fn with(facts: &'f ArbitrationFacts<'a>, derived: DerivedFacts) -> Self {
        Self { facts, structure: derived.structure, gaps: derived.gaps, talk: None }
    }

    /// With the rules of the conversation.
    pub(super) fn with_talk(self, talk: Option<&'f Talk<'f>>) -> Self {
        Self { talk, ..self }
    }

    /// Whether every gap belongs to an exhausted element.
    pub fn is_settled(&self) -> bool {
        self.open_gaps().next().is_none()
    }

    /// The latest turns, oldest first.
    pub fn last_turns(&self, count: u32) -> &'f [super::facts::TurnFact<'a>] {
        let turns = &self.facts.turns;
        let start = turns.len().saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
        turns.get(start..).unwrap_or_default()
    }
}
