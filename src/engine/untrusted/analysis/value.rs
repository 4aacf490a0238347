//! Reads values in the variants that models write: numbers in quotes, words in any spelling, texts with line breaks.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::types::DropCounts;
use crate::engine::{json, text::is_invisible};

/// A number, or a text with only a number.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => json::read(text.trim()).ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
    .filter(|number| number.is_finite())
}

/// A number clamped to 0–1.
pub(super) fn share(value: Option<&Value>) -> Option<f64> {
    value.and_then(number).map(|number| number.clamp(0.0, 1.0))
}

/// A boolean, or its name.
pub(super) fn flag(value: Option<&Value>) -> Option<bool> {
    match value? {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => json::read(&folded(text)).ok(),
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A choice in any spelling.
pub(super) fn word<T: DeserializeOwned>(value: Option<&Value>) -> Option<T> {
    let word = folded(value?.as_str()?);
    json::read_value(Value::String(word)).ok()
}

/// A word in the spelling of names: lower case, with underscores for blanks and hyphens.
pub(super) fn folded(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '-', '\t', '\n'], "_")
}

/// A text in one line of at most `most` characters, without repeated blanks and invisible characters.
pub(super) fn line(text: &str, most: usize) -> String {
    let spaced = |c: char| if c.is_whitespace() || c.is_control() { ' ' } else { c };
    let mut line = String::new();
    let mut length = 0;
    for character in text.chars().filter(|c| !is_invisible(*c)).map(spaced) {
        if character == ' ' && (line.is_empty() || line.ends_with(' ')) {
            continue;
        }
        if length == most {
            break;
        }
        line.push(character);
        length += 1;
    }
    line.truncate(line.trim_end().len());
    line
}

/// The texts of a list, each in one line.
pub(super) fn lines(value: Option<&Value>, items: usize, most: usize) -> Vec<String> {
    let texts = list(value).filter_map(Value::as_str).map(|text| line(text, most));
    texts.filter(|line| !line.is_empty()).take(items).collect()
}

/// The items of a list; nothing for other values.
pub(super) fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// Counts the unknown keys of an object.
pub(super) fn count_unknown(object: &Map<String, Value>, known: &[&str], drops: &mut DropCounts) {
    let unknown = object.keys().filter(|key| !known.contains(&key.as_str())).count();
    drops.add("unknown_key", u32::try_from(unknown).unwrap_or(u32::MAX));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::{dialogue::Level, graph::Reaction};

    #[test]
    fn numbers_may_stand_in_quotes_but_must_be_numbers() {
        assert_eq!(number(&json!(" 0.5 ")), Some(0.5));
        for none in [json!("1e999"), json!("NaN"), json!("4/5"), json!(""), json!("0x10"), json!([1]), json!(null)] {
            assert_eq!(number(&none), None, "{none}");
        }
    }

    #[test]
    fn words_are_known_in_any_spelling() {
        assert_eq!(word(Some(&json!(" Medium"))), Some(Level::Neutral));
        assert_eq!(word(Some(&json!("SKEPTICAL"))), Some(Reaction::Skeptical));
        assert_eq!(word::<Reaction>(Some(&json!("ecstatic"))), None);
        assert_eq!(folded("Functional consequence"), "functional_consequence");
    }

    #[test]
    fn a_line_has_no_breaks_and_no_hidden_marks() {
        assert_eq!(line(" a\r\n\tb \u{202e}c\u{200f}\u{7}d ", 80), "a b c d");
        assert_eq!(line("abc def", 4), "abc");
        assert_eq!(line("می\u{200c}خواهم", 80), "می\u{200c}خواهم");
    }
}
