//! The hash of the judge's prompts without the session. Scores with equal hashes are comparable.

use serde_json::{Map, Value, json};

use crate::{
    engine::{study::Study, text::sha256},
    studio::{
        prompts::judge_texts,
        scoring::{COVERAGE_TARGET, Category, Ceiling, FailureTag, RUBRIC_VERSION},
        stages::{CONTEXT_VERSION, TRUNCATION_VERSION},
    },
};

/// SHA-256, lower-case hexadecimal, of the prompts under this study, the rubric, the failure tags, and the versions of the
/// context and its truncation.
pub fn prompt_hash(study: &Study) -> String {
    hash_of(&parts(study))
}

/// The hashed texts by name.
fn parts(study: &Study) -> Vec<(&'static str, String)> {
    let texts = judge_texts(&study.frame());
    let mut parts: Vec<(&'static str, String)> = texts.unwrap_or_default();
    parts.extend([
        ("rubric", canonical(&rubric()).to_string()),
        ("vocabulary", json!(FailureTag::ALL).to_string()),
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

/// A value with sorted keys.
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

/// The hash of the parts. Each follows its name and length, so a text cannot move unnoticed from one part to the next.
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

    fn example() -> Vec<(&'static str, String)> {
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
        let parts = example();
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
        assert_eq!(hash_of(&example()), whole);
    }

    #[test]
    fn a_text_moved_to_the_next_part_changes_the_hash() {
        let hash = |a: &str, b: &str| hash_of(&[("a", a.to_owned()), ("b", b.to_owned())]);
        assert_ne!(hash("xy", "z"), hash("x", "yz"));
        assert_ne!(hash("x\nb 1\ny", "z"), hash("x", "y\nz"));
    }

    #[test]
    fn the_order_of_keys_does_not_change_the_hash() {
        let read = |text: &str| serde_json::from_str::<Value>(text).map(|value| canonical(&value).to_string());
        let (one, other) = (read(r#"{"a": {"c": 1, "d": [2]}, "b": 3}"#), read(r#"{"b": 3, "a": {"d": [2], "c": 1}}"#));
        assert_eq!(one.ok(), other.ok());
    }
}
