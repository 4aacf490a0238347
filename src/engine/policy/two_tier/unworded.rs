//! Strategies without questions: each needs a tactic with questions for every kind of focus.

use super::{
    config::{GeneratingStrategy, TwoTierConfig},
    generator::{Generator, GeneratorFallback, GeneratorTarget},
};
use crate::engine::{
    id::Name,
    methodology::{Methodology, QuestionPool},
    sort,
};

/// Kind of focus of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuestionFocus {
    /// Nodes.
    Node,
    /// An element of the concept.
    Element,
    /// The conversation as a whole.
    Global,
}

impl QuestionFocus {
    /// Key of its questions in a tactic.
    pub fn key(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Element => "element",
            Self::Global => "global",
        }
    }

    /// Name in a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Node => "a node",
            Self::Element => "an element",
            Self::Global => "the conversation as a whole",
        }
    }

    fn of(target: &GeneratorTarget) -> Self {
        match target {
            GeneratorTarget::None(_) => Self::Global,
            GeneratorTarget::Node(_) | GeneratorTarget::Nodes(_) => Self::Node,
            GeneratorTarget::Element(_) => Self::Element,
        }
    }

    fn has_questions(self, pool: &QuestionPool, methodology: &Methodology) -> bool {
        let typed = |id: &Name| pool.types.get(id).is_some_and(|questions| !questions.is_empty());
        match self {
            Self::Node => !pool.node.is_empty() || methodology.ontology.nodes.iter().all(|node| typed(&node.id)),
            Self::Element => !pool.element.is_empty(),
            Self::Global => !pool.global.is_empty(),
        }
    }
}

impl TwoTierConfig {
    /// Enabled strategies without questions for a kind of focus.
    pub fn unworded(&self, methodology: &Methodology) -> Vec<(Name, QuestionFocus)> {
        let tactics = self.tactics(methodology);
        let mut unworded = Vec::new();
        for (strategy, asking) in self.strategies.iter().zip(&self.asking).filter(|(strategy, _)| strategy.enabled) {
            let own = || tactics.iter().filter(|tactic| asking.tactics.contains(&tactic.id));
            for focus in kinds(strategy) {
                if !own().any(|tactic| focus.has_questions(&tactic.questions, methodology)) {
                    unworded.push((strategy.id.clone(), focus));
                }
            }
        }
        unworded
    }
}

/// Kinds of focus of a strategy, fallbacks included.
fn kinds(strategy: &GeneratingStrategy) -> Vec<QuestionFocus> {
    let generators = strategy.generators.iter().flat_map(with_fallbacks);
    let mut kinds: Vec<QuestionFocus> = generators.map(|next| QuestionFocus::of(&next.target)).collect();
    sort::distinct(&mut kinds);
    kinds
}

/// A generator and its fallbacks.
pub(super) fn with_fallbacks(generator: &Generator) -> impl Iterator<Item = &Generator> {
    std::iter::successors(Some(generator), |generator| match &generator.fallback {
        GeneratorFallback::Skip => None,
        GeneratorFallback::Generate(fallback) => Some(&**fallback),
    })
}
