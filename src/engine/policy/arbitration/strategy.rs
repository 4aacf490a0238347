//! Strategies of `arbitration`: the strategy of a methodology with its conditions and its focus rule.

use serde::{Deserialize, Serialize};

use super::{condition::Condition, focus::Select};
use crate::engine::{
    id::Name,
    index_map::IndexMap,
    methodology::{self, FocusKind, FocusRule, Move},
};

/// Strategies in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(from = "Vec<StrategyDocument>", into = "Vec<StrategyDocument>")]
pub struct Strategies {
    plain: Vec<methodology::Strategy>,
    rules: Vec<StrategyRule>,
}

/// Conditions and focus of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyRule {
    /// Rule that selects the focus.
    pub focus: Select,
    /// Conditions that must all hold.
    pub when: Vec<Condition>,
    /// Conditions of which one must hold, unless the list is empty.
    pub when_any: Vec<Condition>,
}

impl Strategies {
    /// The strategies in the form of a methodology, for wording and display.
    pub fn plain(&self) -> &[methodology::Strategy] {
        &self.plain
    }

    /// Changes names and descriptions. Rules stay as they are.
    #[cfg(feature = "studio")]
    pub fn rename(&mut self, with: impl FnOnce(&mut [methodology::Strategy])) {
        with(&mut self.plain);
    }

    /// Each strategy with its rule, in order.
    pub fn each(&self) -> impl Iterator<Item = (&methodology::Strategy, &StrategyRule)> {
        self.plain.iter().zip(&self.rules)
    }

    /// The strategy with this id, and its rule.
    pub fn find(&self, id: &str) -> Option<(&methodology::Strategy, &StrategyRule)> {
        self.each().find(|(strategy, _)| &*strategy.id == id)
    }
}

/// A strategy in a policy file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StrategyDocument {
    /// Id: `deepen_branch`.
    pub id: Name,
    /// Name on the screen, "Deepen the branch".
    pub name: String,
    /// Purpose, for the prompt of a question.
    pub description: String,
    /// Advice on the wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<String>,
    /// Ids of its tactics.
    #[serde(default)]
    pub tactics: Vec<Name>,
    /// What it does in the conversation. Default unknown.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub moves_as: Option<Move>,
    /// Rule that selects the focus.
    pub focus: Select,
    /// Conditions that must all hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Conditions of which one must hold, unless the list is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when_any: Vec<Condition>,
    /// Base score, > 0. Default 1.
    #[serde(default = "one")]
    pub base: f64,
}

fn one() -> f64 {
    1.0
}

impl From<Vec<StrategyDocument>> for Strategies {
    fn from(written: Vec<StrategyDocument>) -> Self {
        let (plain, rules) = written.into_iter().map(StrategyDocument::split).unzip();
        Self { plain, rules }
    }
}

impl From<Strategies> for Vec<StrategyDocument> {
    fn from(strategies: Strategies) -> Self {
        strategies
            .plain
            .into_iter()
            .zip(strategies.rules)
            .map(|(plain, rule)| StrategyDocument::join(plain, rule))
            .collect()
    }
}

impl StrategyDocument {
    fn split(self) -> (methodology::Strategy, StrategyRule) {
        let plain = methodology::Strategy {
            id: self.id,
            name: self.name,
            description: self.description,
            guidance: self.guidance,
            tactics: self.tactics,
            moves_as: self.moves_as,
            focus: FocusRule { kind: kind(self.focus), ..FocusRule::default() },
            base: self.base,
            closes: false,
            varies: false,
            weights: IndexMap::new(),
        };
        (plain, StrategyRule { focus: self.focus, when: self.when, when_any: self.when_any })
    }

    fn join(plain: methodology::Strategy, rule: StrategyRule) -> Self {
        let StrategyRule { focus, when, when_any } = rule;
        let methodology::Strategy { id, name, description, guidance, tactics, base, moves_as, .. } = plain;
        Self { id, name, description, guidance, tactics, moves_as, focus, when, when_any, base }
    }
}

fn kind(focus: Select) -> FocusKind {
    match focus {
        Select::None => FocusKind::Global,
        Select::OpenGap => FocusKind::Element,
        Select::Ambiguous | Select::Isolated | Select::InvalidEdge | Select::BranchEnd | Select::Unexplored => {
            FocusKind::Node
        }
    }
}
