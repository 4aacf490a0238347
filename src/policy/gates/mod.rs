//! Gates: yes/no checks that can rule a probe out before it is scored. One file each.
//!
//! Two options belong to every gate: strategies it never vetoes, and the categories it applies to.

mod consecutive_exhaustion;
mod element_exhausted;
mod knowledge_ceiling;
mod question_repetition;
mod recent_redundancy;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    parameters::registry,
    two_tier::{Candidate, Facts},
};
use crate::id::Name;

/// Why a gate closed, for readers of a trace.
pub type Reason = &'static str;

/// Writes the registry: enum, names, reading, catalogue and dispatch.
macro_rules! gates {
    ($( $id:literal => $module:ident::$name:ident, )+) => {
        registry! {
            /// The gates there are. A new one is a file and a line here.
            Gate { $( $id => $module::$name, )+ }
        }

        impl Gate {
            /// Why the probe is ruled out; none if it may pass.
            fn closes(&self, probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
                match self {
                    $( Self::$name(gate) => gate.closes(probe, facts), )+
                }
            }

            /// Categories it applies to unless told otherwise; none is all.
            fn usual_categories(&self) -> Option<&'static [&'static str]> {
                match self {
                    $( Self::$name(_) => $module::$name::APPLIES_TO, )+
                }
            }
        }
    };
}

gates! {
    "knowledge_ceiling" => knowledge_ceiling::KnowledgeCeiling,
    "element_exhausted" => element_exhausted::ElementExhausted,
    "consecutive_exhaustion" => consecutive_exhaustion::ConsecutiveExhaustion,
    "recent_redundancy" => recent_redundancy::RecentRedundancy,
    "question_repetition" => question_repetition::QuestionRepetition,
}

/// A gate as configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Document", into = "Document")]
pub struct Entry {
    /// Whether it exists for this study.
    pub enabled: bool,
    /// Strategies it never vetoes.
    pub exempt_strategies: Vec<Name>,
    /// Categories it applies to; none is all.
    pub applies_to: Option<Vec<Name>>,
    /// The gate.
    pub gate: Gate,
}

impl Entry {
    /// Why the probe is ruled out; none if it may pass.
    pub fn closes(&self, probe: &Candidate, facts: &Facts<'_>) -> Option<Reason> {
        let exempt = self.exempt_strategies.contains(&probe.strategy);
        let applies = self.applies_to.as_ref().is_none_or(|categories| categories.contains(&probe.category));
        if applies && !exempt { self.gate.closes(probe, facts) } else { None }
    }
}

/// Parameters that belong to every gate.
pub const COMMON: &[&str] = &["exempt_strategies", "applies_to"];

/// A gate as written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    id: Name,
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    enabled: bool,
    #[serde(default)]
    params: Map<String, Value>,
}

fn yes() -> bool {
    true
}

impl TryFrom<Document> for Entry {
    type Error = String;

    fn try_from(mut document: Document) -> Result<Self, String> {
        let listed = |key: &str, value: Value| {
            crate::json::read_value::<Option<Vec<Name>>>(value).map_err(|error| format!("`{key}`: {error}"))
        };
        let exempt = document.params.remove("exempt_strategies");
        let applies_to = document.params.remove("applies_to");
        let gate = Gate::read(&document.id, Value::Object(document.params))?;
        let usual = || gate.usual_categories().map(|words| words.iter().map(|word| Name::from(*word)).collect());
        Ok(Self {
            enabled: document.enabled,
            exempt_strategies: exempt.map_or(Ok(None), |value| listed("exempt_strategies", value))?.unwrap_or_default(),
            applies_to: applies_to.map_or_else(|| Ok(usual()), |value| listed("applies_to", value))?,
            gate,
        })
    }
}

impl From<Entry> for Document {
    fn from(entry: Entry) -> Self {
        let mut params = match entry.gate.parameters() {
            Value::Object(params) => params,
            _ => Map::new(),
        };
        params.insert("exempt_strategies".to_owned(), crate::json::value(&entry.exempt_strategies).unwrap_or_default());
        params.insert("applies_to".to_owned(), crate::json::value(&entry.applies_to).unwrap_or_default());
        Self { id: entry.gate.id().into(), enabled: entry.enabled, params }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl schemars::JsonSchema for Entry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Gate".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut names = |description: &str| {
            let mut schema = generator.subschema_for::<Option<Vec<Name>>>();
            schema.insert("description".to_owned(), description.into());
            schema
        };
        let common = serde_json::json!({
            "exempt_strategies": names("Strategies it never vetoes."),
            "applies_to": names("Categories it applies to; null is all."),
        });
        crate::policy::schema::one_of(Gate::forms(generator), &common, &Value::Null)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn unknown_gates_and_parameters_are_refused() {
        let read = |text: &str| serde_json::from_str::<Entry>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"id":"element_exausted"}"#).unwrap_err().contains("known are knowledge_ceiling"));
        assert!(read(r#"{"id":"element_exhausted","params":{"max_mention":3}}"#).unwrap_err().contains("max_mention"));
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let entry: Entry =
            serde_json::from_str(r#"{"id":"question_repetition","params":{"applies_to":null}}"#).unwrap();
        assert_eq!(entry.applies_to, None);
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), entry);
    }

    #[test]
    fn the_catalogue_tells_every_parameter() {
        for entry in Gate::catalogue() {
            assert!(!entry.doc.is_empty() && !entry.parameters.is_empty());
            for parameter in entry.parameters {
                assert!(entry.defaults.get(parameter.name).is_some(), "{}", parameter.name);
            }
        }
    }
}
