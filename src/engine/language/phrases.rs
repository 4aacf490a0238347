//! The phrase matcher: finds phrases of several words in a text.
//!
//! Invariant: a phrase is compared word by word, never as a substring: "no" does not occur in "know".

use std::ops::Range;

use crate::engine::{
    sort,
    text::{WordMap, mark},
};

/// Phrases with a value each, indexed by their first word.
#[derive(Clone, Debug)]
pub struct PhraseSet<T> {
    by_first: WordMap<Vec<(Vec<String>, T)>>,
    /// Marks of the first words: most words of a text are ruled out without a look-up.
    marks: u64,
    /// Phrases without letters and digits, such as `!`. They are compared as substrings.
    signs: Vec<(String, T)>,
}

impl<T> Default for PhraseSet<T> {
    fn default() -> Self {
        Self { by_first: WordMap::default(), marks: 0, signs: Vec::new() }
    }
}

impl<T: Copy> PhraseSet<T> {
    /// Adds the phrase of these words; no words add nothing.
    pub fn insert<W: Into<String>>(&mut self, words: impl IntoIterator<Item = W>, value: T) {
        let mut words = words.into_iter().map(Into::into);
        if let Some(first) = words.next() {
            self.marks |= mark(&first);
            self.by_first.entry(first).or_default().push((words.collect(), value));
        }
    }

    /// Whether there is no phrase.
    pub fn is_empty(&self) -> bool {
        self.by_first.is_empty() && self.signs.is_empty()
    }

    /// The phrases at the beginning of these words: length in words and value.
    pub fn at<'a>(
        &'a self,
        words: impl Iterator<Item = &'a str> + Clone + 'a,
    ) -> impl Iterator<Item = (usize, T)> + 'a {
        let mut rest = words;
        let first = rest.next().filter(|first| self.marks & mark(first) != 0);
        let phrases = first.and_then(|first| self.by_first.get(first));
        phrases.into_iter().flatten().filter_map(move |(tail, value)| {
            let mut next = rest.clone();
            tail.iter().all(|word| next.next() == Some(word.as_str())).then_some((tail.len() + 1, *value))
        })
    }

    /// The phrases anywhere in these words, in order: value of each occurrence.
    pub fn find<'a>(&'a self, words: impl Iterator<Item = &'a str> + Clone + 'a) -> impl Iterator<Item = T> + 'a {
        let mut rest = words;
        std::iter::from_fn(move || {
            let here = rest.clone();
            rest.next().map(|_| self.at(here).map(|(_, value)| value))
        })
        .flatten()
    }

    /// Whether a phrase occurs in these words.
    pub fn is_in<'a>(&'a self, words: impl Iterator<Item = &'a str> + Clone + 'a) -> bool {
        self.find(words).next().is_some()
    }
}

impl PhraseSet<usize> {
    /// Adds a phrase with its position as the value.
    pub fn add(&mut self, phrase: &str) {
        let position = self.signs.len() + self.by_first.values().map(Vec::len).sum::<usize>();
        let text = PhraseText::of(phrase);
        if text.is_empty() && !phrase.trim().is_empty() {
            self.signs.push((phrase.to_owned(), position));
        }
        self.insert(text.words(), position);
    }

    /// Number of different phrases in these words.
    pub fn count_different<'a>(&'a self, words: impl Iterator<Item = &'a str> + Clone + 'a) -> usize {
        let mut found: Vec<usize> = self.find(words).collect();
        sort::distinct(&mut found);
        found.len()
    }
}

impl<S: AsRef<str>> FromIterator<S> for PhraseSet<usize> {
    fn from_iter<I: IntoIterator<Item = S>>(phrases: I) -> Self {
        let mut set = Self::default();
        phrases.into_iter().for_each(|phrase| set.add(phrase.as_ref()));
        set
    }
}

/// A text prepared for phrase look-up: lower-case words, which are runs of letters, digits and inner apostrophes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhraseText<'a> {
    raw: &'a str,
    lower: String,
    words: Vec<Range<usize>>,
}

impl<'a> PhraseText<'a> {
    /// Splits a text into words. A hyphen, an underscore and every other sign separates two words.
    pub fn of(raw: &'a str) -> Self {
        let mut lower = raw.to_lowercase();
        if !lower.is_ascii() {
            lower = lower.replace(['\u{2019}', '\u{2018}', '\u{2bc}'], "'");
        }
        let mut words: Vec<Range<usize>> = Vec::new();
        let mut is_inside = false;
        let mut letters = lower.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let joins = || letters.clone().next().is_some_and(|(_, next)| next.is_alphanumeric());
            let is_letter = letter.is_alphanumeric() || (letter == '\'' && is_inside && joins());
            match words.last_mut() {
                Some(word) if is_letter && is_inside => word.end = at + letter.len_utf8(),
                Some(_) | None if is_letter => words.push(at..at + letter.len_utf8()),
                Some(_) | None => {}
            }
            is_inside = is_letter;
        }
        Self { raw, lower, words }
    }

    /// The text as given.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Whether the text has no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words in order.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.words.iter().map(|word| self.lower.get(word.clone()).unwrap_or_default())
    }

    /// Whether the text contains at least one of the phrases.
    pub fn contains<T: Copy>(&self, phrases: &PhraseSet<T>) -> bool {
        phrases.is_in(self.words()) || phrases.signs.iter().any(|(sign, _)| self.raw.contains(sign))
    }

    /// Number of different phrases in the text.
    pub fn count(&self, phrases: &PhraseSet<usize>) -> usize {
        let signs = phrases.signs.iter().filter(|(sign, _)| self.raw.contains(sign));
        phrases.count_different(self.words()) + signs.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(text: &str, phrase: &str) -> bool {
        PhraseText::of(text).contains(&PhraseSet::from_iter([phrase]))
    }

    #[test]
    fn a_word_inside_a_word_is_not_found() {
        assert!(!contains("I know it", "no"));
        assert!(contains("No, I do", "no"));
    }

    #[test]
    fn a_phrase_occurs_in_a_row_only() {
        assert!(contains("peace of mind", "of mind"));
        assert!(!contains("peace of mind", "peace mind"));
        assert!(!contains("peace", "peace of mind"));
    }

    #[test]
    fn typographic_apostrophes_and_hyphens_do_not_matter() {
        assert!(contains("I don’t know", "don't know"));
        assert!(contains("a noise-cancelling one", "noise cancelling"));
        assert!(contains("pre_measured spices", "pre-measured spices"));
    }

    #[test]
    fn apostrophes_at_the_edge_are_not_part_of_a_word() {
        let text = PhraseText::of("'tis the dogs' o'clock");
        assert_eq!(text.words().collect::<Vec<_>>(), ["tis", "the", "dogs", "o'clock"]);
    }

    #[test]
    fn a_phrase_of_signs_is_a_substring() {
        assert!(contains("Great!", "!"));
        assert!(!contains("Great", "!"));
        assert!(!contains("Great", " "));
    }

    #[test]
    fn each_phrase_counts_once() {
        let phrases: PhraseSet<usize> = ["so", "so good", "!"].iter().collect();
        assert_eq!(PhraseText::of("So, so good!!").count(&phrases), 3);
        assert_eq!(phrases.find(["so", "so", "good"].into_iter()).count(), 3);
    }
}
