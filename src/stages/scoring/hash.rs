//! The fingerprint of everything a judge is asked besides the session: equal hashes, comparable scores.

use serde_json::{Map, Value, json};

use super::{COVERAGE_TARGET, Category, Ceiling, FailureTag, RUBRIC_VERSION};
use crate::{
    llm::prompts::judge_texts,
    stages::{CONTEXT_VERSION, truncate::TRUNCATION_VERSION},
    study::Study,
    text::sha256,
};

/// SHA-256, lower-case hexadecimal, over the texts of both turns as this study fills them, the reminder, the rubric, the
/// vocabulary of failures, and the versions of the form of the context and of what is left out of it.
pub fn prompt_hash(study: &Study) -> String {
    hash_of(&parts(study))
}

/// What is hashed, by name.
fn parts(study: &Study) -> Vec<(&'static str, String)> {
    let texts = judge_texts(&study.frame());
    let mut parts: Vec<(&'static str, String)> = texts.unwrap_or_default();
    parts.extend([
        ("rubric", canonical(&rubric()).to_string()),
        ("vocabulary", json!(FailureTag::ALL.map(FailureTag::id)).to_string()),
        ("context_version", CONTEXT_VERSION.to_string()),
        ("truncation_version", TRUNCATION_VERSION.to_string()),
    ]);
    parts
}

/// The rubric as data.
fn rubric() -> Value {
    let categories: Map<String, Value> = Category::ALL
        .iter()
        .map(|category| (category.id().to_owned(), json!({"points": category.points(), "doc": category.doc()})))
        .collect();
    let ceilings =
        Ceiling::ALL.map(|ceiling| json!({"ceiling": ceiling, "total": ceiling.total(), "doc": ceiling.doc()}));
    json!({
        "version": RUBRIC_VERSION,
        "categories": categories,
        "ceilings": ceilings,
        "coverage_target": COVERAGE_TARGET,
    })
}

/// A value with the keys of its maps in order.
fn canonical(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            let entry = |key: &String| Some((key.clone(), canonical(map.get(key)?)));
            Value::Object(keys.into_iter().filter_map(entry).collect())
        }
        Value::Array(list) => Value::Array(list.iter().map(canonical).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// The hash of parts, each behind its name and length, so that no text can pass from one into the next unseen.
fn hash_of(parts: &[(&str, String)]) -> String {
    let mut bytes = Vec::new();
    for (name, text) in parts {
        bytes.extend_from_slice(format!("{name} {}\n", text.len()).as_bytes());
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
    }
    sha256(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<(&'static str, String)> {
        [
            "system",
            "score_report",
            "output",
            "reminder",
            "improvement_report",
            "rubric",
            "vocabulary",
            "context_version",
        ]
        .map(|name| (name, format!("text of {name}")))
        .to_vec()
    }

    #[test]
    fn a_change_of_any_one_part_changes_the_hash() {
        let parts = some();
        let whole = hash_of(&parts);
        for at in 0..parts.len() {
            let mut changed = parts.clone();
            if let Some((_, text)) = changed.get_mut(at) {
                text.push('.');
            }
            assert_ne!(hash_of(&changed), whole, "{at}");
            changed.remove(at);
            assert_ne!(hash_of(&changed), whole, "{at}");
        }
        assert_eq!(hash_of(&some()), whole);
    }

    #[test]
    fn no_text_passes_from_one_part_into_the_next_unseen() {
        let hash = |a: &str, b: &str| hash_of(&[("a", a.to_owned()), ("b", b.to_owned())]);
        assert_ne!(hash("xy", "z"), hash("x", "yz"));
        assert_ne!(hash("x\nb 1\ny", "z"), hash("x", "y\nz"));
    }

    #[test]
    fn the_order_of_the_keys_of_a_map_changes_nothing() {
        let read = |text: &str| serde_json::from_str::<Value>(text).map(|value| canonical(&value).to_string());
        let (one, other) = (read(r#"{"a": {"c": 1, "d": [2]}, "b": 3}"#), read(r#"{"b": 3, "a": {"d": [2], "c": 1}}"#));
        assert_eq!(one.ok(), other.ok());
    }
}
