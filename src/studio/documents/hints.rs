//! Words for findings: what was found, what was expected, and what to do about it.

use serde_yaml::Value;

use super::validate::Expected;

/// Keys by which other systems let one document build on another.
const INHERITANCE: [&str; 6] = ["extends", "include", "includes", "inherits", "inherit", "import"];

/// Describes an expected type.
pub(super) fn describe_expected(expected: Expected) -> String {
    let words = match expected {
        Expected::Text => "a text",
        Expected::Number => "a number",
        Expected::Count => "a whole number of 0 or more",
        Expected::Integer => "a whole number",
        Expected::Flag => "`true` or `false`",
        Expected::List => "a list",
        Expected::Tuple(length) => return format!("a list of exactly {length} entries"),
        Expected::Mapping => "a mapping of keys to values",
        Expected::Anything => "another value",
    };
    words.to_owned()
}

/// Describes a value that was found.
pub(super) fn describe_value(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text `{}`", shorten(text)),
        Value::Sequence(entries) => match entries.len() {
            1 => "a list of 1 entry".to_owned(),
            length => format!("a list of {length} entries"),
        },
        Value::Mapping(_) => "a mapping".to_owned(),
        Value::Tagged(_) => "a tagged value".to_owned(),
    }
}

/// Returns the first 60 characters of a text, on one line.
pub(super) fn shorten(text: &str) -> String {
    let text = text.trim().replace(['\n', '\r', '\t'], " ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// Returns the hint for a missing key.
pub(super) fn add_key(key: &str) -> String {
    format!("add `{key}: …`")
}

/// Returns the hint for a key that belongs under another key, or to another system.
pub(super) fn misplaced_key(key: &str, homes: &[String]) -> Option<String> {
    if INHERITANCE.contains(&key) {
        let hint =
            "documents cannot extend each other: copy the document, and name concept, methodology and policy by id";
        return Some(hint.to_owned());
    }
    let homes = homes.join("` or `");
    (!homes.is_empty()).then(|| format!("`{key}` belongs under `{homes}`: move it there and indent it"))
}

/// Returns the hint for a value of the wrong type.
pub(super) fn fix_type(expected: Expected, found: &Value, is_quoted: bool) -> Option<&'static str> {
    Some(match (expected, found) {
        (_, Value::Null) => "write the value after the colon, or remove the key",
        (Expected::Number | Expected::Count | Expected::Integer, Value::String(text)) => match text.parse::<f64>() {
            Ok(_) if is_quoted => "remove the quotes",
            Ok(_) => "the number is too large here: write a smaller one",
            Err(_) if text.trim_end_matches('%').replace(',', ".").parse::<f64>().is_ok() => {
                "write a plain number, with a point for the decimals and without a unit: `1.5`"
            }
            Err(_) => "write a number in digits, `12`",
        },
        (Expected::Count, Value::Number(_)) => "counts are not negative and have no fraction",
        (Expected::List, Value::String(_) | Value::Number(_) | Value::Bool(_)) => {
            "put it in brackets, `[…]`, or on its own line after `- `"
        }
        (Expected::List, Value::Mapping(_)) => "start every entry with `- `",
        (Expected::Text, Value::Sequence(_) | Value::Mapping(_)) => "put a text with `: ` or brackets in quotes",
        (Expected::Flag, _) => "write `true` or `false`, without quotes",
        (Expected::Tuple(2), _) => "write it as a pair in brackets, `[attribute, value]`",
        (Expected::Mapping, _) => "write `key: value`, one on each line or in braces, `{key: value}`",
        _ => return None,
    })
}
