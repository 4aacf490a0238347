//! The elements that an idea is about, and the attitude of the respondent.

use std::ops::Range;

use super::{ReadingContext, clause::Sentence, known_context::KnownContext, tokenized_answer::TokenizedAnswer};
use crate::engine::language::WordList;
use crate::engine::{
    graph::Reaction,
    id::Name,
    text::{TokenKind, WordSet},
};

/// Words before a word within which a negation turns it around.
const NEGATION_WINDOW: usize = 4;

/// The attitude that a range of words expresses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Attitude {
    /// Good words minus bad words, negations heeded.
    pub(super) balance: i32,
    /// A doubt or a question instead of a verdict.
    pub(super) instead: Option<Reaction>,
}

impl Attitude {
    /// As a reaction; none if it says neither.
    pub(super) fn reaction(self) -> Option<Reaction> {
        self.instead.or(match self.balance.signum() {
            1 => Some(Reaction::Positive),
            -1 => Some(Reaction::Negative),
            _ => None,
        })
    }
}

/// Elements a clause is about: those it names, else the one that was asked about.
pub(super) fn elements(context: &ReadingContext<'_>, known_context: &KnownContext<'_>, words: &WordSet) -> Vec<Name> {
    let mut found: Vec<Name> = known_context.elements(words).cloned().collect();
    if found.is_empty() {
        found.extend(context.focus_element.cloned());
    }
    found
}

/// For and against in a clause.
pub(super) fn stance(answer: &TokenizedAnswer<'_>, sentence: Option<&Sentence>, clause: Range<usize>) -> Attitude {
    let balance = balance(answer, clause.clone());
    let question = sentence.is_some_and(|sentence| sentence.end == Some(TokenKind::Question));
    let instead = if answer.any(clause.clone(), WordList::Doubt) {
        Some(Reaction::Skeptical)
    } else if answer.any(clause, WordList::Curiosity) || (question && balance == 0) {
        Some(Reaction::Curious)
    } else {
        None
    };
    Attitude { balance, instead }
}

/// Good words minus bad words. A negation or a word of lessening shortly before turns a word around.
pub(super) fn balance(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> i32 {
    let mut balance = 0;
    let mut counted = false;
    let mut at = range.start;
    while at < range.end {
        let good = answer.entry(at, WordList::Positive).or_else(|| answer.entry(at, WordList::Liking));
        let bad = answer.entry(at, WordList::Negative).or_else(|| answer.entry(at, WordList::Disliking));
        let (length, sign) = match (good, bad) {
            (Some(good), Some(bad)) => (good.max(bad), if good > bad { 1 } else { -1 }),
            (Some(good), None) => (good, 1),
            (None, Some(bad)) => (bad, -1),
            (None, None) => (1, 0),
        };
        let turned = sign != 0 && turned(answer, range.start, at);
        counted |= sign != 0;
        balance += if turned { -sign } else { sign };
        at += length;
    }
    if counted { balance } else { ability(answer, range) }
}

/// Where no word judges: what one can do is good, what one cannot do is bad.
fn ability(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> i32 {
    if answer.any(range.clone(), WordList::Inability) { -1 } else { i32::from(answer.any(range, WordList::Ability)) }
}

fn turned(answer: &TokenizedAnswer<'_>, start: usize, at: usize) -> bool {
    let window = start.max(at.saturating_sub(NEGATION_WINDOW))..at;
    let turns = window.filter(|&at| {
        (answer.is(at, WordList::Negation) && !answer.is(at, WordList::Minimal)) || answer.is(at, WordList::Reducer)
    });
    turns.count() % 2 == 1
}
