//! Changes one value of a study by its key: `methodology.strategies.deepen.weights.graph.max_depth=0.5`.
//!
//! A key is a path in the resolved study. Entries of a list are named by id, `strategies.deepen`, or by index from 0. Keys of
//! weights may contain dots. The prefixes `methodology.` and `policy.` may be left out.

use serde_json::{Map, Value};

use crate::engine::{
    diagnostic::did_you_mean,
    policy::signal_pools::{Code, check_methodology},
    study::Study,
};

/// A value that was changed.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Setting {
    /// The full key.
    pub key: String,
    /// The value before; none if absent.
    pub before: Option<Value>,
    /// The value after.
    pub after: Value,
}

/// Why a value could not be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The assignment has no `=`.
    #[error("`{0}` sets nothing; write KEY=VALUE, as in limits.max_turns=8")]
    NoValue(String),
    /// The key names nothing.
    #[error("there is no `{word}` under `{place}`; {hint}")]
    NoSuchKey {
        /// The unknown part.
        word: String,
        /// The key up to there.
        place: String,
        /// A suggestion.
        hint: String,
    },
    /// The study does not accept the value.
    #[error("`{key}` cannot be {value}: {problem}")]
    Misfit {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The problem.
        problem: String,
    },
}

/// The study with one value changed.
///
/// # Errors
/// [`Refused`] names the part of the key or the value that does not fit, with a suggestion.
pub fn set(study: &Study, assignment: &str) -> Result<(Study, Setting), SettingError> {
    let (key, value) = assignment.split_once('=').ok_or_else(|| SettingError::NoValue(assignment.to_owned()))?;
    let (key, value) = (key.trim(), value.trim());
    let misfit = |problem: String| SettingError::Misfit { key: key.to_owned(), value: value.to_owned(), problem };
    let mut written = serde_json::to_value(study).map_err(|error| misfit(error.to_string()))?;
    let full = full_key(&written, key)?;
    let slot = find(&mut written, &full, String::new())?;
    let before = (!slot.is_null()).then(|| slot.clone());
    *slot = parse_value(value, before.as_ref());
    let after = slot.clone();
    let text = written.to_string();
    let changed: Study = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(&text))
        .map_err(|error| misfit(explain(&error.into_inner().to_string())))?;
    let known = check_methodology(&study.methodology);
    if let Some(problem) = check_methodology(&changed.methodology).into_iter().find(|problem| !known.contains(problem))
    {
        let named = problem.value.as_deref().filter(|_| problem.code == Code::UnknownKey);
        let message = match (problem.code, named) {
            (Code::Negative, _) => "a phase weight is 0 or more; take points off with a bonus below 0".to_owned(),
            (_, Some(key)) => format!("there is no signal `{key}`{}", near_signal(key)),
            (_, None) => problem.to_string(),
        };
        return Err(misfit(message));
    }
    Ok((changed, Setting { key: full, before, after }))
}

/// An error of serde in plain words, without its position, which refers to generated text.
fn explain(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or(message);
    if let Some((found, expected)) = message.strip_prefix("invalid ").and_then(|it| it.split_once(", expected ")) {
        let expected = match expected {
            "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
            "f64" | "f32" => "a number, with a point for the decimals",
            "a string" => "a text",
            "a boolean" => "`true` or `false`",
            "a sequence" => "a list, `[\"…\"]`",
            "a map that says its `policy`" => {
                "single values of it; `querent run STUDY --policy ID` holds an interview under another policy"
            }
            other => other,
        };
        let is_number = found.contains("floating point") || found.contains("integer");
        return format!("this takes {expected}{}", if is_number { ", and no other number" } else { "" });
    }
    let mut quoted = message.split('`').skip(1).step_by(2);
    match (message.starts_with("unknown "), quoted.next()) {
        (true, Some(word)) => {
            let known: Vec<&str> = quoted.collect();
            format!("unknown `{word}`; {}", did_you_mean(word, &known))
        }
        (true | false, _) => message.to_owned(),
    }
}

fn near_signal(word: &str) -> String {
    let names: Vec<&str> = crate::engine::signals::names().map(|(name, _)| name).collect();
    let meant = crate::engine::diagnostic::closest_name(word, names.iter().copied())
        .map(|name| format!("; did you mean `{name}`?"));
    format!("{} `querent check --list` names every signal and its bands", meant.as_deref().unwrap_or(";"))
}

/// The key with its prefix.
fn full_key(study: &Value, key: &str) -> Result<String, SettingError> {
    let first = key.split('.').next().unwrap_or(key);
    let has = |place: &str| study.pointer(place).is_some_and(|value| value.get(first).is_some());
    if has("") {
        return Ok(key.to_owned());
    }
    for part in ["methodology", "policy"] {
        if has(&format!("/{part}")) {
            return Ok(format!("{part}.{key}"));
        }
    }
    let known: Vec<&str> = ["", "/methodology", "/policy"]
        .iter()
        .filter_map(|place| study.pointer(place)?.as_object())
        .flat_map(|object| object.keys().map(String::as_str))
        .collect();
    Err(SettingError::NoSuchKey {
        word: first.to_owned(),
        place: "the study".to_owned(),
        hint: did_you_mean(first, &known),
    })
}

/// The value of a key. A missing value is inserted; the types refuse it later if it is unknown.
fn find<'a>(value: &'a mut Value, key: &str, place: String) -> Result<&'a mut Value, SettingError> {
    if key.is_empty() {
        return Ok(value);
    }
    let within = |word: &str| if place.is_empty() { word.to_owned() } else { format!("{place}.{word}") };
    match value {
        Value::Array(entries) => {
            let ids: Vec<String> = entries.iter().map(|entry| id(entry).unwrap_or_default().to_owned()).collect();
            let (word, rest) = split_key(&ids, key).unwrap_or_else(|| key.split_once('.').unwrap_or((key, "")));
            let (word, rest) = (word.to_owned(), rest.to_owned());
            let position = ids.iter().position(|id| *id == word).or_else(|| word.parse().ok());
            match position.and_then(|position| entries.get_mut(position)) {
                Some(entry) => find(entry, &rest, within(&word)),
                None => Err(SettingError::NoSuchKey { hint: did_you_mean(&word, &ids), word, place }),
            }
        }
        Value::Object(object) => {
            let names: Vec<String> = object.keys().cloned().collect();
            let (word, rest) = match split_key(&names, key) {
                Some((word, rest)) => (word.to_owned(), rest.to_owned()),
                None if is_table(object, &place) => (key.to_owned(), String::new()),
                None => {
                    let (word, rest) = key.split_once('.').unwrap_or((key, ""));
                    object.insert(word.to_owned(), if rest.is_empty() { Value::Null } else { Map::new().into() });
                    (word.to_owned(), rest.to_owned())
                }
            };
            let next = within(&word);
            find(object.entry(word).or_insert(Value::Null), &rest, next)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Err(SettingError::NoSuchKey {
            word: key.to_owned(),
            place,
            hint: "this is a single value; end the key there".to_owned(),
        }),
    }
}

/// The longest of these names that the key starts with, and the rest of the key.
fn split_key<'k>(names: &[String], key: &'k str) -> Option<(&'k str, &'k str)> {
    let fits =
        |name: &&String| key.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let name = names.iter().filter(|name| !name.is_empty()).filter(fits).max_by_key(|name| name.len())?;
    let (word, rest) = key.split_at(name.len());
    Some((word, rest.strip_prefix('.').unwrap_or(rest)))
}

/// Whether new keys may be added: a table of numbers, such as weights.
fn is_table(object: &Map<String, Value>, place: &str) -> bool {
    let is_numbers = !object.is_empty() && object.values().all(Value::is_number);
    is_numbers || ["weights", "bonuses"].iter().any(|name| place.ends_with(name))
}

fn id(entry: &Value) -> Option<&str> {
    entry.get("id").and_then(Value::as_str)
}

/// A value as written: a number, a flag, a list, or a text. A text stays a text.
fn parse_value(text: &str, before: Option<&Value>) -> Value {
    let plain = || Value::String(text.to_owned());
    if before.is_some_and(Value::is_string) && !text.starts_with('"') {
        return plain();
    }
    serde_json::from_str(text).unwrap_or_else(|_| plain())
}
