//! A question and an answer as the rules see them.

use std::collections::BTreeSet;

use super::vocabulary::{Vocabulary, without_apostrophes};
use crate::{
    engine::{
        language::LanguagePack,
        text::{TokenKind, tokens},
    },
    studio::scoring::question_style::quoted,
};

/// A sentence without its quotations.
#[derive(Clone, Debug, Default)]
pub(super) struct SentenceWords {
    /// Its words.
    pub words: Vec<String>,
    /// Whether a question mark ends it.
    pub is_question: bool,
}

/// A text as the rules see it.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedText {
    /// All words.
    pub words: Vec<String>,
    /// Its sentences, without the words in quotation marks.
    pub sentences: Vec<SentenceWords>,
    /// Stems of words with content.
    pub content: BTreeSet<String>,
}

impl JudgedText {
    /// Splits a text; its content is not read yet.
    fn split(text: &str) -> Self {
        let mut view = Self::default();
        let mut sentence = SentenceWords::default();
        let mut is_quoted = false;
        for token in tokens(text) {
            match token.kind {
                TokenKind::Quote => is_quoted = !is_quoted,
                TokenKind::Word => {
                    let word = without_apostrophes(&token.text);
                    if !is_quoted {
                        sentence.words.push(word.clone());
                    }
                    view.words.push(word);
                }
                TokenKind::Stop | TokenKind::Question | TokenKind::Exclamation if !sentence.words.is_empty() => {
                    sentence.is_question = token.kind == TokenKind::Question;
                    view.sentences.push(std::mem::take(&mut sentence));
                }
                _ => {}
            }
        }
        if !sentence.words.is_empty() {
            view.sentences.push(sentence);
        }
        view
    }
}

/// What reads words of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordReader<'a> {
    /// The language pack, for stems and stop words.
    pub pack: &'a LanguagePack,
    /// The lists of the rules.
    pub vocabulary: &'a Vocabulary,
}

impl WordReader<'_> {
    /// Stems of the words with content.
    pub(super) fn content(self, words: &[String]) -> BTreeSet<String> {
        let full = words.iter().filter(|word| !self.vocabulary.empty.has(word) && !self.vocabulary.leading.has(word));
        self.pack.content_of(full).iter().map(str::to_owned).collect()
    }
}

/// A question.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedQuestion {
    /// Its words and sentences.
    pub text: JudgedText,
    /// Words outside quotation marks.
    pub own: Vec<String>,
    /// Its quotations.
    pub quotes: Vec<Vec<String>>,
}

impl JudgedQuestion {
    pub(super) fn of(question: &str, reading: WordReader<'_>) -> Self {
        let mut text = JudgedText::split(question);
        let quotes: Vec<Vec<String>> = quoted(question)
            .into_iter()
            .map(|quote| super::vocabulary::normalized(&quote))
            .filter(|quote| !quote.is_empty())
            .collect();
        // "That sounds hard." adds no subject to the question.
        let is_reaction = |sentence: &&SentenceWords| {
            !sentence.is_question
                && sentence.words.len() <= REACTION
                && reading.vocabulary.acknowledges.occurs_in(&sentence.words)
        };
        let spoken = text.sentences.iter().filter(|sentence| !is_reaction(sentence)).map(|sentence| &sentence.words);
        let words: Vec<String> = spoken.chain(&quotes).flatten().cloned().collect();
        text.content = reading.content(&words);
        Self { own: text.sentences.iter().flat_map(|sentence| sentence.words.clone()).collect(), quotes, text }
    }

    /// The statements that precede the question itself, which may be a request: "Tell me about it."
    pub(super) fn statements(&self) -> impl Iterator<Item = &SentenceWords> {
        let before = self.text.sentences.len().saturating_sub(1);
        self.text.sentences.iter().take(before).filter(|sentence| !sentence.is_question)
    }
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedAnswer {
    /// Its words and sentences.
    pub text: JudgedText,
    /// Stems of its last half.
    pub newest: BTreeSet<String>,
    /// Stems near words of feeling, people and values.
    pub personal: BTreeSet<String>,
    /// The words of a disclosure: pain, loss, fear, shame, conflict.
    pub disclosure: Option<String>,
    /// Other words of weight: a good feeling, a value.
    pub weight: Option<String>,
    /// Words that ask for a repair: confusion, "already said", correction, complaint.
    pub protest: Option<String>,
    /// Words of an event that was told.
    pub event: Option<String>,
    /// Whether its last words say that there is nothing to add.
    pub is_finished: bool,
    /// Whether it ends the interview.
    pub leaves: bool,
    /// Whether it has nothing to add, or denies that the subject matters.
    pub is_empty: bool,
    /// Stems that no earlier answer and no opening question had.
    pub fresh: BTreeSet<String>,
}

/// Most words of a sentence that only reacts.
const REACTION: usize = 6;
/// Last words of an answer that may say that it has nothing to add.
const ENDING: usize = 10;
/// Least words of an answer that tells an event.
const EVENT: usize = 12;
/// Words before and after a word of weight that belong to it.
const NEAR: usize = 7;
/// Most words of an answer that can be empty as a whole.
const SHORT: usize = 12;

impl JudgedAnswer {
    /// Reads an answer to a question. `known` holds the stems of everything before.
    pub(super) fn of(
        answer: &str,
        question: &JudgedQuestion,
        known: &BTreeSet<String>,
        reading: WordReader<'_>,
    ) -> Self {
        let mut text = JudgedText::split(answer);
        text.content = reading.content(&text.words);
        let lists = reading.vocabulary;
        let words = &text.words;
        let is_own = lists.first_person.occurs_in(words) || lists.person.occurs_in(words) || words.len() <= 4;
        let said = |phrases: &super::vocabulary::Phrases| phrases.find(words).map(|(_, phrase)| phrase);
        let weights = [&lists.hurt, &lists.warm, &lists.value];
        let mut personal = BTreeSet::new();
        for at in 0..words.len() {
            if weights.iter().any(|list| words.get(at..).and_then(|rest| list.at(rest)).is_some()) {
                let near = words.get(at.saturating_sub(NEAR)..(at + NEAR).min(words.len())).unwrap_or_default();
                personal.extend(reading.content(near));
            }
        }
        let newest = reading.content(words.get(words.len() / 2..).unwrap_or_default());
        let fresh: BTreeSet<String> = text.content.difference(known).cloned().collect();
        let is_brief = words.len() <= SHORT;
        let is_empty = (is_brief && (lists.nothing.occurs_in(words) && fresh.len() < 4))
            || (lists.denies.occurs_in(words) && fresh.len() < 4)
            || lists.declines.occurs_in(words)
            || words.len() <= 2;
        Self {
            protest: protest(&text, question, reading),
            disclosure: said(&lists.hurt).filter(|_| is_own),
            weight: said(&lists.warm).or_else(|| said(&lists.value)).filter(|_| is_own),
            event: said(&lists.event).filter(|_| is_own && words.len() >= EVENT),
            is_finished: is_empty
                || lists.finished.occurs_in(words.get(words.len().saturating_sub(ENDING)..).unwrap_or_default()),
            leaves: lists.leaves.occurs_in(words) && is_brief,
            newest,
            personal,
            is_empty,
            fresh,
            text,
        }
    }

    /// Whether it offers something to take up.
    pub(super) fn offers(&self) -> bool {
        !self.is_finished && self.fresh.len() >= 2
    }
}

/// Words of confusion or protest in an answer.
fn protest(text: &JudgedText, question: &JudgedQuestion, reading: WordReader<'_>) -> Option<String> {
    let lists = reading.vocabulary;
    let listed = [&lists.confused, &lists.said_already, &lists.corrects, &lists.complains];
    let found = listed.iter().find_map(|list| list.find(&text.words).map(|(_, phrase)| phrase));
    found.or_else(|| {
        // "notice what?" asks the question back.
        let first = text.sentences.first()?;
        let echoes = first.words.iter().filter(|word| question.text.words.contains(word)).count();
        let asks = lists.interrogative.occurs_in(&first.words) || first.words.len() == 1;
        let is_back = first.words.len() <= 9 && first.is_question && (asks || echoes >= 2);
        let trails = first.words.last().is_some_and(|word| lists.interrogative.has(word)) && first.words.len() <= 6;
        (is_back || trails).then(|| first.words.join(" "))
    })
}
