//! Settings of the policy, as a study carries them. Absent keys take the value of the preset `matrix`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Candidate, Focus, phase::PhaseRule, preset};
use crate::{
    id::Name,
    methodology,
    policy::{focus::Generator, gates, scorers::two_tier as scorers},
};

/// Settings of the policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Document", into = "Document")]
pub struct Config {
    /// How many of the newest ideas count as recent. Default 5.
    pub recent_node_limit: u32,
    /// Whether and when readings made by a model are used.
    pub signals: SignalSettings,
    /// Ways of asking on, in order; the order decides ties.
    pub strategies: Vec<Strategy>,
    /// Strategies that weights may name though they are not there yet.
    pub future_strategies: Vec<Name>,
    /// Gates in the order they are asked.
    pub gates: Vec<gates::Entry>,
    /// Scorers in the order they are added.
    pub scorers: Vec<scorers::Entry>,
    /// Phases in order.
    pub phases: Vec<PhaseRule>,
    /// Factor of each strategy's score by phase, ≥ 0; 1 where nothing is said, 0 switches off.
    pub phase_profiles: IndexMap<Name, IndexMap<Name, f64>>,
    /// Alternatives and what stands in.
    pub selection: SelectionSettings,
}

/// Whether and when readings made by a model are used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SignalSettings {
    /// Whether they are used at all. Default true.
    pub enabled: bool,
    /// Least confidence, 0–1. Default 0.5.
    pub min_confidence: f64,
}

impl Default for SignalSettings {
    fn default() -> Self {
        Self { enabled: true, min_confidence: 0.5 }
    }
}

/// Alternatives and what stands in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelectionSettings {
    /// How many of the next best are looked at. Default 3.
    pub alternatives_count: u32,
    /// Least score of an alternative. Default 0.3.
    pub alternatives_min_score: f64,
    /// Strategies that stand in when no probe is eligible, first choice first. Default closing, reflection, broaden.
    pub fallback: Vec<Name>,
}

impl Default for SelectionSettings {
    fn default() -> Self {
        Self {
            alternatives_count: 3,
            alternatives_min_score: 0.3,
            fallback: ["closing", "reflection", "broaden"].map(Name::from).to_vec(),
        }
    }
}

/// A way of asking on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StrategyDocument", into = "StrategyDocument")]
pub struct Strategy {
    /// Id, name, what it asks for and the tactics that word it.
    pub asking: methodology::Strategy,
    /// Category: gates and scorers know strategies by it. `depth breadth coverage closing reflection peripheral
    /// contrast interaction transition`, or a word of your own.
    pub category: Name,
    /// Whether it exists for this study. Default true.
    pub enabled: bool,
    /// What it can be about, in order.
    pub generators: Vec<Generator>,
}

impl Strategy {
    /// A probe of this strategy.
    pub(super) fn candidate(&self, focus: Focus) -> Candidate {
        Candidate { strategy: self.asking.id.clone(), category: self.category.clone(), focus }
    }
}

impl Config {
    /// The strategy with this id, switched off or not.
    pub fn strategy(&self, id: &str) -> Option<&Strategy> {
        self.strategies.iter().find(|strategy| &*strategy.asking.id == id)
    }
}

/// Settings as written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default = "five")]
    recent_node_limit: u32,
    #[serde(default)]
    signals: SignalSettings,
    strategies: Option<Vec<Strategy>>,
    future_strategies: Option<Vec<Name>>,
    gates: Option<Vec<gates::Entry>>,
    scorers: Option<Vec<scorers::Entry>>,
    phases: Option<Vec<PhaseRule>>,
    phase_profiles: Option<IndexMap<Name, IndexMap<Name, f64>>>,
    #[serde(default)]
    selection: SelectionSettings,
}

fn five() -> u32 {
    5
}

impl TryFrom<Document> for Config {
    type Error = String;

    fn try_from(document: Document) -> Result<Self, String> {
        Ok(Self {
            recent_node_limit: document.recent_node_limit,
            signals: document.signals,
            strategies: preset::given_or(document.strategies, "strategies")?,
            future_strategies: preset::given_or(document.future_strategies, "future_strategies")?,
            gates: preset::given_or(document.gates, "gates")?,
            scorers: preset::given_or(document.scorers, "scorers")?,
            phases: preset::given_or(document.phases, "phases")?,
            phase_profiles: preset::given_or(document.phase_profiles, "phase_profiles")?,
            selection: document.selection,
        })
    }
}

impl From<Config> for Document {
    fn from(config: Config) -> Self {
        Self {
            recent_node_limit: config.recent_node_limit,
            signals: config.signals,
            strategies: Some(config.strategies),
            future_strategies: Some(config.future_strategies),
            gates: Some(config.gates),
            scorers: Some(config.scorers),
            phases: Some(config.phases),
            phase_profiles: Some(config.phase_profiles),
            selection: config.selection,
        }
    }
}

/// A way of asking on, as written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyDocument {
    id: Name,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    type_category: Name,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt_hint: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tactics: Vec<Name>,
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    enabled: bool,
    focus: Vec<Generator>,
}

fn yes() -> bool {
    true
}

impl TryFrom<StrategyDocument> for Strategy {
    type Error = String;

    fn try_from(document: StrategyDocument) -> Result<Self, String> {
        if &*document.id == scorers::DEFAULT {
            return Err("`default` names the weight of all other strategies; give the strategy another id".to_owned());
        }
        let said = document.description.or_else(|| document.prompt_hint.clone());
        let asking = methodology::Strategy {
            name: document.name.unwrap_or_else(|| document.id.replace('_', " ")),
            description: said.unwrap_or_default(),
            guidance: document.prompt_hint,
            tactics: document.tactics,
            focus: methodology::FocusRule::default(),
            base: 0.0,
            closes: false,
            weights: IndexMap::new(),
            id: document.id,
        };
        Ok(Self { asking, category: document.type_category, enabled: document.enabled, generators: document.focus })
    }
}

impl From<Strategy> for StrategyDocument {
    fn from(strategy: Strategy) -> Self {
        Self {
            id: strategy.asking.id,
            name: Some(strategy.asking.name),
            description: Some(strategy.asking.description),
            type_category: strategy.category,
            prompt_hint: strategy.asking.guidance,
            tactics: strategy.asking.tactics,
            enabled: strategy.enabled,
            focus: strategy.generators,
        }
    }
}
