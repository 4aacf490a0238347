//! JSON schemas in the subset that all providers accept: closed objects, every property required, no ranges or lengths.

use serde_json::{Map, Value, json};

/// A closed object. `required` gives the order of the properties.
pub(super) fn object(properties: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

pub(super) fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

pub(super) fn text() -> Value {
    json!({"type": "string"})
}

pub(super) fn text_or_null() -> Value {
    json!({"type": ["string", "null"]})
}

pub(super) fn number() -> Value {
    json!({"type": "number"})
}

pub(super) fn integer() -> Value {
    json!({"type": "integer"})
}

pub(super) fn flag() -> Value {
    json!({"type": "boolean"})
}

/// One of these words; any text if there are none.
pub(super) fn one_of<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Value {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_owned()).collect();
    if words.is_empty() { text() } else { json!({"type": "string", "enum": words}) }
}

/// One of these words, or null.
pub(super) fn one_of_or_null(words: &[&str]) -> Value {
    let mut all: Vec<Value> = words.iter().map(|word| Value::from(*word)).collect();
    all.push(Value::Null);
    json!({"type": ["string", "null"], "enum": all})
}

/// The schema, or null.
pub(super) fn or_null(schema: &Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}
