//! JSON for requests. The properties of a schema come in the order of its `required`: models write in that order, and
//! a truncated reply has to contain the first parts.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};

/// Writes a value. It cannot fail: every key is a string.
pub(super) fn ordered_json(value: &Value) -> String {
    serde_json::to_string(&InOrder(value)).unwrap_or_default()
}

struct InOrder<'a>(&'a Value);

/// The properties of a schema and their order.
struct Properties<'a> {
    properties: &'a Map<String, Value>,
    order: &'a [Value],
}

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(values) => {
                let mut list = serializer.serialize_seq(Some(values.len()))?;
                values.iter().try_for_each(|value| list.serialize_element(&InOrder(value)))?;
                list.end()
            }
            Value::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    match (key.as_str(), value, entries.get("required")) {
                        ("properties", Value::Object(properties), Some(Value::Array(order))) => {
                            map.serialize_entry(key, &Properties { properties, order })?;
                        }
                        _ => map.serialize_entry(key, &InOrder(value))?,
                    }
                }
                map.end()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => self.0.serialize(serializer),
        }
    }
}

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.order.iter().filter_map(Value::as_str);
        let first = named.filter_map(|name| self.properties.get_key_value(name));
        let is_further = |(name, _): &(&String, &Value)| !self.order.iter().any(|other| other.as_str() == Some(name));
        let further = self.properties.iter().filter(is_further);
        let mut map = serializer.serialize_map(Some(self.properties.len()))?;
        for (name, property) in first.chain(further) {
            map.serialize_entry(name, &InOrder(property))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ordered_json;

    #[test]
    fn properties_stand_in_the_order_of_required_and_the_rest_follows() {
        let inner = json!({"properties": {"b": 1, "a": 2}, "required": ["b", "a"]});
        let schema = json!({"properties": {"a": {}, "c": {}, "z": inner}, "required": ["z", "a"]});
        let expected = r#"{"properties":{"z":{"properties":{"b":1,"a":2},"required":["b","a"]},"a":{},"c":{}},"required":["z","a"]}"#;
        assert_eq!(ordered_json(&schema), expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&ordered_json(&schema)).ok(), Some(schema));
    }
}
