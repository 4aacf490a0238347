//! Placeholders for details, and their replacement in both directions.

use std::borrow::Cow;

use super::{
    detect::{DetectedDetail, find_details},
    kinds::{MARK, Redaction},
    normalized::{NormalizedText, is_word_char},
};
use crate::engine::{
    graph::Span,
    sort,
    sorted::SortedSet,
    text::{TokenKind, slice, tokens},
};

/// Maximum characters of a placeholder, including brackets.
const MAX_LENGTH: usize = 16;

/// The placeholders of a session, in order. Equal values share one placeholder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placeholders {
    values: Vec<HiddenValue>,
    /// Words outside of details; they reveal nothing.
    free: SortedSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct HiddenValue {
    /// `[EMAIL_1]`
    mark: String,
    name: &'static str,
    key: String,
    /// Its first spelling.
    text: String,
    /// Its normalised words.
    words: Vec<String>,
}

/// A text with placeholders for its details.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RedactedText {
    /// The text.
    pub text: String,
    /// Spans of each placeholder here and of its detail in the raw text, in order.
    pieces: Vec<(Span, Span)>,
}

/// Replaces details with the placeholders of a session.
#[derive(Clone, Copy, Debug)]
pub struct Redactor<'a> {
    /// What to hide.
    pub redaction: &'a Redaction,
    /// The placeholders of the session.
    pub marks: &'a Placeholders,
}

impl Placeholders {
    /// Adds placeholders for the details of an answer, and records its other words.
    pub fn note(&mut self, answer: &str, redaction: &Redaction) {
        let found = self.note_values(answer, redaction);
        let is_free = |start: u32, end: u32| found.iter().all(|detail| end <= detail.start || detail.end <= start);
        let free = words(answer).filter(|(start, end, _)| is_free(*start, *end));
        self.free.extend(free.map(|(.., word)| word));
    }

    /// Adds placeholders for the details of a text.
    pub(super) fn note_values(&mut self, text: &str, redaction: &Redaction) -> Vec<DetectedDetail> {
        let found = find_details(text, redaction);
        for DetectedDetail { name, start, end, key } in &found {
            if self.known(name, key).is_none() {
                let number = 1 + self.values.iter().filter(|value| value.name == *name).count();
                let said = slice(text, *start, *end);
                self.values.push(HiddenValue {
                    mark: format!("[{name}_{number}]"),
                    name,
                    key: key.clone(),
                    text: said.to_owned(),
                    words: words(said).map(|(.., word)| word).collect(),
                });
            }
        }
        found
    }

    fn known(&self, name: &str, key: &str) -> Option<&HiddenValue> {
        self.values.iter().find(|value| value.name == name && value.key == key)
    }

    /// The placeholders with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|value| (value.mark.as_str(), value.text.as_str()))
    }

    /// Restores the values of placeholders. Unknown placeholders stay.
    pub fn restore(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        for_each_piece(text, &mut |piece, mark| {
            restored.push_str(mark.then(|| self.value(piece)).flatten().unwrap_or(piece));
        });
        restored
    }

    /// Restores the values of placeholders in JSON, escaped.
    #[cfg(feature = "studio")]
    pub fn restore_json(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        for_each_piece(text, &mut |piece, mark| match mark.then(|| self.value(piece)).flatten() {
            Some(value) => {
                let quoted = serde_json::Value::from(value).to_string();
                restored.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
            }
            None => restored.push_str(piece),
        });
        restored
    }

    fn value(&self, mark: &str) -> Option<&str> {
        let bare =
            |mark: &str| mark.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
        let mark = bare(mark);
        self.values.iter().find(|value| bare(&value.mark) == mark).map(|value| value.text.as_str())
    }
}

/// Replacement of a placeholder in checks: neither a letter nor markup.
const NEUTRAL: &str = "1";

/// The placeholders that a model's text may contain.
#[derive(Clone, Copy, Debug, Default)]
pub enum AllowedPlaceholders<'a> {
    /// None: the study hides nothing.
    #[default]
    None,
    /// All, if the session's are unknown.
    Any,
    /// Those of the session.
    Of(&'a Placeholders),
}

impl AllowedPlaceholders<'_> {
    /// The text for checks: each allowed placeholder becomes a neutral character.
    pub fn strip<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let may = |mark: &str| match self {
            Self::None => false,
            Self::Any => true,
            Self::Of(marks) => marks.value(mark).is_some(),
        };
        if matches!(self, Self::None) {
            return Cow::Borrowed(text);
        }
        let mut rest = String::with_capacity(text.len());
        for_each_piece(text, &mut |piece, mark| rest.push_str(if mark && may(piece) { NEUTRAL } else { piece }));
        Cow::Owned(rest)
    }
}

/// Calls `piece` for each placeholder (true) and each text between them (false). Placeholders may lack brackets.
fn for_each_piece<'t>(text: &'t str, piece: &mut dyn FnMut(&'t str, bool)) {
    let (mut rest, mut from, mut before) = (text, 0, ' ');
    while let Some(sign) = rest.get(from..).and_then(|rest| rest.chars().next()) {
        let here = rest.get(from..).unwrap_or_default();
        let is_start = sign == '[' || sign.is_ascii_alphabetic() && !is_word_char(before) && before != '_';
        let Some(mark) = is_start.then(|| leading_placeholder(here)).flatten() else {
            (from, before) = (from + sign.len_utf8(), sign);
            continue;
        };
        piece(rest.get(..from).unwrap_or_default(), false);
        piece(mark, true);
        (rest, from, before) = (here.get(mark.len()..).unwrap_or_default(), 0, ']');
    }
    piece(rest, false);
}

/// The placeholder at the start of a text.
fn leading_placeholder(text: &str) -> Option<&str> {
    let end = NormalizedText::of(&text.chars().take(MAX_LENGTH).collect::<String>()).mark(0)?;
    text.get(..end).filter(|mark| mark.is_ascii())
}

impl Redactor<'_> {
    /// Replaces the details of an answer.
    pub fn hide(&self, text: &str) -> RedactedText {
        RedactedText::of(text, self.details(text))
    }

    /// The details of a text: start, end, placeholder.
    fn details(&self, text: &str) -> Vec<(u32, u32, String)> {
        let found = find_details(text, self.redaction);
        found.into_iter().map(|found| (found.start, found.end, self.mark(&found))).collect()
    }

    /// Replaces details and fragments of details in a text derived from answers. A label may contain half a phone number.
    pub fn hide_derived(&self, text: &str) -> RedactedText {
        let mut found = self.details(text);
        let made: Vec<(u32, u32, String)> = words(text).collect();
        let mut at = 0;
        while let Some(rest) = made.get(at..).filter(|rest| !rest.is_empty()) {
            let shared = self.marks.values.iter().map(|value| (value.shared_words(rest, &self.marks.free), value));
            let (length, mark) = match shared.max_by_key(|(length, _)| *length) {
                Some((length, value)) if length > 0 => (length, &value.mark),
                Some(_) | None => {
                    at += 1;
                    continue;
                }
            };
            if let (Some((start, ..)), Some((_, end, _))) = (rest.first(), rest.get(length - 1))
                && found.iter().all(|(other, past, _)| past <= start || end <= other)
            {
                found.push((*start, *end, mark.clone()));
            }
            at += length;
        }
        sort::ascending(&mut found);
        RedactedText::of(text, found)
    }

    /// The placeholder of a detail. A detail that no answer contains has one without a number.
    fn mark(&self, found: &DetectedDetail) -> String {
        let part = || {
            let same = self.marks.values.iter().filter(|value| value.name == found.name && found.key.len() >= FRAGMENT);
            same.into_iter().find(|value| value.key.contains(&found.key))
        };
        let known = self.marks.known(found.name, &found.key).or_else(part);
        known.map_or_else(|| format!("[{}]", found.name), |value| value.mark.clone())
    }
}

/// Minimum digits of a fragment of a number. Shorter numbers are years or prices.
const FRAGMENT: usize = 4;

/// Minimum characters of a word that reveals something.
const REVEALING: usize = 3;

impl HiddenValue {
    /// Number of leading words that this value contains in a row; 0 if they reveal nothing. Free words reveal nothing.
    fn shared_words(&self, made: &[(u32, u32, String)], free: &SortedSet<String>) -> usize {
        let run =
            |from: usize| self.words.iter().skip(from).zip(made).take_while(|(own, (.., word))| *own == word).count();
        let longest = (0..self.words.len()).map(run).max().unwrap_or_default();
        let reveals = |word: &str| {
            let is_number = word.bytes().all(|digit| digit.is_ascii_digit());
            !free.contains(word) && word.chars().count() >= if is_number { FRAGMENT } else { REVEALING }
        };
        let shared = || made.iter().take(longest).map(|(.., word)| word);
        let is_row = longest > 1 && shared().any(|word| !free.contains(word));
        let is_fragment = is_row || shared().any(|word| reveals(word));
        // Web addresses consist of common words.
        let least = if self.name == "URL" { 2 } else { 1 };
        if is_fragment && longest >= least && self.name != MARK { longest } else { 0 }
    }
}

/// The normalised words of a text: start, end, word.
fn words(text: &str) -> impl Iterator<Item = (u32, u32, String)> {
    tokens(text).into_iter().filter(|token| token.kind == TokenKind::Word).map(|token| {
        let normalized = NormalizedText::of(&token.text);
        (token.start, token.end, normalized.slice(0, normalized.len()).iter().collect())
    })
}

impl RedactedText {
    /// Replaces spans of a text with placeholders.
    fn of(text: &str, found: Vec<(u32, u32, String)>) -> RedactedText {
        let mut hidden = RedactedText::default();
        let (mut position, mut written) = (0, 0);
        for (start, end, mark) in found {
            let before = slice(text, position, start);
            let length = u32::try_from(mark.chars().count()).unwrap_or_default();
            written += start - position;
            hidden.text.push_str(before);
            hidden.text.push_str(&mark);
            hidden.pieces.push((Span { start: written, end: written + length }, Span { start, end }));
            written += length;
            position = end;
        }
        hidden.text.push_str(slice(text, position, u32::MAX));
        hidden
    }

    /// The first characters, without a truncated placeholder.
    pub fn first_chars(&self, most: usize) -> String {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let within = self.pieces.iter().find(|(mark, _)| mark.start < most && most < mark.end);
        slice(&self.text, 0, within.map_or(most, |(mark, _)| mark.start)).to_owned()
    }

    /// The raw span of a span in this text. A span that touches a placeholder includes its whole detail.
    pub fn raw_span(&self, span: Span) -> Span {
        let place = |place: u32, at_end: bool| {
            let (mut shown, mut raw) = (0, 0);
            for (mark, value) in &self.pieces {
                if place <= mark.start {
                    break;
                }
                if place < mark.end {
                    return if at_end { value.end } else { value.start };
                }
                (shown, raw) = (mark.end, value.end);
            }
            place - shown + raw
        };
        Span { start: place(span.start, false), end: place(span.end, true) }
    }
}
