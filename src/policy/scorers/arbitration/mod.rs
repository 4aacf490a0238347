//! The nine scorers of `arbitration`. Each returns a multiplier for one probe, 1 where it has no opinion.
//!
//! A new scorer is one file and one line in the registry below; the order of the registry is the order of
//! multiplication. Every value comes from the specification of the policy, section 14, unless its doc says otherwise.

/// Writes a scorer's struct with its defaults, and the catalogue of its parameters from the same lines.
macro_rules! parameters {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident {
            $(
                $(#[doc = $field_doc:literal])+
                $field:ident: $type:ty = $default:literal, $unit:literal, $low:literal to $high:literal;
            )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])+
                #[doc = concat!(" Unit: ", $unit, ". Range ", $low, " to ", $high, ", default ", $default, ".")]
                pub $field: $type,
            )+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),+ }
            }
        }

        impl super::Described for $name {
            const DOC: &'static str = concat!($($doc),+);
            const PARAMETERS: &'static [super::Parameter] = &[$(super::Parameter {
                name: stringify!($field),
                doc: concat!($($field_doc),+),
                unit: $unit,
                low: $low as f64,
                high: $high as f64,
                default: $default as f64,
            }),+];

            fn values(&self) -> Vec<f64> {
                vec![$(f64::from(self.$field)),+]
            }
        }
    };
}

mod branch_health;
mod coverage_quality;
mod knowledge_ceiling;
mod momentum_alignment;
mod recency_diversity;
mod redundancy;
mod reflection_mode;
mod schema_tension_readiness;
mod vertical_laddering;
mod words;

use serde::{Deserialize, Serialize};

use crate::{dialogue::Probe, policy::arbitration::View};

/// A parameter of a scorer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its key.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// Least value.
    pub low: f64,
    /// Greatest value.
    pub high: f64,
    /// Value where a configuration says nothing.
    pub default: f64,
}

/// A scorer as the linter, the documentation and the console see it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Its key.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its parameters, the weight first.
    pub parameters: &'static [Parameter],
}

trait Described {
    const DOC: &'static str;
    const PARAMETERS: &'static [Parameter];

    /// Values of the parameters, in order of the catalogue.
    fn values(&self) -> Vec<f64>;
}

/// What a scorer looks at: a probe, what follows from the facts, and the tactics of the probe's strategy.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a, 'f> {
    /// The probe.
    pub probe: &'a Probe,
    /// Ids of the tactics its strategy offers.
    pub tactics: &'a [crate::id::Name],
    /// The facts and what follows from them.
    pub view: &'a View<'a, 'f>,
}

macro_rules! scorers {
    ($($name:literal => $module:ident::$type:ident,)+) => {
        /// Settings of every scorer. Absent keys take the default.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct Scorers {
            $(
                #[doc = concat!("Settings of `", $name, "`.")]
                pub $module: $module::$type,
            )+
        }

        /// One of the scorers, with its settings.
        #[derive(Clone, Copy, Debug)]
        pub enum Scorer<'a> {
            $(
                #[doc = concat!("`", $name, "`.")]
                $type(&'a $module::$type),
            )+
        }

        $(pub use self::$module::$type;)+

        impl Scorers {
            /// Every scorer, in order of multiplication.
            pub fn each(&self) -> impl Iterator<Item = Scorer<'_>> {
                [$(Scorer::$type(&self.$module)),+].into_iter()
            }
        }

        impl Scorer<'_> {
            /// Its key.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$type(_) => $name,)+
                }
            }

            /// The power its multiplier is raised to.
            pub fn weight(self) -> f64 {
                match self {
                    $(Self::$type(scorer) => scorer.weight,)+
                }
            }

            /// The multiplier for a probe.
            pub fn score(self, rated: &Rated<'_, '_>) -> f64 {
                match self {
                    $(Self::$type(scorer) => scorer.score(rated),)+
                }
            }

            /// Its parameters with the values they have.
            pub fn settings(self) -> impl Iterator<Item = (&'static Parameter, f64)> {
                match self {
                    $(Self::$type(scorer) => {
                        <$module::$type as Described>::PARAMETERS.iter().zip(scorer.values())
                    })+
                }
            }
        }

        /// Every scorer, in order of multiplication.
        pub const CATALOGUE: &[Entry] = &[$(Entry {
            name: $name,
            doc: <$module::$type as Described>::DOC,
            parameters: <$module::$type as Described>::PARAMETERS,
        }),+];
    };
}

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

/// Ids of the strategies some scorers speak of.
mod strategy {
    pub(super) const ENSURE_COVERAGE: &str = "ensure_coverage";
    pub(super) const RESOLVE_AMBIGUITY: &str = "resolve_ambiguity";
    pub(super) const CONNECT_ISOLATE: &str = "connect_isolate";
    pub(super) const RESOLVE_SCHEMA_TENSION: &str = "resolve_schema_tension";
    pub(super) const DEEPEN_BRANCH: &str = "deepen_branch";
    pub(super) const EXPLORE_BREADTH: &str = "explore_breadth";
    pub(super) const INTRODUCE_SEED: &str = "introduce_seed";

    /// Whether it digs where the conversation is.
    pub(super) fn is_depth(id: &str) -> bool {
        [DEEPEN_BRANCH, RESOLVE_SCHEMA_TENSION, CONNECT_ISOLATE].contains(&id)
    }

    /// Whether it turns somewhere else.
    pub(super) fn is_breadth(id: &str) -> bool {
        [ENSURE_COVERAGE, EXPLORE_BREADTH, INTRODUCE_SEED].contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for parameter in CATALOGUE.iter().flat_map(|entry| entry.parameters) {
            assert!((parameter.low..=parameter.high).contains(&parameter.default), "{}", parameter.name);
        }
    }

    #[test]
    fn every_scorer_has_a_weight_first() {
        assert!(CATALOGUE.iter().all(|entry| entry.parameters.first().is_some_and(|first| first.name == "weight")));
    }
}
