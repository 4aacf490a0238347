//! A language pack made ready for look-up: every phrase found by its first word.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use super::pack::{LanguagePack, List};
use crate::{
    id::Name,
    text::{Collector, Stems, Token, WordMap, WordSet, words},
};

/// A word of an answer as the lexicon sees it.
#[derive(Clone, Debug)]
pub(super) struct Form<'a> {
    /// Lower case.
    pub(super) text: Cow<'a, str>,
    /// Its stem, where that is another word.
    stem: Option<Cow<'a, str>>,
}

impl Form<'_> {
    /// Its stem.
    pub(super) fn stem(&self) -> &str {
        self.stem.as_deref().unwrap_or(&self.text)
    }
}

/// What every negation counts as when words are compared.
pub(super) const NOT: &str = "not";

/// Lists as bits.
pub(super) type ListSet = u64;

/// Phrases with a value each, found by their first word.
#[derive(Clone, Debug)]
struct Phrases<T> {
    by_first: WordMap<Vec<(Vec<String>, T)>>,
}

impl<T: Copy> Phrases<T> {
    fn new() -> Self {
        Self { by_first: WordMap::default() }
    }

    fn insert(&mut self, mut words: Vec<String>, value: T) {
        if words.is_empty() {
            return;
        }
        let first = words.remove(0);
        self.by_first.entry(first).or_default().push((words, value));
    }

    /// Phrases that begin with the first of these words and go on with the next, each with its length in words.
    fn at<'a>(&'a self, words: impl Iterator<Item = &'a str> + Clone + 'a) -> impl Iterator<Item = (usize, T)> + 'a
    where
        T: 'a,
    {
        let mut rest = words;
        let entries = rest.next().and_then(|first| self.by_first.get(first));
        entries.into_iter().flatten().filter_map(move |(tail, value)| {
            let mut next = rest.clone();
            tail.iter().all(|word| next.next() == Some(word.as_str())).then_some((tail.len() + 1, *value))
        })
    }
}

/// Words of one methodology. Numbers are positions in the pack's own order.
#[derive(Clone, Debug)]
pub(super) struct MethodIndex {
    words: Phrases<usize>,
    openings: Phrases<usize>,
    asks: Phrases<usize>,
}

/// Everything a pack holds, ready for look-up.
#[derive(Clone, Debug)]
pub(super) struct Lexicon {
    stems: Stems,
    exact: Phrases<List>,
    stemmed: Phrases<List>,
    cues: Phrases<usize>,
    methods: BTreeMap<Name, MethodIndex>,
    /// Single words that negate or carry no idea, which are most of what is said.
    small: WordMap<Small>,
}

/// A single word that negates or carries no idea.
#[derive(Clone, Debug)]
struct Small {
    /// Its stem, where that is another word.
    stem: Option<String>,
    negates: bool,
}

impl Lexicon {
    pub(super) fn new(pack: &LanguagePack) -> Self {
        let stems = pack.stems;
        let mut exact = Phrases::new();
        let mut stemmed = Phrases::new();
        for (&list, entries) in pack.lists.iter().filter(|(list, _)| !list.is_for_authors()) {
            for entry in entries {
                if list.by_stem() {
                    stemmed.insert(stem_words(stems, entry), list);
                } else {
                    spellings(entry).for_each(|words| exact.insert(words, list));
                }
            }
        }
        let mut cues = Phrases::new();
        for (number, cue) in pack.cues.iter().enumerate() {
            for phrase in &cue.says {
                spellings(phrase).for_each(|words| cues.insert(words, number));
            }
        }
        let mut methods = BTreeMap::new();
        methods.extend(pack.methods.iter().map(|(id, words)| (id.clone(), MethodIndex::new(stems, words))));
        let mut small = WordMap::default();
        for (lists, negates) in [(&List::EMPTY[..], false), (&[List::Negation], true)] {
            for word in single(pack, lists) {
                let stem = stems.other(&word);
                small.insert(word, Small { stem, negates });
            }
        }
        Self { stems, exact, stemmed, cues, methods, small }
    }

    /// Stems of the words with content of a short text; every negation is the same one.
    pub(super) fn content(&self, text: &str) -> WordSet {
        self.content_of(words(text))
    }

    /// The same of a text that is cut into words.
    pub(super) fn content_of<W: AsRef<str>>(&self, words: impl Iterator<Item = W>) -> WordSet {
        let mut content = Collector::default();
        for word in words {
            let word = word.as_ref();
            match self.small.get(word) {
                Some(small) if small.negates => content.push(NOT),
                Some(_) => {}
                None => self.stems.collect(word, &mut content),
            }
        }
        content.finish()
    }

    /// The word with its stem.
    pub(super) fn form<'a>(&'a self, text: Cow<'a, str>) -> Form<'a> {
        let stem = match self.small.get(&*text) {
            Some(small) => small.stem.as_deref().map(Cow::Borrowed),
            None => self.stems.other(&text).map(Cow::Owned),
        };
        Form { text, stem }
    }

    /// Every list entry that begins with the first of these words, with its length.
    pub(super) fn lists<'a>(&'a self, forms: &'a [Form<'a>]) -> impl Iterator<Item = (usize, List)> + 'a {
        self.exact.at(texts(forms)).chain(self.stemmed.at(stems(forms)))
    }

    /// The longest cue that begins with the first of these words: its length and number.
    pub(super) fn cue(&self, forms: &[Form<'_>]) -> Option<(usize, usize)> {
        self.cues.at(texts(forms)).max_by_key(|&(length, _)| length)
    }

    /// The words of a methodology.
    pub(super) fn method(&self, id: &str) -> Option<&MethodIndex> {
        self.methods.get(id)
    }
}

impl MethodIndex {
    fn new(stems: Stems, method: &super::pack::MethodWords) -> Self {
        let mut index = Self { words: Phrases::new(), openings: Phrases::new(), asks: Phrases::new() };
        for (number, words) in method.types.values().enumerate() {
            words.words.iter().for_each(|entry| index.words.insert(stem_words(stems, entry), number));
            for opening in &words.openings {
                spellings(opening).for_each(|phrase| index.openings.insert(phrase, number));
            }
        }
        for (number, expectation) in method.questions.iter().enumerate() {
            for ask in &expectation.asks {
                spellings(ask).for_each(|phrase| index.asks.insert(phrase, number));
            }
        }
        index
    }

    /// Types with an entry that begins with the first of these words, with the entry's length.
    pub(super) fn words<'a>(&'a self, forms: &'a [Form<'a>]) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.words.at(stems(forms))
    }

    /// Types with an opening that begins with the first of these words.
    pub(super) fn openings<'a>(&'a self, forms: &'a [Form<'a>]) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.openings.at(texts(forms))
    }

    /// Expectations with a phrase that begins with the first of these words of a question.
    pub(super) fn asks<'a>(&'a self, question: &'a [Token<'a>]) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.asks.at(question.iter().map(|token| &*token.text))
    }
}

fn texts<'a>(forms: &'a [Form<'a>]) -> impl Iterator<Item = &'a str> + Clone {
    forms.iter().map(|form| &*form.text)
}

fn stems<'a>(forms: &'a [Form<'a>]) -> impl Iterator<Item = &'a str> + Clone {
    forms.iter().map(Form::stem)
}

/// Entries of one word, as written and as typed.
fn single(pack: &LanguagePack, lists: &[List]) -> BTreeSet<String> {
    let entries = lists.iter().flat_map(|&list| pack.list(list));
    entries.flat_map(|entry| spellings(entry)).filter(|words| words.len() == 1).flatten().collect()
}

fn words_of(entry: &str) -> Vec<String> {
    words(entry).map(Cow::into_owned).collect()
}

fn stem_words(stems: Stems, entry: &str) -> Vec<String> {
    words(entry).map(|word| stems.of(&word)).collect()
}

/// The entry as written, and as people type it without apostrophes where that makes no other word of four letters
/// or fewer (`we're` would become `were`).
fn spellings(entry: &str) -> impl Iterator<Item = Vec<String>> {
    let written = words_of(entry);
    let typed: Vec<String> = written.iter().map(|word| word.replace('\'', "")).collect();
    let clear = written.iter().zip(&typed).all(|(a, b)| a == b || a.contains("n't") || ends_clearly(a));
    let second = (typed != written && clear).then_some(typed);
    std::iter::once(written).chain(second)
}

fn ends_clearly(word: &str) -> bool {
    ["'s", "'m", "'ve"].iter().any(|end| word.ends_with(end)) || matches!(word, "they're" | "you're" | "they'd")
}
