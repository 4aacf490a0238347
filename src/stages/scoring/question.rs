//! How a question is put: open or closed, one or two, leading or not.

use std::{borrow::Cow, collections::BTreeSet};

use crate::{
    llm::rules::{LanguagePack, List},
    text::{Kind, Token, jaccard, tokens},
};

/// From this likeness on a question repeats another one, 0–1.
const REPEATS: f64 = 0.85;
/// From this likeness on it nearly does.
const NEARLY: f64 = 0.6;
/// Earlier questions it is compared with.
const COMPARED: usize = 6;

/// A question that was put, and how.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Put {
    /// Turn whose answer it waited for.
    pub turn: u32,
    /// Its words.
    pub length: usize,
    /// Whether it invites to tell; none in a language whose forms are unknown.
    pub is_open: Option<bool>,
    /// Whether it asks for one thing.
    pub is_single: bool,
    /// Whether it suggests its answer.
    pub is_leading: bool,
    /// Whether it asks for personal data.
    pub asks_for_data: bool,
    /// How much it repeats one of the six before it: 0, ½ for nearly, 1.
    pub repeats: f64,
}

impl Put {
    /// Looks at a question. `before` are the words of the questions before it, oldest first.
    pub(super) fn of(turn: u32, question: &str, before: &[BTreeSet<String>], pack: &LanguagePack) -> Self {
        let own = own_words(question);
        let words: Vec<&str> = own.iter().flatten().map(String::as_str).collect();
        let says = |list| holds(&words, pack.list(list));
        let set = word_set(question);
        let likeness = before.iter().rev().take(COMPARED).map(|earlier| jaccard(&set, earlier)).fold(0.0, f64::max);
        Self {
            turn,
            length: length(question),
            is_open: (!pack.list(List::OpenForm).is_empty()).then(|| is_open(&own, pack)),
            is_single: marks(question) <= 1 && !says(List::Alternative),
            is_leading: says(List::Leading),
            asks_for_data: says(List::PersonalData),
            repeats: match likeness {
                likeness if likeness >= REPEATS => 1.0,
                likeness if likeness >= NEARLY => 0.5,
                _ => 0.0,
            },
        }
    }
}

/// Parts of a question that stand in quotes: what the respondent is said to have said.
pub(super) fn quoted(question: &str) -> Vec<String> {
    let is_quote = |mark: char| matches!(mark, '“' | '”' | '„' | '«' | '»' | '"');
    let parts: Vec<&str> = question.split(is_quote).collect();
    // Without its other half a quotation mark quotes nothing.
    if parts.len().is_multiple_of(2) {
        Vec::new()
    } else {
        parts.into_iter().skip(1).step_by(2).map(str::to_owned).collect()
    }
}

/// An open question opens a clause with an open form and does not begin with a verb that asks for yes or no.
fn is_open(clauses: &[Vec<String>], pack: &LanguagePack) -> bool {
    let begins = |clause: &[String], list| pack.list(list).iter().any(|phrase| begins_with(clause, &spelt(phrase)));
    // "What's" is an auxiliary too, and an open form before that.
    let is_closed =
        clauses.last().is_some_and(|clause| begins(clause, List::Auxiliary) && !begins(clause, List::OpenForm));
    // "In what way", "and what", "to whom": a form may have a word or two before it.
    let asks = |clause: &[String]| (0..3).any(|at| clause.get(at..).is_some_and(|rest| begins(rest, List::OpenForm)));
    !is_closed && clauses.iter().any(|clause| asks(clause))
}

/// Words outside quotes, clause by clause, in lower case.
fn own_words(question: &str) -> Vec<Vec<String>> {
    let mut clauses = vec![Vec::new()];
    let mut is_quoted = false;
    for Token { text, kind, .. } in tokens(question) {
        match kind {
            Kind::Quote => is_quoted = !is_quoted,
            Kind::Word if is_quoted => {}
            Kind::Word => {
                if let Some(clause) = clauses.last_mut() {
                    clause.push(text);
                }
            }
            Kind::Stop | Kind::Question | Kind::Exclamation | Kind::Comma | Kind::Break => clauses.push(Vec::new()),
            Kind::Other => {}
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn holds(words: &[&str], phrases: &[String]) -> bool {
    phrases.iter().any(|phrase| {
        let phrase = spelt(phrase);
        (0..words.len()).any(|at| words.get(at..).is_some_and(|words| begins_with(words, &phrase)))
    })
}

/// Whether the first words are those of a phrase.
fn begins_with(words: &[impl AsRef<str>], phrase: &[Cow<'_, str>]) -> bool {
    let same = words.iter().zip(phrase).filter(|(word, wanted)| word.as_ref() == wanted.as_ref()).count();
    !phrase.is_empty() && same == phrase.len()
}

/// The words of a phrase, spelt as words of questions are: Arabic letters that are written in several ways in one.
fn spelt(phrase: &str) -> Vec<Cow<'_, str>> {
    if phrase.is_ascii() {
        return phrase.split(' ').map(Cow::Borrowed).collect();
    }
    let words = tokens(phrase).into_iter().filter(|token| token.kind == Kind::Word);
    words.map(|token| Cow::Owned(token.text)).collect()
}

fn marks(question: &str) -> usize {
    question.chars().filter(|mark| matches!(mark, '?' | '؟' | '？')).count()
}

fn length(question: &str) -> usize {
    tokens(question).iter().filter(|token| token.kind == Kind::Word).count()
}

pub(super) fn word_set(question: &str) -> BTreeSet<String> {
    tokens(question).into_iter().filter(|token| token.kind == Kind::Word).map(|token| token.text).collect()
}
