//! The nine scorers of `arbitration`. Each returns a multiplier for one candidate, 1 where it has no opinion.
//!
//! The order of the registry is the order of multiplication. Defaults come from section 14 of the specification.

mod branch_health;
mod coverage_quality;
mod knowledge_ceiling;
mod momentum_alignment;
mod recency_diversity;
mod redundancy;
mod reflection_mode;
mod rule;
mod schema_tension_readiness;
mod strategy;
mod vertical_laddering;
mod words;

use serde::{Deserialize, Serialize};

pub use self::rule::{Multiplier, MultiplierRule, Rated};
use crate::engine::policy::{Label, parameters::CatalogueEntry};

macro_rules! scorers {
    ($($id:literal => $module:ident::$type:ident,)+) => {
        /// Settings of every scorer. Absent keys keep the default.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct Scorers {
            $(
                #[doc = concat!("Settings of `", $id, "`.")]
                pub $module: $module::$type,
            )+
        }

        impl Scorers {
            /// All scorers, in order of multiplication.
            pub fn each(&self) -> impl Iterator<Item = Multiplier<'_>> {
                [$(Multiplier { id: $id, weight: self.$module.weight, rule: &self.$module }),+].into_iter()
            }

            /// The label of `id` on the page.
            pub fn label(id: &str) -> Option<Label> {
                match id {
                    $($id => Some($module::$type::LABEL),)+
                    _ => None,
                }
            }

            /// The catalogue, in order of multiplication.
            pub fn catalogue() -> Vec<CatalogueEntry> {
                vec![$($module::$type::entry($id)),+]
            }
        }
    };
}

// A new scorer is one file and one line here.
scorers! {
    "redundancy" => redundancy::Redundancy,
    "knowledge_ceiling" => knowledge_ceiling::KnowledgeCeiling,
    "momentum_alignment" => momentum_alignment::MomentumAlignment,
    "recency_diversity" => recency_diversity::RecencyDiversity,
    "vertical_laddering" => vertical_laddering::VerticalLaddering,
    "branch_health" => branch_health::BranchHealth,
    "coverage_quality" => coverage_quality::CoverageQuality,
    "schema_tension_readiness" => schema_tension_readiness::SchemaTensionReadiness,
    "reflection_mode" => reflection_mode::ReflectionMode,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for entry in Scorers::catalogue() {
            for parameter in entry.parameters {
                let default = entry.defaults().get(parameter.name).and_then(serde_json::Value::as_f64);
                let is_within = |(low, high): (f64, f64)| default.is_some_and(|value| (low..=high).contains(&value));
                assert!(parameter.limits.is_some_and(is_within), "{}", parameter.name);
            }
        }
    }

    #[test]
    fn every_scorer_has_a_weight_first() {
        let is_weight = |entry: CatalogueEntry| entry.parameters.first().is_some_and(|first| first.name == "weight");
        assert!(Scorers::catalogue().into_iter().all(is_weight));
    }
}
