//! Settings of the policy, as a study carries them. Absent keys take the value of the preset `matrix`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Candidate, Focus, phase::PhaseRule, preset};
use crate::{
    id::Name,
    methodology::{self, Methodology, Tactic},
    policy::{focus::Generator, gates, scorers::two_tier as scorers},
};

/// Settings of the policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(try_from = "Document", into = "Document")]
pub struct Config {
    /// How many of the newest ideas count as recent. Default 5.
    pub recent_node_limit: u32,
    /// Whether and when readings made by a model are used.
    pub signals: SignalSettings,
    /// Ways of asking on, in order; the order decides ties.
    pub strategies: Vec<Strategy>,
    /// The same strategies as whoever words and shows questions knows them.
    pub asking: Vec<methodology::Strategy>,
    /// Ways of wording that this policy brings along. Strategies may also name those of the methodology.
    pub tactics: Vec<Tactic>,
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
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
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
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// Its id.
    pub id: Name,
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
        Candidate { strategy: self.id.clone(), category: self.category.clone(), focus }
    }
}

impl Config {
    /// The strategy with this id, switched off or not.
    pub fn strategy(&self, id: &str) -> Option<&Strategy> {
        self.strategies.iter().find(|strategy| &*strategy.id == id)
    }

    /// Whether a scorer or gate in use reads the six qualitative signals: its parameter `use_llm_signals` is on.
    pub fn reads_qualitative(&self) -> bool {
        let is_on = |parameters: &serde_json::Value| parameters.get("use_llm_signals") == Some(&true.into());
        let scorer = |entry: &scorers::Entry| entry.enabled && is_on(&entry.scorer.parameters());
        let gate = |entry: &gates::Entry| entry.enabled && is_on(&entry.gate.parameters());
        self.signals.enabled && (self.scorers.iter().any(scorer) || self.gates.iter().any(gate))
    }

    /// The tactics questions are worded with: its own, then those of the methodology that ask anything.
    pub fn tactics<'a>(&'a self, methodology: &'a Methodology) -> Vec<&'a Tactic> {
        let own = |tactic: &Tactic| self.tactics.iter().any(|own| own.id == tactic.id);
        let takes_leave = |tactic: &Tactic| {
            methodology.strategies.iter().any(|strategy| strategy.closes && strategy.tactics.contains(&tactic.id))
        };
        let further = methodology.tactics.iter().filter(|tactic| !own(tactic) && !takes_leave(tactic));
        self.tactics.iter().chain(further).collect()
    }
}

/// Settings as written.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Document {
    /// How many of the newest ideas count as recent. Default 5.
    #[serde(default = "five")]
    recent_node_limit: u32,
    /// Whether and when readings made by a model are used.
    #[serde(default)]
    signals: SignalSettings,
    /// Ways of asking on, in order; the order decides ties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    strategies: Option<Vec<StrategyDocument>>,
    /// Ways of wording that this policy brings along. Strategies may also name those of the methodology.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tactics: Option<Vec<Tactic>>,
    /// Strategies that weights may name though they are not there yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    future_strategies: Option<Vec<Name>>,
    /// Gates in the order they are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gates: Option<Vec<gates::Entry>>,
    /// Scorers in the order they are added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scorers: Option<Vec<scorers::Entry>>,
    /// Phases in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phases: Option<Vec<PhaseRule>>,
    /// Factor of each strategy's score by phase, ≥ 0; 1 where nothing is said, 0 switches off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phase_profiles: Option<IndexMap<Name, IndexMap<Name, f64>>>,
    /// Alternatives and what stands in.
    #[serde(default)]
    selection: SelectionSettings,
}

fn five() -> u32 {
    5
}

impl TryFrom<Document> for Config {
    type Error = String;

    fn try_from(document: Document) -> Result<Self, String> {
        let written: Vec<StrategyDocument> = preset::given_or(document.strategies, "strategies")?;
        if written.iter().any(|strategy| &*strategy.id == scorers::DEFAULT) {
            return Err("`default` names the weight of all other strategies; give the strategy another id".to_owned());
        }
        let (strategies, asking) = written.into_iter().map(StrategyDocument::split).unzip();
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

impl From<Config> for Document {
    fn from(config: Config) -> Self {
        Self {
            recent_node_limit: config.recent_node_limit,
            signals: config.signals,
            strategies: Some(config.strategies.into_iter().zip(config.asking).map(StrategyDocument::join).collect()),
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

/// A way of asking on, as written.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct StrategyDocument {
    /// Id: `deepen`.
    id: Name,
    /// Name on the screen. Default: the id in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// What it asks for. Default: `prompt_hint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Category: gates and scorers know strategies by it. `depth breadth coverage closing reflection peripheral contrast
    /// interaction transition`, or a word of your own.
    type_category: Name,
    /// Further advice on the wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt_hint: Option<String>,
    /// Tactics in order of preference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tactics: Vec<Name>,
    /// Whether it exists for this study. Default true.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    enabled: bool,
    /// What it can be about, in order.
    focus: Vec<Generator>,
}

fn yes() -> bool {
    true
}

impl StrategyDocument {
    fn split(self) -> (Strategy, methodology::Strategy) {
        let said = self.description.or_else(|| self.prompt_hint.clone());
        let asking = methodology::Strategy {
            id: self.id.clone(),
            name: self.name.unwrap_or_else(|| self.id.replace('_', " ")),
            description: said.unwrap_or_default(),
            guidance: self.prompt_hint,
            tactics: self.tactics,
            focus: methodology::FocusRule::default(),
            base: 0.0,
            closes: false,
            varies: false,
            weights: IndexMap::new(),
        };
        let strategy =
            Strategy { id: self.id, category: self.type_category, enabled: self.enabled, generators: self.focus };
        (strategy, asking)
    }

    fn join((strategy, asking): (Strategy, methodology::Strategy)) -> Self {
        Self {
            id: strategy.id,
            name: Some(asking.name),
            description: Some(asking.description),
            type_category: strategy.category,
            prompt_hint: asking.guidance,
            tactics: asking.tactics,
            enabled: strategy.enabled,
            focus: strategy.generators,
        }
    }
}
