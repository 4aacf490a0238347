//! Parses the JSON object in a model's reply, also if text surrounds it or the reply is truncated.
//!
//! A reply is untrusted: at most 64 KiB and 12 levels, without invalid numbers. A truncated object ends at its last
//! complete element. Objects under the keys in [`ObjectShape::open`] may end early; items of lists may not.

use serde_json::{Map, Number, Value};

use crate::engine::json;

/// Maximum bytes of a reply. A turn analysis has about 8 KiB; models write text around it.
pub const MOST_BYTES: usize = 64 * 1024;

/// Maximum depth of nested objects and lists.
pub const MOST_DEPTH: usize = 12;

/// The object of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// The object. The last of two equal keys wins.
    pub object: Map<String, Value>,
    /// Whether it is complete.
    pub ending: Completeness,
    /// Numbers that were read as null: not a number, infinite, or out of range.
    pub invalid_numbers: u32,
}

/// Whether an object is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Completeness {
    /// It is complete.
    #[default]
    Whole,
    /// The reply ends before the object.
    Truncated,
    /// Invalid JSON ends the object.
    Malformed,
}

/// Why a reply contains no readable object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartialJsonError {
    /// The reply is too long.
    #[error("the reply has {0} bytes; at most {MOST_BYTES} are read")]
    TooLong(usize),
    /// The reply is nested too deeply.
    #[error("the reply is nested more than {MOST_DEPTH} levels deep")]
    TooDeep,
    /// The reply contains no object.
    #[error("the reply holds no JSON object")]
    NoObject,
}

/// The object to look for, and the parts of it that may end early.
#[derive(Clone, Copy, Debug)]
pub struct ObjectShape<'a> {
    /// Keys that identify the object. If no object has one of them, the first that is not empty is used.
    pub keys: &'a [&'a str],
    /// Keys with objects that are kept although they are truncated.
    pub open: &'a [&'a str],
}

/// Parses the object in a reply. Surrounding text, fences and a byte order mark are ignored. A reply that is a JSON string
/// is parsed as its content.
pub fn parse(reply: &str, shape: ObjectShape<'_>) -> Result<Parsed, PartialJsonError> {
    if reply.len() > MOST_BYTES {
        return Err(PartialJsonError::TooLong(reply.len()));
    }
    let text = reply.trim_start_matches('\u{feff}').trim();
    match text.starts_with('"').then(|| Parser::new(text, 0, shape).text()).flatten() {
        Some(inner) => find_object(&inner, shape),
        None => find_object(text, shape),
    }
}

/// Finds the first object with one of the keys; else the first that is not empty; else an empty one.
fn find_object(text: &str, shape: ObjectShape<'_>) -> Result<Parsed, PartialJsonError> {
    let (mut at, mut other): (usize, Option<Parsed>) = (0, None);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('{')) {
        let mut parser = Parser::new(text, at + start, shape);
        let object = parser.object(OnTruncation::Keep).unwrap_or_default();
        if parser.is_too_deep {
            return Err(PartialJsonError::TooDeep);
        }
        at = parser.at.max(at + start + 1);
        let parsed = Parsed { object, ending: parser.ending, invalid_numbers: parser.invalid_numbers };
        if shape.keys.iter().any(|key| parsed.object.contains_key(*key)) {
            return Ok(parsed);
        }
        if other.as_ref().is_none_or(|other| other.object.is_empty() && !parsed.object.is_empty()) {
            other = Some(parsed);
        }
    }
    other
        .filter(|found| found.ending == Completeness::Whole || !found.object.is_empty())
        .ok_or(PartialJsonError::NoObject)
}

/// What happens to a truncated object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnTruncation {
    /// Keep its complete entries.
    Keep,
    /// Drop it.
    Drop,
}

/// A parser at a position. It stops at the first error.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    shape: ObjectShape<'a>,
    ending: Completeness,
    is_too_deep: bool,
    invalid_numbers: u32,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, at: usize, shape: ObjectShape<'a>) -> Self {
        Self { text, at, depth: 0, shape, ending: Completeness::Whole, is_too_deep: false, invalid_numbers: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte that is not whitespace.
    fn peek(&mut self) -> Option<u8> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Stops: the reply has ended, or is not JSON.
    fn stop(&mut self) {
        self.ending = if self.peek().is_none() { Completeness::Truncated } else { Completeness::Malformed };
    }

    fn is_running(&self) -> bool {
        self.ending == Completeness::Whole
    }

    /// Parses a value, or the complete part of it.
    fn value(&mut self, on_truncation: OnTruncation) -> Option<Value> {
        match self.peek() {
            Some(b'{') => self.object(on_truncation).map(Value::Object),
            Some(b'[') => Some(Value::Array(self.list())),
            Some(b'"') => self.text().map(Value::String),
            Some(b'-' | b'0'..=b'9') if !self.rest().starts_with("-I") => self.number(),
            Some(_) => self.word(),
            None => {
                self.stop();
                None
            }
        }
    }

    /// Enters a nested value, unless it is too deep.
    fn enter(&mut self) -> bool {
        self.at += 1;
        self.depth += 1;
        self.is_too_deep |= self.depth > MOST_DEPTH;
        if self.is_too_deep {
            self.ending = Completeness::Malformed;
        }
        self.is_running()
    }

    fn object(&mut self, on_truncation: OnTruncation) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        if self.enter() {
            self.entries(&mut object, on_truncation);
        }
        self.depth -= 1;
        (self.is_running() || on_truncation == OnTruncation::Keep).then_some(object)
    }

    fn entries(&mut self, object: &mut Map<String, Value>, on_truncation: OnTruncation) {
        while !self.eat(b'}') {
            if self.peek() != Some(b'"') {
                self.stop();
                return;
            }
            let Some(key) = self.text() else { return };
            if !self.eat(b':') {
                self.stop();
                return;
            }
            let may_end = on_truncation == OnTruncation::Keep && self.shape.open.contains(&key.as_str());
            if let Some(value) = self.value(if may_end { OnTruncation::Keep } else { OnTruncation::Drop }) {
                object.insert(key, value);
            }
            if !self.is_running() {
                return;
            }
            // A trailing comma is allowed.
            if !self.eat(b',') && self.peek() != Some(b'}') {
                self.stop();
                return;
            }
        }
    }

    fn list(&mut self) -> Vec<Value> {
        let mut items = Vec::new();
        if self.enter() {
            while !self.eat(b']') {
                items.extend(self.value(OnTruncation::Drop));
                if !self.is_running() {
                    break;
                }
                if !self.eat(b',') && self.peek() != Some(b']') {
                    self.stop();
                    break;
                }
            }
        }
        self.depth -= 1;
        items
    }

    /// Parses a string. It may contain line breaks: models write them.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        self.at += 1;
        let mut chars = self.rest().char_indices();
        while let Some((at, character)) = chars.next() {
            match character {
                '"' => {
                    self.at += at + 1;
                    return Some(text);
                }
                '\\' => text.push(match chars.next().map(|(_, escaped)| escaped) {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some('r') => '\r',
                    Some('b') => '\u{8}',
                    Some('f') => '\u{c}',
                    Some('u') => code_point(&mut chars),
                    Some(escaped) => escaped,
                    None => break,
                }),
                character => text.push(character),
            }
        }
        self.at = self.text.len();
        self.stop();
        None
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.rest();
        let length = rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        self.at += length;
        if length == rest.len() {
            // The number may be truncated.
            self.stop();
            return None;
        }
        let number = rest.get(..length).and_then(|digits| json::read(digits).ok()).and_then(Number::from_f64);
        self.invalid_numbers += u32::from(number.is_none());
        Some(number.map_or(Value::Null, Value::Number))
    }

    fn word(&mut self) -> Option<Value> {
        const WORDS: [(&str, Option<Value>); 6] = [
            ("true", Some(Value::Bool(true))),
            ("false", Some(Value::Bool(false))),
            ("null", Some(Value::Null)),
            ("NaN", None),
            ("Infinity", None),
            ("-Infinity", None),
        ];
        let rest = self.rest();
        if let Some((word, value)) = WORDS.into_iter().find(|(word, _)| rest.starts_with(word)) {
            self.at += word.len();
            self.invalid_numbers += u32::from(value.is_none());
            return Some(value.unwrap_or_default());
        }
        if WORDS.iter().any(|(word, _)| word.starts_with(rest)) {
            self.at = self.text.len();
        }
        self.stop();
        None
    }
}

/// The code point of `\uXXXX` or of a surrogate pair; U+FFFD if invalid.
fn code_point(chars: &mut std::str::CharIndices<'_>) -> char {
    let unit = |chars: &mut std::str::CharIndices<'_>| {
        let mut ahead = chars.clone();
        let digits = (0..4).try_fold(0, |unit: u32, _| Some(unit * 16 + ahead.next()?.1.to_digit(16)?));
        if digits.is_some() {
            *chars = ahead;
        }
        digits
    };
    let Some(high) = unit(chars) else { return char::REPLACEMENT_CHARACTER };
    if !(0xD800..0xDC00).contains(&high) {
        return char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER);
    }
    let mut ahead = chars.clone();
    let is_pair = ahead.next().is_some_and(|(_, c)| c == '\\') && ahead.next().is_some_and(|(_, c)| c == 'u');
    match is_pair.then(|| unit(&mut ahead)).flatten() {
        Some(low) if (0xDC00..0xE000).contains(&low) => {
            *chars = ahead;
            char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        Some(_) | None => char::REPLACEMENT_CHARACTER,
    }
}
