//! The numbers of a study that a what-if comparison may change.

use serde::Serialize;
use serde_json::Value;

use crate::engine::study::Study;

/// A number of a study and its key.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct StudyNumber {
    /// The key for `querent whatif --set`: `strategies.deepen.weights.graph.max_depth`.
    pub key: String,
    /// Its group in a list: `Deepen`, `Phase mid`, `Policy`, `Limits`.
    pub group: String,
    /// Its name in the group: `graph.max_depth`.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// Every number behind the choice of questions, in the study's order: strategies, phases, policy, limits.
pub(super) fn study_numbers(study: &Study) -> Vec<StudyNumber> {
    let Ok(written) = serde_json::to_value(study) else { return Vec::new() };
    let mut keys = Vec::new();
    for place in ["/methodology/strategies", "/policy/strategies"] {
        for strategy in written.pointer(place).and_then(Value::as_array).into_iter().flatten() {
            let word = |field| strategy.get(field).and_then(Value::as_str);
            let Some(id) = word("id") else { continue };
            let group = NumberGroup {
                key: &format!("{}.{id}", place.trim_start_matches('/').replace('/', ".")),
                name: word("name").unwrap_or(id),
            };
            group.numbers(strategy, "", &mut keys);
        }
    }
    for (id, phase) in written.pointer("/methodology/phases").and_then(Value::as_object).into_iter().flatten() {
        NumberGroup { key: &format!("methodology.phases.{id}"), name: &format!("Phase {id}") }
            .numbers(phase, "", &mut keys);
    }
    for (part, name) in [("policy", "Policy"), ("limits", "Limits")] {
        let group = NumberGroup { key: part, name };
        for (field, value) in written.get(part).and_then(Value::as_object).into_iter().flatten() {
            if field != "strategies" {
                group.numbers(value, field, &mut keys);
            }
        }
    }
    keys
}

struct NumberGroup<'a> {
    key: &'a str,
    name: &'a str,
}

impl NumberGroup<'_> {
    fn numbers(&self, value: &Value, at: &str, keys: &mut Vec<StudyNumber>) {
        let within = |word: &str| if at.is_empty() { word.to_owned() } else { format!("{at}.{word}") };
        match value {
            Value::Number(number) => keys.push(StudyNumber {
                key: format!("{}.{at}", self.key),
                group: self.name.to_owned(),
                name: at.strip_prefix("weights.").unwrap_or(at).to_owned(),
                value: number.as_f64().unwrap_or_default(),
            }),
            Value::Object(object) => {
                for (word, value) in object {
                    self.numbers(value, &within(word), keys);
                }
            }
            Value::Array(entries) => {
                for (position, value) in entries.iter().enumerate() {
                    let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
                    self.numbers(value, &within(&id.unwrap_or_else(|| position.to_string())), keys);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
}
