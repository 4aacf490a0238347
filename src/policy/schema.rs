//! The form of gates and scorers as written, for an editor: one shape for each id, with its parameters.

use schemars::Schema;
use serde_json::{Map, Value, json};

use super::parameters::Entry;

/// The schema of a list's entry: `id`, `enabled`, `params` and what else such an entry may have.
///
/// `common` are parameters that every one of them takes, `beside` are keys that stand beside `params`.
pub(super) fn one_of(entries: Vec<(Entry, Schema)>, common: &Value, beside: &Value) -> Schema {
    let shapes: Vec<Value> = entries.into_iter().map(|(entry, params)| shape(&entry, params, common, beside)).collect();
    let mut schema = Schema::default();
    schema.insert("oneOf".to_owned(), Value::Array(shapes));
    schema
}

fn shape(entry: &Entry, params: Schema, common: &Value, beside: &Value) -> Value {
    let mut params = params.to_value();
    extend(params.get_mut("properties").and_then(Value::as_object_mut), common);
    if let Some(params) = params.as_object_mut() {
        params.remove("description");
    }
    let mut properties = json!({
        "id": {"const": entry.id, "description": entry.doc},
        "enabled": {"type": "boolean", "default": true, "description": "Whether it exists for this study."},
        "params": params,
    });
    extend(properties.as_object_mut(), beside);
    json!({
        "type": "object",
        "description": entry.doc,
        "properties": properties,
        "required": ["id"],
        "additionalProperties": false,
    })
}

fn extend(table: Option<&mut Map<String, Value>>, with: &Value) {
    if let (Some(table), Some(with)) = (table, with.as_object()) {
        table.extend(with.clone());
    }
}
