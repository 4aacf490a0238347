//! Whether the strategies can be worded: each needs a tactic with questions for everything it can be about.

use super::{Config, Strategy};
use crate::{
    id::Name,
    methodology::{Methodology, QuestionPool},
    policy::focus::{Fallback, Generator, Target},
};

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// Ideas.
    Node,
    /// An element of the concept.
    Element,
    /// The conversation as a whole.
    Global,
}

impl About {
    /// The key of its questions in a tactic.
    pub fn key(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Element => "element",
            Self::Global => "global",
        }
    }

    /// What it is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Node => "a node",
            Self::Element => "an element",
            Self::Global => "the conversation as a whole",
        }
    }

    fn of(target: &Target) -> Self {
        match target {
            Target::None(_) => Self::Global,
            Target::Node(_) | Target::Nodes(_) => Self::Node,
            Target::Element(_) => Self::Element,
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

impl Config {
    /// Strategies that no tactic can word, with what they would be asked about.
    pub fn unasked(&self, methodology: &Methodology) -> Vec<(Name, About)> {
        let tactics = self.tactics(methodology);
        let mut unasked = Vec::new();
        for (strategy, asking) in self.strategies.iter().zip(&self.asking).filter(|(strategy, _)| strategy.enabled) {
            let own = || tactics.iter().filter(|tactic| asking.tactics.contains(&tactic.id));
            for about in kinds(strategy) {
                if !own().any(|tactic| about.has_questions(&tactic.questions, methodology)) {
                    unasked.push((strategy.id.clone(), about));
                }
            }
        }
        unasked
    }
}

/// Kinds of things a strategy can be about, its fallbacks included.
fn kinds(strategy: &Strategy) -> Vec<About> {
    let mut kinds: Vec<About> =
        strategy.generators.iter().flat_map(chain).map(|next| About::of(&next.target)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// A generator and its fallbacks.
pub(super) fn chain(generator: &Generator) -> impl Iterator<Item = &Generator> {
    std::iter::successors(Some(generator), |generator| match &generator.fallback {
        Fallback::Skip => None,
        Fallback::Generate(fallback) => Some(&**fallback),
    })
}
