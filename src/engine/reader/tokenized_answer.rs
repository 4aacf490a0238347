//! An answer split into words, with the stem and the lists of each word.

use crate::engine::language::{Lexicon, ListSet, NOT, WordForm, WordList};
use crate::engine::text::{Token, TokenKind, WordSet, slice};

/// The lists of words without content, as bits.
const EMPTY: ListSet = {
    let mut set = 0;
    let mut at = 0;
    while at < WordList::EMPTY.len() {
        set |= WordList::EMPTY[at].bit();
        at += 1;
    }
    set
};

/// A text with the lists of each word.
#[derive(Clone, Debug)]
pub(super) struct TokenizedAnswer<'a> {
    /// The raw text.
    pub(super) text: &'a str,
    /// The lexicon of its language.
    pub(super) lexicon: &'a Lexicon,
    /// Positions and kinds of words and marks; [`Self::word`] returns the words.
    pub(super) tokens: Vec<Token<'a>>,
    forms: Vec<WordForm<'a>>,
    lists: Vec<ListSet>,
    /// Entries of lists, in order of their beginnings: length in words, and list.
    entries: Vec<(usize, WordList)>,
    /// Where the entries of each word begin among them, and one place more.
    begins: Vec<usize>,
}

impl<'a> TokenizedAnswer<'a> {
    pub(super) fn new(lexicon: &'a Lexicon, text: &'a str) -> Self {
        let mut tokens = lexicon.tokens(text);
        let forms: Vec<WordForm<'a>> =
            tokens.iter_mut().map(|token| lexicon.form(std::mem::take(&mut token.text))).collect();
        let mut lists: Vec<ListSet> = vec![0; tokens.len()];
        let (mut entries, mut begins) = (Vec::new(), Vec::with_capacity(forms.len() + 1));
        for at in 0..forms.len() {
            begins.push(entries.len());
            let rest = forms.get(at..).unwrap_or_default();
            for (length, list) in lexicon.lists(rest) {
                lists.iter_mut().skip(at).take(length).for_each(|set| *set |= list.bit());
                entries.push((length, list));
            }
        }
        begins.push(entries.len());
        Self { text, lexicon, tokens, forms, lists, entries, begins }
    }

    /// Words and marks from here on.
    pub(super) fn forms(&self, at: usize) -> &[WordForm<'a>] {
        self.forms.get(at..).unwrap_or_default()
    }

    /// The kind of the token here.
    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether the token here is a word.
    pub(super) fn is_word(&self, at: usize) -> bool {
        self.kind(at) == Some(TokenKind::Word)
    }

    /// Whether the word here is, or is part of, an entry of the list.
    pub(super) fn is(&self, at: usize, list: WordList) -> bool {
        self.lists.get(at).is_some_and(|set| set & list.bit() != 0)
    }

    /// Whether any word of the range belongs to the list.
    pub(super) fn any(&self, range: std::ops::Range<usize>, list: WordList) -> bool {
        range.into_iter().any(|at| self.is(at, list))
    }

    /// Entries of the list in the range, counted by their beginnings.
    pub(super) fn count(&self, range: std::ops::Range<usize>, list: WordList) -> usize {
        let mut count = 0;
        let mut at = range.start;
        while at < range.end {
            match self.entry(at, list) {
                Some(length) => {
                    count += 1;
                    at += length;
                }
                None => at += 1,
            }
        }
        count
    }

    /// Length in words of the longest entry of the list that begins here.
    pub(super) fn entry(&self, at: usize, list: WordList) -> Option<usize> {
        if !self.is(at, list) {
            return None;
        }
        let (start, end) = (*self.begins.get(at)?, *self.begins.get(at + 1)?);
        let entries = self.entries.get(start..end).unwrap_or_default().iter();
        entries.filter(|(_, found)| *found == list).map(|(length, _)| *length).max()
    }

    /// Whether the word here has content. Negations have: `not heavy` is another idea than `heavy`.
    pub(super) fn is_content(&self, at: usize) -> bool {
        self.is_word(at)
            && (self.is(at, WordList::Negation)
                || self.is_final_noun(at)
                || self.lists.get(at).is_some_and(|set| set & EMPTY == 0))
    }

    /// "More in the till": what looks like a preposition is a noun after an article at the end.
    pub(super) fn is_final_noun(&self, at: usize) -> bool {
        let after_article = at.checked_sub(1).is_some_and(|before| self.is(before, WordList::Determiner));
        let small = self.is(at, WordList::Preposition) || self.is(at, WordList::Conjunction);
        small && after_article && !self.is_word(at + 1)
    }

    /// Whether the word here is a determiner before the end of a range.
    pub(super) fn is_determined(&self, at: usize, end: usize) -> bool {
        at < end && self.is(at, WordList::Determiner)
    }

    /// Number of words with content, negations left out.
    pub(super) fn weight(&self, range: std::ops::Range<usize>) -> usize {
        range.into_iter().filter(|&at| self.is_content(at) && !self.is(at, WordList::Negation)).count()
    }

    /// Stems of the words with content; every negation is the same one.
    pub(super) fn content(&self, range: std::ops::Range<usize>) -> WordSet {
        self.stems(range).collect()
    }

    /// Stems of the words with content, in order; every negation is the same one.
    pub(super) fn stems(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = &str> + Clone {
        range.into_iter().filter_map(|at| self.stem(at))
    }

    /// Stem of the word here, if it carries an idea; every negation is the same one.
    pub(super) fn stem(&self, at: usize) -> Option<&str> {
        let form = self.forms.get(at).filter(|_| self.is_content(at))?;
        Some(if self.is(at, WordList::Negation) { NOT } else { form.stem() })
    }

    /// Whether the words with content of a range are those of a set.
    pub(super) fn says(&self, range: std::ops::Range<usize>, words: &WordSet) -> bool {
        let said = || self.stems(range.clone());
        said().all(|stem| words.contains(stem)) && words.iter().all(|word| said().any(|stem| stem == word))
    }

    /// Stems of all words with content.
    pub(super) fn all_content(&self) -> WordSet {
        self.content(0..self.tokens.len())
    }

    /// Number of words.
    pub(super) fn words(&self, range: std::ops::Range<usize>) -> usize {
        range.into_iter().filter(|&at| self.is_word(at)).count()
    }

    /// The word here; empty if there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        self.forms.get(at).map_or("", |form| &*form.text)
    }

    /// The text of a range as it was written.
    pub(super) fn passage(&self, range: std::ops::Range<usize>) -> &'a str {
        let tokens = self.tokens.get(range).unwrap_or_default();
        let ends = tokens.first().zip(tokens.last());
        ends.map_or("", |(first, last)| slice(self.text, first.start, last.end))
    }

    /// The whole text.
    pub(super) fn all(&self) -> std::ops::Range<usize> {
        0..self.tokens.len()
    }
}
