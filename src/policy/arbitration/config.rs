//! Settings of the policy: strategies, tactics, scorers, thresholds.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Closing, Condition, Select, facts::Thresholds, view::View};
use crate::{
    id::Name,
    methodology::{self, FocusKind, FocusRule, Tactic},
    policy::scorers::arbitration::Scorers,
};

/// Settings of the policy. Strategies have no default; whatever else is left out keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Ways of asking on; the order is priority and breaks ties.
    pub strategies: Vec<Strategy>,
    /// Ways of wording, listed by strategies.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// Id of the strategy that steps in, about the conversation as a whole, where none has anything to ask. Default
    /// `introduce_seed`.
    #[serde(default = "introduce_seed")]
    pub fallback: Name,
    /// Settings of the scorers.
    #[serde(default)]
    pub scorers: Scorers,
    /// When something was asked about enough.
    #[serde(default)]
    pub trackers: Trackers,
    /// When the interview may end early.
    #[serde(default)]
    pub closing: Closing,
    /// Rating above which an isolated idea has something it could be connected with, 0–1. Default 0.5.
    #[serde(default = "half")]
    pub plausibility_limit: f64,
    /// Clarifications in a row after answers that cannot be used, 0–10. Default 2.
    #[serde(default = "two")]
    pub clarify_unreadable: u32,
}

fn introduce_seed() -> Name {
    Name::from("introduce_seed")
}

fn half() -> f64 {
    0.5
}

fn two() -> u32 {
    2
}

/// A way of asking on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

impl Strategy {
    pub(super) fn applies(&self, view: &View<'_, '_>, config: &Config) -> bool {
        self.when.iter().all(|condition| condition.holds(view, config))
            && (self.when_any.is_empty() || self.when_any.iter().any(|condition| condition.holds(view, config)))
    }

    /// The strategy in the form a methodology has it, for whoever words the question.
    pub fn as_methodology(&self) -> methodology::Strategy {
        methodology::Strategy {
            id: self.id.clone(),
            name: self.name.clone(),
            description: self.description.clone(),
            guidance: self.guidance.clone(),
            tactics: self.tactics.clone(),
            focus: FocusRule { kind: self.focus.kind(), ..FocusRule::default() },
            base: self.base,
            closes: false,
            weights: indexmap::IndexMap::new(),
        }
    }
}

impl Select {
    fn kind(self) -> FocusKind {
        match self {
            Self::None => FocusKind::Global,
            Self::OpenGap => FocusKind::Element,
            Self::Ambiguous | Self::Isolated | Self::InvalidEdge | Self::BranchEnd | Self::Unexplored => {
                FocusKind::Node
            }
        }
    }
}

/// How often something is asked about before it was asked about enough. Absent keys take the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Trackers {
    /// Questions about one node alone, from 1. Default 2.
    pub node: u32,
    /// Questions about one edge, from 1. Default 2.
    pub edge: u32,
    /// Questions about the gaps of one element, from 1. Default 3.
    pub element: u32,
}

impl Default for Trackers {
    fn default() -> Self {
        Self { node: 2, edge: 2, element: 3 }
    }
}

impl Trackers {
    /// The same, for counting.
    pub fn thresholds(self) -> Thresholds {
        Thresholds { node: self.node, edge: self.edge, element: self.element }
    }
}

impl Config {
    /// The strategy of this id.
    pub fn strategy(&self, id: &str) -> Option<&Strategy> {
        self.strategies.iter().find(|strategy| &*strategy.id == id)
    }

    /// The strategy of this id in the form a methodology has it.
    pub fn wording(&self, id: &str) -> Option<Cow<'_, methodology::Strategy>> {
        self.strategy(id).map(|strategy| Cow::Owned(strategy.as_methodology()))
    }
}
