//! Gates: yes/no checks that rule a candidate out before it is scored. One file each.
//!
//! Every gate has two further parameters: strategies it never vetoes, and the categories it applies to.

mod consecutive_exhaustion;
mod element_exhausted;
mod knowledge_ceiling;
mod question_repetition;
mod recent_redundancy;
mod rule;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::rule::GateRule;
use super::{candidate::Candidate, facts::TwoTierFacts};
use crate::engine::{id::Name, json, policy::parameters::registry};

registry! {
    /// The gates. A new gate is one file and one line here.
    Gate: GateRule {
        "knowledge_ceiling" => knowledge_ceiling::KnowledgeCeilingGate,
        "element_exhausted" => element_exhausted::ElementExhaustedGate,
        "consecutive_exhaustion" => consecutive_exhaustion::ConsecutiveExhaustionGate,
        "recent_redundancy" => recent_redundancy::RecentRedundancyGate,
        "question_repetition" => question_repetition::QuestionRepetitionGate,
    }
}

/// A gate as configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "GateDocument", into = "GateDocument")]
pub struct ConfiguredGate {
    /// Whether the study uses it.
    pub enabled: bool,
    /// Strategies it never vetoes.
    pub exempt_strategies: Vec<Name>,
    /// Categories it applies to. None means all.
    pub applies_to: Option<Vec<Name>>,
    /// The gate.
    pub gate: Gate,
}

impl ConfiguredGate {
    /// Whether the gate rules the candidate out.
    pub fn closes(&self, candidate: &Candidate, facts: &TwoTierFacts<'_>) -> bool {
        let is_exempt = self.exempt_strategies.contains(&candidate.strategy);
        let applies = self.applies_to.as_ref().is_none_or(|categories| categories.contains(&candidate.category));
        applies && !is_exempt && self.gate.rule().closes(candidate, facts)
    }
}

/// Parameters of every gate.
pub const COMMON: &[&str] = &["exempt_strategies", "applies_to"];

/// A gate in a policy file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GateDocument {
    id: Name,
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    enabled: bool,
    #[serde(default)]
    params: Map<String, Value>,
}

fn yes() -> bool {
    true
}

impl TryFrom<GateDocument> for ConfiguredGate {
    type Error = String;

    fn try_from(mut document: GateDocument) -> Result<Self, String> {
        let mut names = |key: &str| {
            let given = document.params.remove(key);
            let read =
                |value| json::read_value::<Option<Vec<Name>>>(value).map_err(|error| format!("`{key}`: {error}"));
            given.map(read).transpose()
        };
        let (exempt, applies_to) = (names("exempt_strategies")?, names("applies_to")?);
        let gate = Gate::read(&document.id, Value::Object(document.params))?;
        let default_categories =
            || gate.rule().default_categories().map(|words| words.iter().map(|word| Name::from(*word)).collect());
        Ok(Self {
            enabled: document.enabled,
            exempt_strategies: exempt.flatten().unwrap_or_default(),
            applies_to: applies_to.unwrap_or_else(default_categories),
            gate,
        })
    }
}

impl From<ConfiguredGate> for GateDocument {
    fn from(configured: ConfiguredGate) -> Self {
        let mut params = configured.gate.parameters();
        params.insert("exempt_strategies".to_owned(), json::value(&configured.exempt_strategies).unwrap_or_default());
        params.insert("applies_to".to_owned(), json::value(&configured.applies_to).unwrap_or_default());
        Self { id: configured.gate.id().into(), enabled: configured.enabled, params }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl schemars::JsonSchema for ConfiguredGate {
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
            "applies_to": names("Categories it applies to; null means all."),
        });
        crate::engine::policy::parameters::one_of(Gate::schemas(generator), &common, &Value::Null)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn unknown_gates_and_parameters_are_refused() {
        let read = |text: &str| serde_json::from_str::<ConfiguredGate>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"id":"element_exausted"}"#).unwrap_err().contains("known are knowledge_ceiling"));
        assert!(read(r#"{"id":"element_exhausted","params":{"max_mention":3}}"#).unwrap_err().contains("max_mention"));
    }

    #[test]
    fn a_written_gate_reads_back_the_same() {
        let gate: ConfiguredGate =
            serde_json::from_str(r#"{"id":"question_repetition","params":{"applies_to":null}}"#).unwrap();
        assert_eq!(gate.applies_to, None);
        let text = serde_json::to_string(&gate).unwrap();
        assert_eq!(serde_json::from_str::<ConfiguredGate>(&text).unwrap(), gate);
    }

    #[test]
    fn the_catalogue_holds_every_parameter() {
        for entry in Gate::catalogue() {
            assert!(!entry.doc.is_empty() && !entry.parameters.is_empty());
            for parameter in entry.parameters {
                assert!(entry.defaults().get(parameter.name).is_some(), "{}", parameter.name);
            }
        }
    }
}
