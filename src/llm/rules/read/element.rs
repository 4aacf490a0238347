//! What an idea is about and how the person takes to it.

use std::ops::Range;

use super::{super::pack::List, ReadingContext, clause::Sentence, scene::Scene, talk::Talk};
use crate::{
    graph::Reaction,
    id::Name,
    text::{Kind, WordSet},
};

/// Words before a word within which a negation turns it around.
const NEGATION_WINDOW: usize = 4;

/// What a stretch of words says for and against.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stance {
    /// Good words minus bad words, negations heeded.
    pub(super) balance: i32,
    /// A doubt or a question instead of a verdict.
    pub(super) instead: Option<Reaction>,
}

impl Stance {
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
pub(super) fn elements(context: &ReadingContext<'_>, talk: &Talk<'_>, words: &WordSet) -> Vec<Name> {
    let mut found: Vec<Name> = talk.elements(words).cloned().collect();
    if found.is_empty() {
        found.extend(context.focus_element.cloned());
    }
    found
}

/// For and against in a clause.
pub(super) fn stance(scene: &Scene<'_>, sentence: Option<&Sentence>, clause: Range<usize>) -> Stance {
    let balance = balance(scene, clause.clone());
    let question = sentence.is_some_and(|sentence| sentence.end == Some(Kind::Question));
    let instead = if scene.any(clause.clone(), List::Doubt) {
        Some(Reaction::Skeptical)
    } else if scene.any(clause, List::Curiosity) || (question && balance == 0) {
        Some(Reaction::Curious)
    } else {
        None
    };
    Stance { balance, instead }
}

/// Good words minus bad words. A negation or a word of lessening shortly before turns a word around.
pub(super) fn balance(scene: &Scene<'_>, range: Range<usize>) -> i32 {
    let mut balance = 0;
    let mut counted = false;
    let mut at = range.start;
    while at < range.end {
        let good = scene.entry(at, List::Positive).or_else(|| scene.entry(at, List::Liking));
        let bad = scene.entry(at, List::Negative).or_else(|| scene.entry(at, List::Disliking));
        let (length, sign) = match (good, bad) {
            (Some(good), Some(bad)) => (good.max(bad), if good > bad { 1 } else { -1 }),
            (Some(good), None) => (good, 1),
            (None, Some(bad)) => (bad, -1),
            (None, None) => (1, 0),
        };
        let turned = sign != 0 && turned(scene, range.start, at);
        counted |= sign != 0;
        balance += if turned { -sign } else { sign };
        at += length;
    }
    if counted { balance } else { ability(scene, range) }
}

/// Where no word judges: what one can do is good, what one cannot do is bad.
fn ability(scene: &Scene<'_>, range: Range<usize>) -> i32 {
    if scene.any(range.clone(), List::Inability) { -1 } else { i32::from(scene.any(range, List::Ability)) }
}

fn turned(scene: &Scene<'_>, start: usize, at: usize) -> bool {
    let window = start.max(at.saturating_sub(NEGATION_WINDOW))..at;
    let turns = window
        .filter(|&at| (scene.is(at, List::Negation) && !scene.is(at, List::Minimal)) || scene.is(at, List::Reducer));
    turns.count() % 2 == 1
}
