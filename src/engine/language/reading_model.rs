//! What the reader has learned of a language: its tagger, its word classes and its weights.

use std::fmt::Write as _;

use super::{
    tagger::{PartOfSpeech, Tagger},
    weights::{Family, Weights},
};
use crate::engine::{json, text::WordMap};

/// Tagger, word classes and weights of a language. Its data is a text; see [`Self::parse`].
#[derive(Clone, Debug, Default)]
pub struct ReadingModel {
    tagger: Tagger,
    /// Words as people type them, with the words they stand for.
    typed: WordMap<Vec<String>>,
    /// Endings of verb forms: the form and the ending.
    forms: Vec<(String, String)>,
    /// Names of the word classes, in order of their bits.
    classes: Vec<String>,
    /// Classes of a stem, as bits.
    words: WordMap<u64>,
    /// Weights of the decisions.
    pub weights: Weights,
}

/// The tag and the classes of a word of an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaggedWord {
    /// Its tag; the first one for a contraction.
    pub tag: PartOfSpeech,
    /// The tag of its last part: `AUX` of "I'm".
    pub last: PartOfSpeech,
    /// Its word classes, as bits.
    pub classes: u64,
}

impl ReadingModel {
    /// Reads the data: lines of tags, word classes and weights in any order. Other lines are ignored.
    pub fn parse(data: &str, stem: &dyn Fn(&str) -> String) -> Self {
        let mut model = Self::default();
        for line in data.lines() {
            match line.split_once(' ') {
                Some(("typed", rest)) => {
                    let mut words = rest.split(' ').map(str::to_owned);
                    model.typed.extend(words.next().map(|first| (first, words.collect())));
                }
                Some(("form", rest)) => {
                    model.forms.extend(rest.split_once(' ').map(|(form, ending)| (form.to_owned(), ending.to_owned())));
                }
                Some(("class", rest)) => model.add_class(rest, stem),
                Some(("weights", rest)) => read_weights(rest, &mut model.weights),
                _ => model.tagger.add_line(line),
            }
        }
        model
    }

    fn add_class(&mut self, line: &str, stem: &dyn Fn(&str) -> String) {
        let mut words = line.split(' ');
        let Some(name) = words.next() else { return };
        let bit = 1_u64 << self.classes.len().min(63);
        self.classes.push(name.to_owned());
        for word in words {
            *self.words.entry(stem(word)).or_default() |= bit;
        }
    }

    /// Whether a word is one of the language's, and not a name.
    pub fn knows(&self, word: &str) -> bool {
        self.typed.contains_key(word) || self.tagger.knows(word)
    }

    /// The usual spelling of a word as people type it: "dont" is "don't". None if it is no such word.
    pub fn spelling(&self, word: &str) -> Option<String> {
        match self.typed.get(word)?.as_slice() {
            [_] if word.contains('\'') => None,
            [one] => Some(one.clone()),
            // The first part of "won't" is "will": the word keeps its letters.
            [_, end] if end.contains('\'') => {
                let letters = end.chars().filter(|letter| *letter != '\'').count();
                let at = word.char_indices().rev().nth(letters.saturating_sub(1))?.0;
                let at = if end.starts_with('\'') { at } else { at + 1 };
                (!word.contains('\''))
                    .then(|| format!("{}'{}", word.get(..at).unwrap_or(word), word.get(at..).unwrap_or_default()))
            }
            parts => Some(parts.join(" ")),
        }
    }

    /// Whether a verb ends as one that goes on does: "reading".
    pub fn is_gerund(&self, word: &str) -> bool {
        self.has_form("gerund", word)
    }

    /// Whether a verb ends as one of the past does: "called".
    pub fn is_past(&self, word: &str) -> bool {
        self.has_form("past", word)
    }

    fn has_form(&self, form: &str, word: &str) -> bool {
        let ends = |ending: &str| word.strip_suffix(ending).is_some_and(|stem| stem.chars().count() > 1);
        self.forms.iter().any(|(known, ending)| known == form && ends(ending))
    }

    /// Names of the classes of a word.
    pub fn class_names(&self, classes: u64) -> impl Iterator<Item = &str> {
        self.classes.iter().enumerate().filter(move |(at, _)| classes >> at & 1 == 1).map(|(_, name)| name.as_str())
    }

    /// Whether a word has the class of this name.
    pub fn is_of(&self, classes: u64, name: &str) -> bool {
        classes != 0 && self.class_names(classes).any(|known| known == name)
    }

    /// Tags and classes of words, given in lower case with their stems; marks have one sign.
    pub fn tag<'a>(&self, words: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Vec<TaggedWord> {
        let mut parts: Vec<&str> = Vec::new();
        let mut ends = Vec::new();
        for (word, _) in words.clone() {
            match (self.typed.get(word), contraction(word)) {
                (Some(typed), _) => parts.extend(typed.iter().map(String::as_str)),
                (None, Some((first, second))) => parts.extend([first, second]),
                (None, None) => parts.push(word),
            }
            ends.push(parts.len());
        }
        let tags = self.tagger.tags(&parts);
        let mut start = 0;
        let tagged = words.zip(ends).map(|((word, stem), end)| {
            let tag = tags.get(start).copied().unwrap_or_default();
            let last = tags.get(end.saturating_sub(1)).copied().unwrap_or_default();
            start = end;
            let classes = self.words.get(stem).or_else(|| self.words.get(word)).copied().unwrap_or_default();
            TaggedWord { tag, last, classes }
        });
        tagged.collect()
    }
}

/// The two parts of a word with an apostrophe: `do` and `n't`, `i` and `'m`.
fn contraction(word: &str) -> Option<(&str, &str)> {
    let at = if word.ends_with("n't") { word.len() - 3 } else { word.rfind('\'')? };
    (at > 0).then(|| word.split_at(at))
}

/// Reads a line of weights, `FAMILY SCALE PACKED`. An unknown family is passed over.
pub(super) fn read_weights(line: &str, weights: &mut Weights) {
    let mut parts = line.split(' ');
    let (Some(name), Some(scale), Some(data)) = (parts.next(), parts.next(), parts.next()) else { return };
    let Some((family, ..)) = Family::ALL.iter().find(|(_, known, _)| *known == name) else { return };
    let scale: f32 = json::read(scale).unwrap_or_default();
    weights.tables.insert(*family, unpack(data, family.size()).map(|weight| f32::from(weight) * scale).collect());
}

/// Signs of packed weights: runs of zeros are a letter and a count.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Packs weights from -31 to 31: one sign of 64 each; `.`, a number and `;` for a run of zeros.
pub fn pack(weights: &[i8]) -> String {
    let mut text = String::new();
    let sign = |value: u8| ALPHABET.get(usize::from(value)).map_or('A', |sign| char::from(*sign));
    let mut rest = weights;
    while let Some(&weight) = rest.first() {
        let zeros = rest.iter().take_while(|weight| **weight == 0).count();
        if zeros > 0 {
            let _ = write!(text, ".{zeros};");
            rest = rest.get(zeros..).unwrap_or_default();
            continue;
        }
        text.push(sign((weight.clamp(-31, 31) + 32).unsigned_abs()));
        rest = rest.get(1..).unwrap_or_default();
    }
    text
}

fn unpack(text: &str, size: usize) -> impl Iterator<Item = i8> {
    let mut weights: Vec<i8> = Vec::with_capacity(size);
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        if sign == '.' {
            let count: String = signs.by_ref().take_while(|sign| *sign != ';').collect();
            let zeros: usize = count.parse().unwrap_or_default();
            weights.resize(weights.len().saturating_add(zeros).min(size), 0);
        } else if let Some(value) = ALPHABET.iter().position(|known| char::from(*known) == sign) {
            weights.push(i8::try_from(value).unwrap_or_default() - 32);
        }
    }
    weights.truncate(size);
    weights.into_iter()
}
