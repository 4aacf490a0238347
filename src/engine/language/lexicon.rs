//! A language pack indexed for look-up.

use std::borrow::Cow;

use super::{
    acts::AnswerAct,
    lists::{PhraseList, WordList},
    pack::{LanguagePack, MethodWords},
    phrases::PhraseSet,
    safety::{SafetyMatcher, safety_words},
    stems::Stemmer,
    stop::{StopModel, StopWish},
};
use crate::engine::{
    id::Name,
    sort,
    sorted::SortedMap,
    text::{self, Collector, Token, WordMap, WordSet},
};

/// A word of an answer with its stem.
#[derive(Clone, Debug)]
pub(in crate::engine) struct WordForm<'a> {
    /// The word in lower case.
    pub(in crate::engine) text: Cow<'a, str>,
    /// Its stem, if it differs from the word.
    stem: Option<Cow<'a, str>>,
}

impl WordForm<'_> {
    /// The stem of the word.
    pub(in crate::engine) fn stem(&self) -> &str {
        self.stem.as_deref().unwrap_or(&self.text)
    }
}

/// The stem of every negation.
pub(in crate::engine) const NOT: &str = "not";

/// Lists as bits.
pub(in crate::engine) type ListSet = u64;

/// A pack indexed for look-up.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Lexicon {
    splitter: WordSplitter,
    stemmer: Stemmer,
    exact: PhraseSet<WordList>,
    stemmed: PhraseSet<WordList>,
    phrases: SortedMap<PhraseList, PhraseSet<usize>>,
    no_phrases: PhraseSet<usize>,
    acts: PhraseSet<(AnswerAct, bool)>,
    safety: Vec<SafetyMatcher>,
    stop: StopModel,
    cues: PhraseSet<usize>,
    take_up: PhraseSet<usize>,
    methods: SortedMap<Name, MethodIndex>,
    /// Single words that negate or carry no content: most words of a text.
    small: WordMap<SmallWord>,
}

/// The words of a methodology. Values are positions in the pack.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct MethodIndex {
    words: PhraseSet<usize>,
    openings: PhraseSet<usize>,
    asks: PhraseSet<usize>,
}

/// A single word that negates or carries no content.
#[derive(Clone, Debug)]
struct SmallWord {
    /// Its stem, if it differs from the word.
    stem: Option<String>,
    negates: bool,
}

/// Splits texts into words, with each elided word as a word of its own.
#[derive(Clone, Debug)]
struct WordSplitter {
    elisions: Vec<String>,
}

impl WordSplitter {
    /// Bytes of the elided word at the beginning of a word, without its apostrophe: 1 in `l'eau`.
    fn elided(&self, word: &str) -> Option<usize> {
        let (first, rest) = word.split_once('\'')?;
        (!rest.is_empty() && self.elisions.iter().any(|elision| elision == first)).then_some(first.len())
    }

    fn words(&self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for word in text::words(text) {
            let mut rest = &*word;
            while let Some(length) = self.elided(rest) {
                let (elided, after) = rest.split_at(length);
                words.push(elided.to_owned());
                rest = after.trim_start_matches('\'');
            }
            words.push(rest.to_owned());
        }
        words
    }

    fn tokens<'a>(&self, text: &'a str) -> Vec<Token<'a>> {
        let mut tokens = text::tokens(text);
        if self.elisions.is_empty() {
            return tokens;
        }
        let mut at = 0;
        while let Some(token) = tokens.get_mut(at) {
            if let Some(length) = self.elided(&token.text) {
                let (elided, after) = token.text.split_at(length);
                let letters = u32::try_from(elided.chars().count()).unwrap_or_default();
                let (elided, after) = (elided.to_owned(), after.trim_start_matches('\'').to_owned());
                let rest = Token { text: Cow::Owned(after), start: token.start + letters + 1, ..token.clone() };
                (token.text, token.end) = (Cow::Owned(elided), token.start + letters);
                tokens.insert(at + 1, rest);
            }
            at += 1;
        }
        tokens
    }
}

impl Lexicon {
    pub(super) fn is_distress(&self, sentence: &str) -> bool {
        let words = safety_words(sentence);
        self.safety.iter().any(|matcher| matcher.is_distress(&words))
    }

    pub(super) fn stop_wish(&self, sentence: &str) -> StopWish {
        self.stop.read(sentence)
    }

    pub(super) fn is_grave(&self, label: &str) -> bool {
        let words = safety_words(label);
        self.safety.iter().any(|matcher| matcher.is_grave(&words))
    }

    pub(super) fn new(pack: &LanguagePack) -> Self {
        let splitter = WordSplitter { elisions: pack.elisions.clone() };
        let stemmer = Stemmer { algorithm: pack.stems, endings: pack.endings.clone() };
        let mut lexicon = Self {
            splitter,
            stemmer,
            exact: PhraseSet::default(),
            stemmed: PhraseSet::default(),
            phrases: pack.phrases.iter().map(|(list, phrases)| (*list, phrases.iter().collect())).collect(),
            no_phrases: PhraseSet::default(),
            acts: PhraseSet::default(),
            safety: std::iter::once(&pack.safety).chain(&pack.safety_elsewhere).map(SafetyMatcher::new).collect(),
            stop: StopModel::new(&pack.stop_weights),
            cues: PhraseSet::default(),
            take_up: PhraseSet::default(),
            methods: SortedMap::new(),
            small: WordMap::default(),
        };
        for (&list, entries) in pack.lists.iter().filter(|(list, _)| !list.is_for_authors()) {
            for entry in entries {
                if list.by_stem() {
                    let stems = lexicon.stems_of(entry);
                    lexicon.stemmed.insert(stems, list);
                } else {
                    spellings(lexicon.splitter.words(entry)).for_each(|words| lexicon.exact.insert(words, list));
                }
            }
        }
        for (&act, phrases) in &pack.acts {
            for phrase in phrases {
                // "don't get that." counts only at the end of a segment, not in "I don't get that with it".
                let value = (act, phrase.ends_with('.'));
                spellings(lexicon.splitter.words(phrase)).for_each(|words| lexicon.acts.insert(words, value));
            }
        }
        for (number, cue) in pack.cues.iter().enumerate() {
            for phrase in &cue.says {
                spellings(lexicon.splitter.words(phrase)).for_each(|words| lexicon.cues.insert(words, number));
            }
        }
        for (number, entry) in pack.talk.take_up.iter().enumerate() {
            for phrase in &entry.hears {
                spellings(lexicon.splitter.words(phrase)).for_each(|words| lexicon.take_up.insert(words, number));
            }
        }
        lexicon.methods = pack.methods.iter().map(|(id, words)| (id.clone(), lexicon.index(words))).collect();
        for (lists, negates) in [(&WordList::EMPTY[..], false), (&[WordList::Negation], true)] {
            for word in lexicon.single_words(pack, lists) {
                let stem = lexicon.stemmer.other(&word);
                lexicon.small.insert(word, SmallWord { stem, negates });
            }
        }
        lexicon
    }

    fn index(&self, method: &MethodWords) -> MethodIndex {
        let mut index = MethodIndex::default();
        for (number, words) in method.types.values().enumerate() {
            words.words.iter().for_each(|entry| index.words.insert(self.stems_of(entry), number));
            for opening in &words.openings {
                spellings(self.splitter.words(opening)).for_each(|phrase| index.openings.insert(phrase, number));
            }
        }
        for (number, expectation) in method.questions.iter().enumerate() {
            for ask in &expectation.asks {
                spellings(self.splitter.words(ask)).for_each(|phrase| index.asks.insert(phrase, number));
            }
        }
        index
    }

    fn stems_of(&self, entry: &str) -> Vec<String> {
        self.splitter.words(entry).iter().map(|word| self.stemmer.stem(word)).collect()
    }

    /// Entries of one word, in each spelling.
    fn single_words(&self, pack: &LanguagePack, lists: &[WordList]) -> Vec<String> {
        let entries = lists.iter().flat_map(|&list| pack.list(list));
        let spelt = entries.flat_map(|entry| spellings(self.splitter.words(entry)));
        let mut single: Vec<String> = spelt.filter(|words| words.len() == 1).flatten().collect();
        sort::distinct(&mut single);
        single
    }

    /// The stem of a lower-case word.
    pub(super) fn stem(&self, word: &str) -> String {
        self.stemmer.stem(word)
    }

    /// Words and marks of a text.
    pub(in crate::engine) fn tokens<'a>(&self, text: &'a str) -> Vec<Token<'a>> {
        self.splitter.tokens(text)
    }

    /// Stems of the content words of a text; all negations have the same stem.
    pub(in crate::engine) fn content(&self, text: &str) -> WordSet {
        self.content_of(text::words(text))
    }

    /// Stems of the content words among these words.
    pub(super) fn content_of<W: AsRef<str>>(&self, words: impl Iterator<Item = W>) -> WordSet {
        let mut content = Collector::default();
        for word in words {
            let mut rest = word.as_ref();
            while let Some(length) = self.splitter.elided(rest) {
                let (elided, after) = rest.split_at(length);
                self.collect(elided, &mut content);
                rest = after.trim_start_matches('\'');
            }
            self.collect(rest, &mut content);
        }
        content.finish()
    }

    fn collect(&self, word: &str, content: &mut Collector) {
        match self.small.get(word) {
            Some(small) if small.negates => content.push(NOT),
            Some(_) => {}
            None => self.stemmer.collect(word, content),
        }
    }

    /// The word with its stem.
    pub(in crate::engine) fn form<'a>(&'a self, text: Cow<'a, str>) -> WordForm<'a> {
        let stem = match self.small.get(&*text) {
            Some(small) => small.stem.as_deref().map(Cow::Borrowed),
            None => self.stemmer.other(&text).map(Cow::Owned),
        };
        WordForm { text, stem }
    }

    /// List entries at the beginning of these words, with their length.
    pub(in crate::engine) fn lists<'a>(
        &'a self,
        forms: &'a [WordForm<'a>],
    ) -> impl Iterator<Item = (usize, WordList)> + 'a {
        self.exact.at(texts(forms)).chain(self.stemmed.at(stems(forms)))
    }

    /// The longest phrase of an act at the beginning of a segment of `left` words: its length and the act.
    pub(in crate::engine) fn act(&self, forms: &[WordForm<'_>], left: usize) -> Option<(usize, AnswerAct)> {
        let found =
            self.acts.at(texts(forms)).filter(|&(length, (_, is_last))| length <= left && (!is_last || length == left));
        found.max_by_key(|&(length, _)| length).map(|(length, (act, _))| (length, act))
    }

    /// The longest cue at the beginning of these words: its length and its position in the pack.
    pub(in crate::engine) fn cue(&self, forms: &[WordForm<'_>]) -> Option<(usize, usize)> {
        self.cues.at(texts(forms)).max_by_key(|&(length, _)| length)
    }

    /// The phrases to take up at the beginning of these words: length and position of the entry.
    pub(in crate::engine) fn take_up(&self, forms: &[WordForm<'_>]) -> Option<(usize, usize)> {
        self.take_up.at(texts(forms)).max_by_key(|&(length, _)| length)
    }

    /// The words of a methodology.
    pub(in crate::engine) fn method(&self, id: &str) -> Option<&MethodIndex> {
        self.methods.get(id)
    }

    /// The phrases of a list.
    pub(super) fn phrases(&self, list: PhraseList) -> &PhraseSet<usize> {
        self.phrases.get(&list).unwrap_or(&self.no_phrases)
    }
}

impl MethodIndex {
    /// Types with an entry at the beginning of these words, with its length.
    pub(in crate::engine) fn words<'a>(
        &'a self,
        forms: &'a [WordForm<'a>],
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.words.at(stems(forms))
    }

    /// Types with an opening at the beginning of these words, with its length.
    pub(in crate::engine) fn openings<'a>(
        &'a self,
        forms: &'a [WordForm<'a>],
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.openings.at(texts(forms))
    }

    /// Expectations with a phrase at the beginning of these words of a question, with its length.
    pub(in crate::engine) fn asks<'a>(
        &'a self,
        question: &'a [Token<'a>],
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.asks.at(question.iter().map(|token| &*token.text))
    }
}

fn texts<'a>(forms: &'a [WordForm<'a>]) -> impl Iterator<Item = &'a str> + Clone {
    forms.iter().map(|form| &*form.text)
}

fn stems<'a>(forms: &'a [WordForm<'a>]) -> impl Iterator<Item = &'a str> + Clone {
    forms.iter().map(WordForm::stem)
}

/// The words as written, and without apostrophes as people type them, unless that makes another short word: `we're`
/// would become `were`.
fn spellings(written: Vec<String>) -> impl Iterator<Item = Vec<String>> {
    let typed: Vec<String> = written.iter().map(|word| word.replace('\'', "")).collect();
    let clear = written.iter().zip(&typed).all(|(a, b)| a == b || a.contains("n't") || ends_clearly(a));
    let second = (typed != written && clear).then_some(typed);
    std::iter::once(written).chain(second)
}

fn ends_clearly(word: &str) -> bool {
    ["'s", "'m", "'ve"].iter().any(|end| word.ends_with(end)) || matches!(word, "they're" | "you're" | "they'd")
}
