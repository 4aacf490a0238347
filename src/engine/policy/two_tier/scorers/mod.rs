//! Scorers of `two_tier`. Each rates a candidate from 0 to 2, where 1 means no opinion. One file each.

mod ambiguity;
mod cluster_saturation;
mod contrast_opportunity;
pub(crate) mod coverage_gap;
mod depth_breadth_balance;
mod engagement;
mod novelty;
mod peripheral_readiness;
mod rule;
mod saturation;
mod strategy_diversity;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::rule::ScorerRule;
pub use self::{cluster_saturation::saturation, saturation::chao1};
use super::{candidate::Candidate, facts::TwoTierFacts};
use crate::engine::{id::Name, index_map::IndexMap, policy::parameters::registry};

registry! {
    /// The scorers. A new scorer is one file and one line here.
    Scorer: ScorerRule {
        "coverage_gap" => coverage_gap::CoverageGap,
        "ambiguity" => ambiguity::Ambiguity,
        "depth_breadth_balance" => depth_breadth_balance::DepthBreadthBalance,
        "engagement" => engagement::Engagement,
        "strategy_diversity" => strategy_diversity::StrategyDiversity,
        "novelty" => novelty::Novelty,
        "saturation" => saturation::Saturation,
        "peripheral_readiness" => peripheral_readiness::PeripheralReadiness,
        "contrast_opportunity" => contrast_opportunity::ContrastOpportunity,
        "cluster_saturation" => cluster_saturation::ClusterSaturation,
    }
}

/// Key of the weight for strategies without a weight of their own.
pub const DEFAULT: &str = "default";

/// A scorer as configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ScorerDocument", into = "ScorerDocument")]
pub struct ConfiguredScorer {
    /// Whether the study uses it.
    pub enabled: bool,
    /// Weight by strategy, ≥ 0; `default` holds for all others.
    pub strategy_weights: IndexMap<Name, f64>,
    /// The scorer.
    pub scorer: Scorer,
}

impl ConfiguredScorer {
    /// Rates a candidate, before the value is clamped to 0–2.
    pub fn score(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> f64 {
        self.scorer.rule().score(candidate, facts)
    }

    /// Weight for a strategy: its own, else the default one, else 0.
    pub fn weight(&self, strategy: &str) -> f64 {
        let weights = &self.strategy_weights;
        weights.get(strategy).or_else(|| weights.get(DEFAULT)).copied().unwrap_or_default()
    }
}

/// A scorer in a policy file. `weight: w` is short for `strategy_weights: {default: w}`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScorerDocument {
    id: Name,
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    enabled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    #[serde(default)]
    strategy_weights: IndexMap<Name, f64>,
    #[serde(default)]
    params: Map<String, Value>,
}

fn yes() -> bool {
    true
}

impl TryFrom<ScorerDocument> for ConfiguredScorer {
    type Error = String;

    fn try_from(document: ScorerDocument) -> Result<Self, String> {
        let scorer = Scorer::read(&document.id, Value::Object(document.params))?;
        let mut strategy_weights = document.strategy_weights;
        if let Some(weight) = document.weight {
            strategy_weights.entry(DEFAULT.into()).or_insert(weight);
        }
        if strategy_weights.contains_key(DEFAULT) {
            Ok(Self { enabled: document.enabled, strategy_weights, scorer })
        } else {
            Err(format!("`{}` has no weight for strategies without one of their own; add `default`", document.id))
        }
    }
}

impl From<ConfiguredScorer> for ScorerDocument {
    fn from(configured: ConfiguredScorer) -> Self {
        Self {
            id: configured.scorer.id().into(),
            enabled: configured.enabled,
            weight: None,
            params: configured.scorer.parameters(),
            strategy_weights: configured.strategy_weights,
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl schemars::JsonSchema for ConfiguredScorer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scorer".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut weights = generator.subschema_for::<IndexMap<Name, f64>>();
        weights.insert("description".to_owned(), "Weight by strategy, ≥ 0; `default` holds for all others.".into());
        let beside = serde_json::json!({
            "weight": {"type": "number", "minimum": 0, "description": "Weight of every strategy, ≥ 0."},
            "strategy_weights": weights,
        });
        crate::engine::policy::parameters::one_of(Scorer::schemas(generator), &Value::Null, &beside)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn a_scorer_needs_a_weight_for_every_strategy() {
        let read = |text: &str| serde_json::from_str::<ConfiguredScorer>(text);
        assert!(read(r#"{"id":"novelty","strategy_weights":{"deepen":0.1}}"#).is_err());
        let scorer = read(r#"{"id":"novelty","strategy_weights":{"deepen":0.1,"default":0.2}}"#).unwrap();
        assert!((scorer.weight("deepen") - 0.1).abs() < 1e-12);
        assert!((scorer.weight("bridge") - 0.2).abs() < 1e-12);
        assert!((read(r#"{"id":"novelty","weight":0.3}"#).unwrap().weight("deepen") - 0.3).abs() < 1e-12);
    }

    #[test]
    fn a_written_scorer_reads_back_the_same() {
        for entry in Scorer::catalogue() {
            let text = format!(r#"{{"id":"{}","weight":0.5,"params":{}}}"#, entry.id, entry.defaults());
            let read: ConfiguredScorer = serde_json::from_str(&text).unwrap();
            let again: ConfiguredScorer = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
            assert_eq!(again, read);
            assert!(!entry.doc.is_empty() && entry.parameters.iter().all(|parameter| !parameter.doc.is_empty()));
        }
    }
}
