//! A question in its place: what was said and asked before it.

use std::collections::BTreeSet;

use super::{
    judged::{JudgedAnswer, JudgedQuestion, WordReader},
    vocabulary::Vocabulary,
};
use crate::studio::scoring::question_style::QuestionStyle;

/// Least words of a statement that sums up an answer.
const SUMMARY: usize = 5;

/// A question in its place.
#[derive(Debug)]
pub(super) struct JudgedTurn<'a> {
    /// How words are read.
    pub reading: WordReader<'a>,
    /// The question.
    pub question: &'a JudgedQuestion,
    /// Its style.
    pub style: &'a QuestionStyle,
    /// Questions before it, oldest first.
    pub questions: &'a [JudgedQuestion],
    /// Answers before it, oldest first.
    pub answers: &'a [JudgedAnswer],
    /// The answer right before it.
    pub answer: &'a JudgedAnswer,
    /// Stems of the opening question: the topic.
    pub topic: &'a BTreeSet<String>,
}

impl<'a> JudgedTurn<'a> {
    /// The lists of the language.
    pub(super) fn lists(&self) -> &'a Vocabulary {
        self.reading.vocabulary
    }

    /// Number of stems that question and last answer share, besides the topic.
    pub(super) fn shared(&self) -> usize {
        self.question
            .text
            .content
            .intersection(&self.answer.text.content)
            .filter(|stem| !self.topic.contains(*stem))
            .count()
    }

    /// Stems of the question that nobody said and that are not the topic.
    pub(super) fn foreign(&self) -> usize {
        let is_said = |stem: &String| {
            self.topic.contains(stem) || self.answers.iter().any(|answer| answer.text.content.contains(stem))
        };
        self.question.text.content.iter().filter(|stem| !is_said(stem)).count()
    }

    /// Whether the question stays with the last answer: it uses its words or refers to it as a whole.
    pub(super) fn stays(&self) -> bool {
        self.shared() > 0 || self.refers()
    }

    /// Whether the question refers to the last answer without naming it: "What happened then?"
    pub(super) fn refers(&self) -> bool {
        let lists = self.lists();
        let own = &self.question.own;
        let follows = lists.next.occurs_in(own) || lists.feels.occurs_in(own) || lists.anaphor.occurs_in(own);
        let is_bare = own.len() <= 4;
        self.question.quotes.is_empty()
            && (follows || is_bare)
            && self.foreign() <= 1
            && !self.goes_back()
            && !lists.list_item.occurs_in(own)
    }

    /// Whether the question names something that only earlier answers said.
    pub(super) fn goes_back(&self) -> bool {
        let content = &self.question.text.content;
        let named =
            |answer: &JudgedAnswer| content.intersection(&answer.text.content).any(|stem| !self.topic.contains(stem));
        self.shared() == 0 && self.answers.iter().rev().skip(1).any(named)
    }

    /// Whether the question takes up words of feeling, people or values of the last answer.
    pub(super) fn takes_up_personal(&self) -> bool {
        let content = &self.question.text.content;
        content.intersection(&self.answer.personal).next().is_some()
            || self.answer.disclosure.iter().chain(&self.answer.weight).any(|words| {
                let first = words.split(' ').next().unwrap_or_default();
                self.question.text.words.iter().any(|word| word == first)
            })
    }

    /// Whether the question says back in a statement what was heard.
    pub(super) fn says_back(&self) -> bool {
        let lists = self.lists();
        let is_heard = |sentence: &&super::judged::SentenceWords| {
            let content = self.reading.content(&sentence.words);
            let repeats = self
                .answers
                .iter()
                .rev()
                .take(2)
                .any(|answer| content.intersection(&answer.text.content).next().is_some());
            // "So it keeps you on your feet": the person is shifted, and the words may be the interviewer's.
            let is_shifted = sentence.words.len() >= SUMMARY && lists.second_person.occurs_in(&sentence.words);
            let is_own = lists.transition.occurs_in(&sentence.words) || lists.list_item.occurs_in(&sentence.words);
            (repeats || is_shifted) && !is_own
        };
        self.question.quotes.is_empty() && self.question.statements().any(|sentence| is_heard(&sentence))
    }

    /// The first words of a question, without words such as "surely".
    pub(super) fn opening<'q>(&self, question: &'q JudgedQuestion, words: usize) -> &'q [String] {
        let own = &question.own;
        let start = own.iter().take_while(|word| self.lists().leading.has(word)).count();
        own.get(start..(start + words).min(own.len())).unwrap_or_default()
    }

    /// Whether the question begins with a human reaction.
    pub(super) fn acknowledges(&self) -> bool {
        let lists = self.lists();
        let first = self.question.text.sentences.first();
        first.is_some_and(|sentence| {
            lists.acknowledges.occurs_in(&sentence.words) || lists.apology.occurs_in(&sentence.words)
        })
    }

    /// Whether the question is raised from a list and not from the talk.
    pub(super) fn is_list_item(&self) -> bool {
        let own = &self.question.own;
        let lists = self.lists();
        let is_form = lists.list_item.occurs_in(own) || lists.survey.occurs_in(own);
        let is_new = self.foreign() >= 1 && !self.goes_back();
        let is_named = !self.question.quotes.is_empty() && !lists.attribution.occurs_in(own);
        let is_asked = is_new && (is_form || is_named) || self.foreign() >= 2 && self.shared() == 0;
        is_asked && !self.refers() && !self.says_back()
    }
}
