//! The context of an answer as sets of stems: question, focus, elements, known ideas.

use std::{borrow::Cow, ops::Range};

use super::{ReadingContext, tokenized_answer::TokenizedAnswer};
use crate::engine::language::{Expectation, LanguagePack, Lexicon, NOT};
use crate::engine::{
    concept::Element,
    id::Name,
    text::{WordSet, dice},
};

/// Minimum similarity of a known idea (spec 3.2 uses the same value for merging).
const SAME: f64 = 0.75;
/// Maximum known ideas that an answer is compared with, newest first.
const KNOWN: usize = 60;
/// Fewest words that a clause shares with the label of its element.
const LEAST_SHARED: usize = 2;
/// Minimum similarity of a clause with the label of its element.
const LIKE_ELEMENT: f64 = 0.5;

/// Maximum additional words of a label besides those that refer to it.
const LITTLE_ELSE: usize = 2;

/// The words of a concept: its topic and the names of its elements. They are the same in every turn.
#[derive(Clone, Debug, Default)]
pub struct ConceptWords {
    topic: WordSet,
    elements: Vec<ElementWords>,
}

/// Names of an element.
#[derive(Clone, Debug)]
struct ElementWords {
    id: Name,
    label: WordSet,
    names: Vec<WordSet>,
}

impl ConceptWords {
    /// The words of a concept's topic and elements in the language of a pack.
    pub fn of(pack: &LanguagePack, elements: &[Element], topic: &str) -> Self {
        let topic = pack.content(topic);
        // "Per meal" distinguishes nothing among meal kits: words of the topic apply to every element.
        let telling = |words: &WordSet| !words.is_empty() && !words.is_subset(&topic);
        let elements = elements.iter().map(|element| {
            let names = element.aliases.iter().chain([&element.label]).map(|name| pack.content(name));
            let label = pack.content(&element.label);
            let own: WordSet = label.iter().filter(|stem| !topic.contains(stem)).collect();
            ElementWords {
                id: element.id.clone(),
                names: names.filter(telling).collect(),
                label: if own.is_empty() { label } else { own },
            }
        });
        Self { elements: elements.collect(), topic }
    }

    /// Words of the topic.
    pub(super) fn topic(&self) -> &WordSet {
        &self.topic
    }

    /// Whether these words name an element.
    pub(super) fn names_element(&self, words: &WordSet) -> bool {
        self.elements.iter().any(|element| element.is_named(words))
    }
}

impl ElementWords {
    /// Whether words name the element.
    fn is_named(&self, words: &WordSet) -> bool {
        self.names.iter().any(|name| name.is_subset(words)) || self.is_nearly(words)
    }

    /// Whether the words are nearly all of the label. One word of two is not enough: a quiet life is no battery life.
    fn is_nearly(&self, words: &WordSet) -> bool {
        let shared = self.label.shared(words);
        shared >= LEAST_SHARED && dice(&self.label, words) >= LIKE_ELEMENT
    }
}

/// Words of the question, the focus, the topic and the known ideas.
#[derive(Clone, Debug)]
pub(super) struct KnownContext<'a> {
    /// Of the question.
    pub(super) question: WordSet,
    /// Of the focus.
    pub(super) focus: Cow<'a, WordSet>,
    /// Of the topic.
    pub(super) topic: &'a WordSet,
    /// What the question asks for.
    pub(super) asked: Option<&'a Expectation>,
    elements: &'a [ElementWords],
    known: Vec<(&'a str, Cow<'a, WordSet>)>,
}

impl<'a> KnownContext<'a> {
    pub(super) fn new(context: &ReadingContext<'a>, lexicon: &Lexicon) -> Self {
        let words = |text: &str| lexicon.content(text);
        let newest = context
            .known
            .iter()
            .rev()
            .take(KNOWN)
            .rev()
            .map(|known| (known.label, known.words.map_or_else(|| Cow::Owned(words(known.label)), Cow::Borrowed)));
        let focus: Option<Cow<'a, WordSet>> = context.focus.map(|focus| {
            let known = context.known.iter().rev().find(|known| known.label == focus);
            known.and_then(|known| known.words).map_or_else(|| Cow::Owned(words(focus)), Cow::Borrowed)
        });
        let known = context.focus.zip(focus.clone()).into_iter().chain(newest);
        Self {
            question: words(context.question),
            focus: focus.unwrap_or_default(),
            topic: &context.subject.topic,
            asked: asked(context, lexicon),
            elements: &context.subject.elements,
            known: known.collect(),
        }
    }

    /// Every word of it.
    pub(super) fn all(&self) -> WordSet {
        let names = self.elements.iter().flat_map(|element| element.names.iter().flat_map(WordSet::iter));
        let rest = self.question.iter().chain(self.focus.iter()).chain(self.topic.iter());
        names.chain(rest).collect()
    }

    /// The label under which an idea of these words is known.
    pub(super) fn known(&self, words: &WordSet) -> Option<&'a str> {
        self.known.iter().find(|(_, known)| same(known, words)).map(|(label, _)| *label)
    }

    /// The newest known idea with these words and few others: "calm" matches "calm and fairly quick".
    pub(super) fn known_by(&self, words: &WordSet) -> Option<&'a str> {
        let is_meant = |known: &WordSet| words.is_subset(known) && known.len() <= words.len() + LITTLE_ELSE;
        let found = self.known.iter().rev().find(|(_, known)| !words.is_empty() && is_meant(known));
        found.map(|(label, _)| *label)
    }

    /// The known idea that a sentence revises: the one with the most common words. Ties go to one whose negation
    /// differs from the sentence, then to the newest.
    pub(super) fn taken_back(&self, sentence: &WordSet, instead: &WordSet) -> Option<&'a str> {
        let denied = |words: &WordSet| words.contains(NOT);
        let others = self.known.iter().filter(|(_, known)| !same(known, instead));
        let counted = others.map(|(label, known)| {
            let common = known.shared(sentence) - usize::from(denied(known) && denied(sentence));
            (common, denied(known) != denied(instead), *label)
        });
        counted
            .filter(|(common, ..)| *common > 0)
            .max_by_key(|&(common, differs, _)| (common, differs))
            .map(|(.., label)| label)
    }

    /// Elements that these words name.
    pub(super) fn elements(&self, words: &WordSet) -> impl Iterator<Item = &'a Name> {
        self.elements.iter().filter(|element| element.is_named(words)).map(|element| &element.id)
    }

    /// Whether these words are little more than an element's name.
    pub(super) fn is_element_name(&self, words: &WordSet) -> bool {
        let mut names = self.elements.iter().flat_map(|element| &element.names);
        names.any(|name| name.is_subset(words) && words.len() <= name.len() + 2)
    }

    /// Where elements are named in a range, in order, with the element.
    pub(super) fn mentions(&self, answer: &TokenizedAnswer<'_>, range: Range<usize>) -> Vec<(Range<usize>, &'a Name)> {
        let mut found: Vec<(Range<usize>, &'a Name)> = Vec::new();
        let mut at = range.start;
        while at < range.end {
            // A name has as many words as positions, so one of its words is here.
            let first = answer.stem(at);
            let begins = |name: &&WordSet| first.is_some_and(|first| name.contains(first));
            let here = self.elements.iter().filter_map(|element| {
                let longest = element
                    .names
                    .iter()
                    .filter(begins)
                    .filter(|name| starts(answer, at, range.end, name))
                    .map(WordSet::len);
                longest.max().map(|length| (length, &element.id))
            });
            match here.max_by_key(|(length, _)| *length) {
                Some((length, id)) if !found.iter().any(|(_, known)| *known == id) => {
                    found.push((at..at + length, id));
                    at += length;
                }
                Some(_) | None => at += 1,
            }
        }
        found
    }
}

/// Whether two sets of stems mean the same idea.
pub(super) fn same(a: &WordSet, b: &WordSet) -> bool {
    dice(a, b) >= SAME
}

/// Whether the words from here on are those of a name, in any order.
fn starts(answer: &TokenizedAnswer<'_>, at: usize, end: usize, name: &WordSet) -> bool {
    let range = at..at + name.len();
    range.end <= end && answer.says(range, name)
}

/// The expected types of the question, by the longest phrase in it. A quoted focus is ignored.
fn asked<'a>(context: &ReadingContext<'a>, lexicon: &Lexicon) -> Option<&'a Expectation> {
    let method = context.pack.methods.get(context.methodology)?;
    let index = lexicon.method(context.methodology)?;
    let focus = context.focus.filter(|focus| !focus.is_empty());
    let words = focus.map_or_else(|| context.question.to_owned(), |focus| context.question.replace(focus, ","));
    let question = lexicon.tokens(&words);
    let found = (0..question.len()).flat_map(|at| index.asks(question.get(at..).unwrap_or_default()));
    let longest = found.max_by_key(|&(length, number)| (length, std::cmp::Reverse(number)));
    longest.and_then(|(_, number)| method.questions.get(number))
}
