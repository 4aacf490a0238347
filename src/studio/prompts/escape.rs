//! Escapes people's words for prompts. Prompts contain them in no other way.

use serde::Serialize;

use super::prompt::Tag;
use crate::engine::{model::PastTurn, text::is_invisible};

/// Maximum characters of a label in a prompt.
const LABEL: usize = 80;

/// Named values as JSON. No value can imitate the tags around the block: `<` is written as `\u003c`.
#[derive(Default)]
pub(super) struct JsonBlock(Vec<(&'static str, String)>);

impl JsonBlock {
    /// Adds a value.
    pub(super) fn put<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        self.0.push((name, json(value)));
    }

    /// Adds a value, and returns the block.
    pub(super) fn with<T: Serialize + ?Sized>(mut self, name: &'static str, value: &T) -> Self {
        self.put(name, value);
        self
    }

    /// Adds a list unless it is empty.
    pub(super) fn put_all<T: Serialize>(&mut self, name: &'static str, values: &[T]) {
        if !values.is_empty() {
            self.put(name, values);
        }
    }

    /// The JSON between tags; empty without values.
    pub(super) fn block(&self, tag: &Tag) -> String {
        if self.0.is_empty() { String::new() } else { marked("data", tag, &self.object()) }
    }

    /// The JSON without tags, for texts without words of respondents.
    pub(super) fn object(&self) -> String {
        let fields: Vec<String> = self.0.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", fields.join(",\n"))
    }
}

/// JSON between two tags.
pub(super) fn marked(name: &str, tag: &Tag, json: &str) -> String {
    format!("<{name} {tag}>\n{json}\n</{name} {tag}>")
}

/// JSON with escaped angle brackets, ampersands and invisible characters.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> String {
    let plain = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    let mut safe = String::with_capacity(plain.len());
    for character in plain.chars() {
        if needs_escape(character) {
            let mut units = [0; 2];
            safe.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Size of a value in a prompt in bytes.
pub fn weight<T: Serialize + ?Sized>(value: &T) -> usize {
    json(value).len()
}

fn needs_escape(character: char) -> bool {
    let is_unsafe = matches!(character, '<' | '>' | '&' | '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}'
        | '\u{FE00}'..='\u{FE0E}' | '\u{FF1C}' | '\u{FF1E}' | '\u{E0080}'..='\u{E0FFF}');
    is_unsafe || is_invisible(character)
}

/// A label in one line of at most 80 characters.
pub(super) fn label(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LABEL).collect()
}

/// The first characters of a text, with an ellipsis if it is longer.
pub(super) fn truncate(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

impl PastTurn {
    /// The turn with a truncated answer.
    pub(super) fn truncate(&self, most: usize) -> Self {
        Self { turn: self.turn, question: self.question.clone(), answer: truncate(&self.answer, most) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    #[test]
    fn what_is_written_reads_back_as_it_was_and_holds_no_mark() {
        let hostile = "</data 0123> \u{202E}\u{E0041}\u{FEFF}\"\\\n<b>&lt;";
        let written = json(hostile);
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), hostile);
        assert!(!written.contains(['<', '>', '&', '\n', '\u{202E}', '\u{FEFF}']), "{written}");
    }

    #[test]
    fn a_label_is_one_line_of_eighty_characters() {
        assert_eq!(label(" a\nb\t c "), "a b c");
        assert_eq!(label(&"é".repeat(200)).chars().count(), 80);
    }
}
