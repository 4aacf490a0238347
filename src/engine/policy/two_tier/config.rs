//! Settings of `two_tier`. Absent keys keep the value of the preset `matrix`.

use serde::{Deserialize, Serialize};

use super::{
    candidate::{Candidate, CandidateFocus},
    gates::ConfiguredGate,
    generator::Generator,
    phase::PhaseRule,
    preset,
    scorers::{ConfiguredScorer, DEFAULT},
};
use crate::engine::{
    id::Name,
    index_map::IndexMap,
    methodology::{self, Methodology, Tactic},
};

/// Settings of the policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(try_from = "ConfigDocument", into = "ConfigDocument")]
pub struct TwoTierConfig {
    /// Number of the newest ideas that count as recent. Default 5.
    pub recent_node_limit: u32,
    /// Use of readings made by a model.
    pub signals: SignalSettings,
    /// Strategies in order. The order breaks ties.
    pub strategies: Vec<GeneratingStrategy>,
    /// The same strategies in the form of a methodology, for wording and display.
    pub asking: Vec<methodology::Strategy>,
    /// Tactics of this policy. Strategies may also name those of the methodology.
    pub tactics: Vec<Tactic>,
    /// Ids of strategies that weights may name before they exist.
    pub future_strategies: Vec<Name>,
    /// Gates in order.
    pub gates: Vec<ConfiguredGate>,
    /// Scorers in order.
    pub scorers: Vec<ConfiguredScorer>,
    /// Phases in order.
    pub phases: Vec<PhaseRule>,
    /// Factor of each strategy's score by phase, ≥ 0. Default 1; 0 rules the strategy out.
    pub phase_profiles: IndexMap<Name, IndexMap<Name, f64>>,
    /// Alternatives and fallbacks.
    pub selection: SelectionSettings,
}

/// Use of readings made by a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SignalSettings {
    /// Whether they are used. Default true.
    pub enabled: bool,
    /// Least confidence, 0–1. Default 0.5.
    pub min_confidence: f64,
}

impl Default for SignalSettings {
    fn default() -> Self {
        Self { enabled: true, min_confidence: 0.5 }
    }
}

/// Alternatives and fallbacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SelectionSettings {
    /// Number of next best candidates that may become alternatives. Default 3.
    pub alternatives_count: u32,
    /// Least score of an alternative. Default 0.3.
    pub alternatives_min_score: f64,
    /// Strategies to use when no candidate is eligible, in order. Default closing, reflection, broaden.
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

/// A strategy with its generators.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratingStrategy {
    /// Id.
    pub id: Name,
    /// Category, by which gates and scorers know it: `depth breadth coverage closing reflection peripheral contrast
    /// interaction transition`, or another word.
    pub category: Name,
    /// Whether the study uses it. Default true.
    pub enabled: bool,
    /// Generators of its focuses, in order.
    pub generators: Vec<Generator>,
}

impl GeneratingStrategy {
    /// A candidate of this strategy.
    pub(super) fn candidate(&self, focus: CandidateFocus) -> Candidate {
        Candidate { strategy: self.id.clone(), category: self.category.clone(), focus }
    }
}

impl TwoTierConfig {
    /// The strategy with this id, enabled or not.
    pub fn strategy(&self, id: &str) -> Option<&GeneratingStrategy> {
        self.strategies.iter().find(|strategy| &*strategy.id == id)
    }

    /// Whether an enabled scorer or gate has its parameter `use_llm_signals` on.
    pub fn reads_qualitative(&self) -> bool {
        let is_on = |parameters: serde_json::Map<String, serde_json::Value>| {
            parameters.get("use_llm_signals") == Some(&true.into())
        };
        let scorer = |scorer: &ConfiguredScorer| scorer.enabled && is_on(scorer.scorer.parameters());
        let gate = |gate: &ConfiguredGate| gate.enabled && is_on(gate.gate.parameters());
        self.signals.enabled && (self.scorers.iter().any(scorer) || self.gates.iter().any(gate))
    }

    /// Its own tactics, then those of the methodology except for closing.
    pub fn tactics<'a>(&'a self, methodology: &'a Methodology) -> Vec<&'a Tactic> {
        let own = |tactic: &Tactic| self.tactics.iter().any(|own| own.id == tactic.id);
        let closes = |tactic: &Tactic| {
            methodology.strategies.iter().any(|strategy| strategy.closes && strategy.tactics.contains(&tactic.id))
        };
        let further = methodology.tactics.iter().filter(|tactic| !own(tactic) && !closes(tactic));
        self.tactics.iter().chain(further).collect()
    }
}

/// Settings in a policy file.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ConfigDocument {
    /// Number of the newest ideas that count as recent. Default 5.
    #[serde(default = "five")]
    recent_node_limit: u32,
    /// Use of readings made by a model.
    #[serde(default)]
    signals: SignalSettings,
    /// Strategies in order. The order breaks ties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    strategies: Option<Vec<MatrixStrategy>>,
    /// Tactics of this policy. Strategies may also name those of the methodology.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tactics: Option<Vec<Tactic>>,
    /// Ids of strategies that weights may name before they exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    future_strategies: Option<Vec<Name>>,
    /// Gates in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gates: Option<Vec<ConfiguredGate>>,
    /// Scorers in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scorers: Option<Vec<ConfiguredScorer>>,
    /// Phases in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phases: Option<Vec<PhaseRule>>,
    /// Factor of each strategy's score by phase, ≥ 0. Default 1; 0 rules the strategy out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phase_profiles: Option<IndexMap<Name, IndexMap<Name, f64>>>,
    /// Alternatives and fallbacks.
    #[serde(default)]
    selection: SelectionSettings,
}

fn five() -> u32 {
    5
}

impl TryFrom<ConfigDocument> for TwoTierConfig {
    type Error = String;

    fn try_from(document: ConfigDocument) -> Result<Self, String> {
        let written: Vec<MatrixStrategy> = preset::given_or(document.strategies, "strategies")?;
        if written.iter().any(|strategy| &*strategy.id == DEFAULT) {
            return Err("`default` names the weight of all other strategies; give the strategy another id".to_owned());
        }
        let (strategies, asking) = written.into_iter().map(MatrixStrategy::split).unzip();
        Ok(Self {
            recent_node_limit: document.recent_node_limit,
            signals: document.signals,
            strategies,
            asking,
            tactics: preset::given_or(document.tactics, "tactics")?,
            future_strategies: preset::given_or(document.future_strategies, "future_strategies")?,
            gates: preset::given_or(document.gates, "gates")?,
            scorers: preset::given_or(document.scorers, "scorers")?,
            phases: preset::given_or(document.phases, "phases")?,
            phase_profiles: preset::given_or(document.phase_profiles, "phase_profiles")?,
            selection: document.selection,
        })
    }
}

impl From<TwoTierConfig> for ConfigDocument {
    fn from(config: TwoTierConfig) -> Self {
        Self {
            recent_node_limit: config.recent_node_limit,
            signals: config.signals,
            strategies: Some(config.strategies.into_iter().zip(config.asking).map(MatrixStrategy::join).collect()),
            tactics: Some(config.tactics),
            future_strategies: Some(config.future_strategies),
            gates: Some(config.gates),
            scorers: Some(config.scorers),
            phases: Some(config.phases),
            phase_profiles: Some(config.phase_profiles),
            selection: config.selection,
        }
    }
}

/// A strategy in a policy file.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct MatrixStrategy {
    /// Id: `deepen`.
    id: Name,
    /// Name on the screen. Default: the id in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Purpose of the strategy. Default: `prompt_hint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Category, by which gates and scorers know it: `depth breadth coverage closing reflection peripheral contrast
    /// interaction transition`, or another word.
    type_category: Name,
    /// Advice on the wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt_hint: Option<String>,
    /// Tactics in order of preference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tactics: Vec<Name>,
    /// What it does in the conversation. Default unknown.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    moves_as: Option<methodology::Move>,
    /// Whether the study uses it. Default true.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    enabled: bool,
    /// Generators of its focuses, in order.
    focus: Vec<Generator>,
}

fn yes() -> bool {
    true
}

impl MatrixStrategy {
    fn split(self) -> (GeneratingStrategy, methodology::Strategy) {
        let purpose = self.description.or_else(|| self.prompt_hint.clone());
        let asking = methodology::Strategy {
            id: self.id.clone(),
            name: self.name.unwrap_or_else(|| self.id.replace('_', " ")),
            description: purpose.unwrap_or_default(),
            guidance: self.prompt_hint,
            tactics: self.tactics,
            moves_as: self.moves_as,
            focus: methodology::FocusRule::default(),
            base: 0.0,
            closes: false,
            varies: false,
            weights: IndexMap::new(),
        };
        let strategy = GeneratingStrategy {
            id: self.id,
            category: self.type_category,
            enabled: self.enabled,
            generators: self.focus,
        };
        (strategy, asking)
    }

    fn join((strategy, asking): (GeneratingStrategy, methodology::Strategy)) -> Self {
        Self {
            id: strategy.id,
            name: Some(asking.name),
            description: Some(asking.description),
            type_category: strategy.category,
            prompt_hint: asking.guidance,
            tactics: asking.tactics,
            moves_as: asking.moves_as,
            enabled: strategy.enabled,
            focus: strategy.generators,
        }
    }
}
