//! Scorers of `two_tier`: each rates a probe between 0 and 2, 1 being no opinion. One file each.

mod ambiguity;
mod cluster_saturation;
mod contrast_opportunity;
pub(crate) mod coverage_gap;
mod depth_breadth_balance;
mod engagement;
mod novelty;
mod peripheral_readiness;
mod saturation;
mod strategy_diversity;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::{cluster_saturation::saturation, saturation::chao1};
use crate::{
    id::Name,
    policy::{
        parameters::registry,
        two_tier::{Candidate, Facts},
    },
};

/// Writes the registry: enum, names, reading, catalogue and dispatch.
macro_rules! scorers {
    ($( $id:literal => $module:ident::$name:ident, )+) => {
        registry! {
            /// The scorers there are. A new one is a file and a line here.
            Scorer { $( $id => $module::$name, )+ }
        }

        impl Scorer {
            /// Rates a probe, before the value is clamped to 0–2.
            fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
                match self {
                    $( Self::$name(scorer) => scorer.score(probe, facts), )+
                }
            }
        }
    };
}

scorers! {
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

/// Key of the weight for strategies without one of their own.
pub const DEFAULT: &str = "default";

/// A scorer as configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Document", into = "Document")]
pub struct Entry {
    /// Whether it exists for this study.
    pub enabled: bool,
    /// Weight by strategy, ≥ 0; `default` serves all others.
    pub strategy_weights: IndexMap<Name, f64>,
    /// The scorer.
    pub scorer: Scorer,
}

impl Entry {
    /// Rates a probe, before the value is clamped to 0–2.
    pub fn score(&self, probe: &Candidate, facts: &Facts<'_>) -> f64 {
        self.scorer.score(probe, facts)
    }

    /// Weight for a strategy; 0 if there is neither its own nor a default one.
    pub fn weight(&self, strategy: &str) -> f64 {
        let weights = &self.strategy_weights;
        weights.get(strategy).or_else(|| weights.get(DEFAULT)).copied().unwrap_or_default()
    }
}

/// A scorer as written. `weight: w` is short for `strategy_weights: {default: w}`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
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

impl TryFrom<Document> for Entry {
    type Error = String;

    fn try_from(document: Document) -> Result<Self, String> {
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

impl From<Entry> for Document {
    fn from(entry: Entry) -> Self {
        let params = match entry.scorer.parameters() {
            Value::Object(params) => params,
            _ => Map::new(),
        };
        Self {
            id: entry.scorer.id().into(),
            enabled: entry.enabled,
            weight: None,
            strategy_weights: entry.strategy_weights,
            params,
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl schemars::JsonSchema for Entry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scorer".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut weights = generator.subschema_for::<IndexMap<Name, f64>>();
        weights.insert("description".to_owned(), "Weight by strategy, ≥ 0; `default` serves all others.".into());
        let beside = serde_json::json!({
            "weight": {"type": "number", "minimum": 0, "description": "Weight of every strategy, ≥ 0."},
            "strategy_weights": weights,
        });
        crate::policy::schema::one_of(Scorer::forms(generator), &Value::Null, &beside)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn a_scorer_needs_a_weight_for_every_strategy() {
        let read = |text: &str| serde_json::from_str::<Entry>(text);
        assert!(read(r#"{"id":"novelty","strategy_weights":{"deepen":0.1}}"#).is_err());
        let entry = read(r#"{"id":"novelty","strategy_weights":{"deepen":0.1,"default":0.2}}"#).unwrap();
        assert!((entry.weight("deepen") - 0.1).abs() < 1e-12);
        assert!((entry.weight("bridge") - 0.2).abs() < 1e-12);
        assert!((read(r#"{"id":"novelty","weight":0.3}"#).unwrap().weight("deepen") - 0.3).abs() < 1e-12);
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        for entry in Scorer::catalogue() {
            let text = format!(r#"{{"id":"{}","weight":0.5,"params":{}}}"#, entry.id, entry.defaults);
            let read: Entry = serde_json::from_str(&text).unwrap();
            let again: Entry = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
            assert_eq!(again, read);
            assert!(!entry.doc.is_empty() && entry.parameters.iter().all(|parameter| !parameter.doc.is_empty()));
        }
    }
}
