//! Which mark stands for which value, and both ways between them.

use std::{borrow::Cow, collections::BTreeSet};

use super::{
    MARK, Redaction,
    find::{Found, find, joins},
    signs::Signs,
};
use crate::{
    graph::Span,
    text::{Kind, slice, tokens},
};

/// Most signs of a mark, brackets included.
const LONGEST: usize = 16;

/// The values found so far, in the order they were said. The same value is the same mark through a whole session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    values: Vec<Value>,
    /// Words that were said outside of details: they tell nothing of one.
    free: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    /// `[EMAIL_1]`
    mark: String,
    name: &'static str,
    key: String,
    /// As it was first written.
    text: String,
    /// Its words, as they compare.
    words: Vec<String>,
}

/// A text with marks for its details.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The text.
    pub text: String,
    /// Where each mark stands in it, and what it stands for in the raw text; in order.
    pieces: Vec<(Span, Span)>,
}

/// How a session hides: what, and under which marks.
#[derive(Clone, Copy, Debug)]
pub struct Veil<'a> {
    /// What is hidden.
    pub redaction: &'a Redaction,
    /// The marks of the session.
    pub marks: &'a Marks,
}

impl Marks {
    /// Gives every detail of an answer a mark that has none yet, and remembers which words were said beside them.
    pub fn note(&mut self, answer: &str, redaction: &Redaction) {
        let found = self.note_values(answer, redaction);
        let is_free = |start: u32, end: u32| found.iter().all(|detail| end <= detail.start || detail.end <= start);
        let free = words(answer).filter(|(start, end, _)| is_free(*start, *end));
        self.free.extend(free.map(|(.., word)| word));
    }

    /// Gives every detail of a text a mark that has none yet.
    pub(super) fn note_values(&mut self, text: &str, redaction: &Redaction) -> Vec<Found> {
        let found = find(text, redaction);
        for Found { name, start, end, key } in &found {
            if self.known(name, key).is_none() {
                let number = 1 + self.values.iter().filter(|value| value.name == *name).count();
                let said = slice(text, *start, *end);
                self.values.push(Value {
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

    fn known(&self, name: &str, key: &str) -> Option<&Value> {
        self.values.iter().find(|value| value.name == name && value.key == key)
    }

    /// Marks with what they stand for, in the order they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|value| (value.mark.as_str(), value.text.as_str()))
    }

    /// A text with the values its marks stand for, as they were first written. Marks nobody gave stay.
    pub fn restore(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        each(text, &mut |piece, mark| restored.push_str(mark.then(|| self.value(piece)).flatten().unwrap_or(piece)));
        restored
    }

    /// The same in a text that is JSON: what the marks stand for is escaped.
    #[cfg(feature = "studio")]
    pub fn restore_json(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        each(text, &mut |piece, mark| match mark.then(|| self.value(piece)).flatten() {
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

/// What stands for a mark where a text is checked: neither a letter of any script nor a sign of any code.
const STAND_IN: &str = "1";

/// Marks a model's text may hold.
#[derive(Clone, Copy, Debug, Default)]
pub enum Allowed<'a> {
    /// None: the study hides nothing.
    #[default]
    None,
    /// All: whoever checks does not know the session's.
    Any,
    /// Those that stand for something; others a model made up.
    Of(&'a Marks),
}

impl Allowed<'_> {
    /// A text as it is checked: without the marks it may hold.
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
        each(text, &mut |piece, mark| rest.push_str(if mark && may(piece) { STAND_IN } else { piece }));
        Cow::Owned(rest)
    }
}

/// Goes through a text: what lies between marks, and each mark, told apart by the flag. A mark may have lost its brackets.
fn each<'t>(text: &'t str, piece: &mut dyn FnMut(&'t str, bool)) {
    let (mut rest, mut from, mut before) = (text, 0, ' ');
    while let Some(sign) = rest.get(from..).and_then(|rest| rest.chars().next()) {
        let here = rest.get(from..).unwrap_or_default();
        let is_start = sign == '[' || sign.is_ascii_alphabetic() && !joins(before) && before != '_';
        let Some(mark) = is_start.then(|| mark(here)).flatten() else {
            (from, before) = (from + sign.len_utf8(), sign);
            continue;
        };
        piece(rest.get(..from).unwrap_or_default(), false);
        piece(mark, true);
        (rest, from, before) = (here.get(mark.len()..).unwrap_or_default(), 0, ']');
    }
    piece(rest, false);
}

/// The mark a text begins with, as [`Signs::mark`] knows it.
fn mark(text: &str) -> Option<&str> {
    let signs = Signs::of(&text.chars().take(LONGEST).collect::<String>());
    let end = signs.mark(0)?;
    text.get(..end).filter(|mark| mark.is_ascii())
}

impl Veil<'_> {
    /// An answer with marks for its details.
    pub fn hide(&self, text: &str) -> Hidden {
        let found = find(text, self.redaction);
        Hidden::of(text, found.into_iter().map(|found| (found.start, found.end, self.mark(&found))).collect())
    }

    /// A text that was made of answers, a label or a question, with marks for details and for pieces of details: a label
    /// may have half a phone number.
    pub fn hide_made(&self, text: &str) -> Hidden {
        let mut found: Vec<(u32, u32, String)> =
            find(text, self.redaction).into_iter().map(|found| (found.start, found.end, self.mark(&found))).collect();
        let made: Vec<(u32, u32, String)> = words(text).collect();
        let mut at = 0;
        while let Some(rest) = made.get(at..).filter(|rest| !rest.is_empty()) {
            let shared = self.marks.values.iter().map(|value| (value.shares(rest, &self.marks.free), value));
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
        found.sort_unstable();
        Hidden::of(text, found)
    }

    /// The mark of a detail. What was said in no answer has one without a number, and nothing stands behind it.
    fn mark(&self, found: &Found) -> String {
        let part = || {
            let same = self.marks.values.iter().filter(|value| value.name == found.name && found.key.len() >= PIECE);
            same.into_iter().find(|value| value.key.contains(&found.key))
        };
        let known = self.marks.known(found.name, &found.key).or_else(part);
        known.map_or_else(|| format!("[{}]", found.name), |value| value.mark.clone())
    }
}

/// Signs of a number that may be part of another one: fewer are a year or a price.
const PIECE: usize = 4;

/// Signs of a word that tells something by itself.
const TELLING: usize = 3;

impl Value {
    /// How many of these words, from the first on, stand in a row in this value, if they tell something of it: words that
    /// were also said freely do not.
    fn shares(&self, made: &[(u32, u32, String)], free: &BTreeSet<String>) -> usize {
        let run =
            |from: usize| self.words.iter().skip(from).zip(made).take_while(|(own, (.., word))| *own == word).count();
        let longest = (0..self.words.len()).map(run).max().unwrap_or_default();
        let tells = |word: &str| {
            let is_number = word.bytes().all(|digit| digit.is_ascii_digit());
            !free.contains(word) && word.chars().count() >= if is_number { PIECE } else { TELLING }
        };
        let shared = || made.iter().take(longest).map(|(.., word)| word);
        let is_row = longest > 1 && shared().any(|word| !free.contains(word));
        let is_piece = is_row || shared().any(|word| tells(word));
        // Addresses of the web are made of words of every day.
        let least = if self.name == "URL" { 2 } else { 1 };
        if is_piece && longest >= least && self.name != MARK { longest } else { 0 }
    }
}

/// Words of a text with their places, as values are compared.
fn words(text: &str) -> impl Iterator<Item = (u32, u32, String)> {
    tokens(text).into_iter().filter(|token| token.kind == Kind::Word).map(|token| {
        let signs = Signs::of(&token.text);
        (token.start, token.end, signs.slice(0, signs.len()).iter().collect())
    })
}

impl Hidden {
    /// A text with these marks at these places.
    fn of(text: &str, found: Vec<(u32, u32, String)>) -> Hidden {
        let mut hidden = Hidden::default();
        let (mut place, mut written) = (0, 0);
        for (start, end, mark) in found {
            let before = slice(text, place, start);
            let length = u32::try_from(mark.chars().count()).unwrap_or_default();
            written += start - place;
            hidden.text.push_str(before);
            hidden.text.push_str(&mark);
            hidden.pieces.push((Span { start: written, end: written + length }, Span { start, end }));
            written += length;
            place = end;
        }
        hidden.text.push_str(slice(text, place, u32::MAX));
        hidden
    }

    /// Its first characters, no mark cut in half.
    pub fn cut(&self, most: usize) -> String {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let within = self.pieces.iter().find(|(mark, _)| mark.start < most && most < mark.end);
        slice(&self.text, 0, within.map_or(most, |(mark, _)| mark.start)).to_owned()
    }

    /// The span of the raw text behind a span of this one. What touches a mark takes in all it stands for.
    pub fn behind(&self, span: Span) -> Span {
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
