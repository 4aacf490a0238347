//! Strategies of this policy: what a methodology says of one, and besides when it applies and what it picks.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Condition, Config, Select, view::View};
use crate::{
    id::Name,
    methodology::{self, FocusKind, FocusRule},
};

/// Ways of asking on, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(from = "Vec<Strategy>", into = "Vec<Strategy>")]
pub struct Strategies {
    plain: Vec<methodology::Strategy>,
    rules: Vec<Rule>,
}

/// When a strategy applies and what it picks.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Which focus it picks.
    pub focus: Select,
    /// Conditions that must all hold.
    pub when: Vec<Condition>,
    /// Conditions of which one must hold, if there are any.
    pub when_any: Vec<Condition>,
}

impl Strategies {
    /// The strategies as a methodology has them, for whoever words and shows questions.
    pub fn plain(&self) -> &[methodology::Strategy] {
        &self.plain
    }

    /// Changes how strategies are called and described; what they do stays.
    #[cfg(feature = "studio")]
    pub fn rename(&mut self, with: impl FnOnce(&mut [methodology::Strategy])) {
        with(&mut self.plain);
    }

    /// Each strategy with its rule, in order.
    pub fn each(&self) -> impl Iterator<Item = (&methodology::Strategy, &Rule)> {
        self.plain.iter().zip(&self.rules)
    }

    /// The strategy of this id with its rule.
    pub fn find(&self, id: &str) -> Option<(&methodology::Strategy, &Rule)> {
        self.each().find(|(strategy, _)| &*strategy.id == id)
    }
}

impl Rule {
    pub(super) fn applies(&self, view: &View<'_, '_>, config: &Config) -> bool {
        self.when.iter().all(|condition| condition.holds(view, config))
            && (self.when_any.is_empty() || self.when_any.iter().any(|condition| condition.holds(view, config)))
    }
}

/// A way of asking on, as a policy file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Id: `deepen_branch`.
    pub id: Name,
    /// Name on the screen, "Deepen the branch".
    pub name: String,
    /// What it is for. Goes to whoever words the question.
    pub description: String,
    /// Further advice on the wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<String>,
    /// Ids of its tactics. All go to whoever words the question.
    #[serde(default)]
    pub tactics: Vec<Name>,
    /// Which focus it picks.
    pub focus: Select,
    /// Conditions that must all hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Conditions of which one must hold, if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when_any: Vec<Condition>,
    /// Starting score, above 0. Default 1.
    #[serde(default = "one")]
    pub base: f64,
}

fn one() -> f64 {
    1.0
}

impl From<Vec<Strategy>> for Strategies {
    fn from(written: Vec<Strategy>) -> Self {
        let (plain, rules) = written.into_iter().map(Strategy::split).unzip();
        Self { plain, rules }
    }
}

impl From<Strategies> for Vec<Strategy> {
    fn from(strategies: Strategies) -> Self {
        strategies.plain.into_iter().zip(strategies.rules).map(|(plain, rule)| Strategy::join(plain, rule)).collect()
    }
}

impl Strategy {
    fn split(self) -> (methodology::Strategy, Rule) {
        let plain = methodology::Strategy {
            id: self.id,
            name: self.name,
            description: self.description,
            guidance: self.guidance,
            tactics: self.tactics,
            focus: FocusRule { kind: kind(self.focus), ..FocusRule::default() },
            base: self.base,
            closes: false,
            varies: false,
            weights: IndexMap::new(),
        };
        (plain, Rule { focus: self.focus, when: self.when, when_any: self.when_any })
    }

    fn join(plain: methodology::Strategy, rule: Rule) -> Self {
        let Rule { focus, when, when_any } = rule;
        let methodology::Strategy { id, name, description, guidance, tactics, base, .. } = plain;
        Self { id, name, description, guidance, tactics, focus, when, when_any, base }
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
