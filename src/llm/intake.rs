//! Takes the JSON object out of a model's reply, whatever stands around it and wherever it was cut.
//!
//! A reply is untrusted: at most 64 KiB, at most 12 levels, and never a number that is none. Where it stops being JSON
//! it is closed at the last complete element: an object that lists belong to may end early, one that is an item may
//! not.

use serde_json::{Map, Number, Value};

/// Most bytes of a reply. A turn analysis has about 8 KiB; the rest is room for what models say around it.
pub const MOST_BYTES: usize = 64 * 1024;

/// Most levels of objects and lists in each other.
pub const MOST_DEPTH: usize = 12;

/// The object of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taken {
    /// What it holds. A key that comes twice has its last value.
    pub object: Map<String, Value>,
    /// Whether all of it is there.
    pub ending: Ending,
    /// Numbers read as null: not a number, infinite, or beyond what a number can be.
    pub refused_numbers: u32,
}

/// How the object of a reply ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// With its own brace.
    #[default]
    Whole,
    /// With the reply, before its own brace.
    Truncated,
    /// Where it stops being JSON.
    Malformed,
}

/// Why a reply has no object to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Longer than any task asks for.
    #[error("the reply has {0} bytes; at most {MOST_BYTES} are read")]
    TooLong(usize),
    /// Nested deeper than any task asks for.
    #[error("the reply is nested more than {MOST_DEPTH} levels deep")]
    TooDeep,
    /// No object in it.
    #[error("the reply holds no JSON object")]
    NoObject,
}

/// Which objects are looked for, and which of them may end early.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// Keys by which the object is known. Where no object has one, the first that has any key is taken.
    pub keys: &'a [&'a str],
    /// Keys whose objects are kept as far as they go where the reply is cut, if the object around them is.
    pub open: &'a [&'a str],
}

/// Takes the object out of a reply: what stands before its first brace and after its last is left out, and so are
/// fences and a byte order mark. A reply that is one JSON text is read as what the text says.
pub fn take(reply: &str, shape: Shape<'_>) -> Result<Taken, Unreadable> {
    if reply.len() > MOST_BYTES {
        return Err(Unreadable::TooLong(reply.len()));
    }
    let text = reply.trim_start_matches('\u{feff}').trim();
    match text.starts_with('"').then(|| Reader::new(text, 0, shape).text()).flatten() {
        Some(inner) => first(&inner, shape),
        None => first(text, shape),
    }
}

/// The first object with one of the keys; else the first that is not empty; else one that is.
fn first(text: &str, shape: Shape<'_>) -> Result<Taken, Unreadable> {
    let (mut at, mut other): (usize, Option<Taken>) = (0, None);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('{')) {
        let mut reader = Reader::new(text, at + start, shape);
        let object = reader.object(Cut::Kept).unwrap_or_default();
        if reader.is_too_deep {
            return Err(Unreadable::TooDeep);
        }
        at = reader.at.max(at + start + 1);
        let taken = Taken { object, ending: reader.ending, refused_numbers: reader.refused_numbers };
        if shape.keys.iter().any(|key| taken.object.contains_key(*key)) {
            return Ok(taken);
        }
        if other.as_ref().is_none_or(|other| other.object.is_empty() && !taken.object.is_empty()) {
            other = Some(taken);
        }
    }
    other.filter(|taken| taken.ending == Ending::Whole || !taken.object.is_empty()).ok_or(Unreadable::NoObject)
}

/// What becomes of an object that does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// Its complete entries are kept.
    Kept,
    /// It is dropped.
    Dropped,
}

/// Reads values from a position on. Once the ending is known nothing more is read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    shape: Shape<'a>,
    ending: Ending,
    is_too_deep: bool,
    refused_numbers: u32,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, at: usize, shape: Shape<'a>) -> Self {
        Self { text, at, depth: 0, shape, ending: Ending::Whole, is_too_deep: false, refused_numbers: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte after blanks.
    fn peek(&mut self) -> Option<u8> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Nothing more can be read: the reply is at its end, or what comes is no JSON.
    fn stop(&mut self) {
        self.ending = if self.peek().is_none() { Ending::Truncated } else { Ending::Malformed };
    }

    fn goes_on(&self) -> bool {
        self.ending == Ending::Whole
    }

    /// A value, or what is complete of it; none if nothing is.
    fn value(&mut self, cut: Cut) -> Option<Value> {
        match self.peek() {
            Some(b'{') => self.object(cut).map(Value::Object),
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

    /// One level down, if there may be one more.
    fn enter(&mut self) -> bool {
        self.at += 1;
        self.depth += 1;
        self.is_too_deep |= self.depth > MOST_DEPTH;
        if self.is_too_deep {
            self.ending = Ending::Malformed;
        }
        self.goes_on()
    }

    fn object(&mut self, cut: Cut) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        if self.enter() {
            self.entries(&mut object, cut);
        }
        self.depth -= 1;
        (self.goes_on() || cut == Cut::Kept).then_some(object)
    }

    fn entries(&mut self, object: &mut Map<String, Value>, cut: Cut) {
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
            let may_end = cut == Cut::Kept && self.shape.open.contains(&key.as_str());
            if let Some(value) = self.value(if may_end { Cut::Kept } else { Cut::Dropped }) {
                object.insert(key, value);
            }
            if !self.goes_on() {
                return;
            }
            // A comma before the closing brace is a slip that costs nothing.
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
                items.extend(self.value(Cut::Dropped));
                if !self.goes_on() {
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

    /// A text from its opening to its closing mark. Line breaks stand for themselves: models write them.
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
            // There might have been more digits.
            self.stop();
            return None;
        }
        let number = rest.get(..length).and_then(|digits| serde_json::from_str(digits).ok()).and_then(Number::from_f64);
        self.refused_numbers += u32::from(number.is_none());
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
            self.refused_numbers += u32::from(value.is_none());
            return Some(value.unwrap_or_default());
        }
        if WORDS.iter().any(|(word, _)| word.starts_with(rest)) {
            self.at = self.text.len();
        }
        self.stop();
        None
    }
}

/// The code point of `\uXXXX`, two of which may make one. What makes none is U+FFFD.
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use serde_json::json;

    use super::*;

    const SHAPE: Shape<'_> = Shape { keys: &["nodes", "a"], open: &["a"] };

    fn taken(reply: &str) -> Taken {
        take(reply, SHAPE).unwrap()
    }

    #[test]
    fn what_stands_around_the_object_is_left_out() {
        let replies = [
            "\u{feff}{\"a\": 1}",
            "```json\n{\"a\": 1}\n```",
            "```\n{\"a\": 1}",
            "Sure {here you are}: {\"a\": 1} Anything {\"a\": 2} else?",
            "<think>{\"draft\": {}}</think>{\"a\": 1}",
            "\"{\\\"a\\\": 1}\"",
            "[{\"a\": 1,}]",
        ];
        for reply in replies {
            assert_eq!(Value::Object(taken(reply).object), json!({"a": 1.0}), "{reply}");
        }
    }

    #[test]
    fn a_cut_reply_ends_at_the_last_complete_element() {
        let whole = r#"{"a": {"b": [{"c": 1}, {"d": "two"}], "e": true}, "f": {"g": 1}}"#;
        let cut = |bytes: usize| (taken(&whole[..bytes]).object, taken(&whole[..bytes]).ending);
        let (object, ending) = cut(whole.find("\"two").unwrap() + 3);
        assert_eq!((Value::Object(object), ending), (json!({"a": {"b": [{"c": 1.0}]}}), Ending::Truncated));
        let (object, _) = cut(whole.find("\"g").unwrap());
        assert_eq!(Value::Object(object), json!({"a": {"b": [{"c": 1.0}, {"d": "two"}], "e": true}}));
        assert_eq!(taken(whole).ending, Ending::Whole);
    }

    #[test]
    fn a_number_or_a_word_at_the_end_may_have_gone_on() {
        assert!(taken(r#"{"a": {"b": 1"#).object["a"].as_object().unwrap().is_empty());
        assert!(taken(r#"{"a": {"b": tru"#).object["a"].as_object().unwrap().is_empty());
        assert_eq!(taken(r#"{"a": {"b": tru"#).ending, Ending::Truncated);
        assert_eq!(taken(r#"{"a": {"b": trumpet"#).ending, Ending::Malformed);
    }

    #[test]
    fn numbers_that_are_none_are_refused_and_the_rest_is_read() {
        let taken = taken(r#"{"a": [1, NaN, -Infinity, 1e999, 05, -1.5e1], "b": Infinity, "c": 2}"#);
        assert_eq!(taken.object["a"], json!([1.0, null, null, null, null, -15.0]));
        assert_eq!((taken.refused_numbers, &taken.object["c"]), (5, &json!(2.0)));
    }

    #[test]
    fn the_last_of_two_keys_counts_and_the_first_object_with_a_known_key() {
        assert_eq!(taken(r#"{"x": 1} {"a": 1, "a": 2}"#).object["a"], json!(2.0));
        assert_eq!(taken(r#"{} {"x": 1} {"y": 1}"#).object["x"], json!(1.0));
        assert!(taken("{}").object.is_empty());
    }

    #[test]
    fn what_is_too_long_too_deep_or_no_object_is_refused() {
        assert_eq!(take(&"x".repeat(MOST_BYTES + 1), SHAPE), Err(Unreadable::TooLong(MOST_BYTES + 1)));
        let nested = |levels: usize| format!("{}{}", "{\"a\":".repeat(levels), "[");
        assert_eq!(take(&nested(MOST_DEPTH), SHAPE), Err(Unreadable::TooDeep));
        assert!(take(&nested(MOST_DEPTH - 1), SHAPE).is_ok());
        for reply in ["", "[1, 2]", "I could not read that.", "\"", "{", "{oops", "\u{feff}"] {
            assert_eq!(take(reply, SHAPE), Err(Unreadable::NoObject), "{reply}");
        }
    }

    #[test]
    fn escapes_are_read_and_half_a_pair_is_replaced() {
        let taken =
            taken("{\"a\": [\"\\ud83d\\ude00\\u00e9\\n\", \"\\ud83dx\", \"\\u12\", \"line\nbreak\", \"it\\'s\"]}");
        assert_eq!(taken.object["a"], json!(["😀é\n", "\u{fffd}x", "\u{fffd}12", "line\nbreak", "it's"]));
    }
}
