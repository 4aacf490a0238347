//! Questions that take up a word of the answer: "I always hated gyms" → "What was it that you hated about it?".
//!
//! The words and their questions are data of the language, [`TakeUp`]; an earlier entry goes before a later one.

use std::ops::Range;

use super::spoken::Spoken;
use crate::engine::{
    language::{CueRole, PartOfSpeech, TakeUp, WordList},
    number::ratio,
    sort,
    text::TokenKind,
};

/// How much worse the last entry fits than the first, which fits best of all questions.
const RANGE: f64 = 0.3;
/// Words before a phrase within which a negation denies it, or another word calls for it.
const NEAR: usize = 3;

/// The questions that the words around an idea call for, with how well they fit, 0–1, the best first.
pub(super) fn take_up(spoken: &Spoken<'_>, idea: &Range<usize>) -> Vec<(f64, String)> {
    let window = spoken.window(idea);
    let mut found: Vec<(usize, Range<usize>)> = Vec::new();
    for at in window.clone() {
        let longest = spoken.answer.lexicon.take_up(spoken.answer.forms(at));
        found.extend(longest.map(|(length, entry)| (entry, at..at + length)));
    }
    found
        .retain(|(entry, heard)| spoken.pack.talk.take_up.get(*entry).is_some_and(|entry| calls(spoken, entry, heard)));
    sort::by_key(&mut found, |(entry, _)| *entry);
    let is_past = matches!(spoken.tense(window), "past" | "mixed");
    let questions = found.iter().filter_map(|(number, heard)| {
        let entry = spoken.pack.talk.take_up.get(*number)?;
        let heard = spoken.spelled(heard.clone());
        let fits = 1.0 - RANGE * ratio(*number, spoken.pack.talk.take_up.len());
        let fill = move |text: &String| (fits, text.replace("{heard}", &heard));
        Some(entry.questions(is_past).iter().map(fill))
    });
    questions.flatten().collect()
}

/// Whether a phrase calls for the questions of its entry: it is said of the right person, not denied, and its reason is not
/// told already.
fn calls(spoken: &Spoken<'_>, entry: &TakeUp, heard: &Range<usize>) -> bool {
    let answer = spoken.answer;
    let before = heard.start.saturating_sub(NEAR)..heard.start;
    let is_after = entry.after.is_empty() || before.clone().any(|at| entry.after.contains(&spoken.spelled(at..at + 1)));
    let is_denied = answer.any(before, WordList::Negation);
    is_after && !is_denied && !gives_reason(spoken, heard.end) && (!entry.speaker || is_of_speaker(spoken, heard.start))
}

/// Whether the nearest person or thing named before a word is the speaker. One who leaves the subject out at the very
/// beginning is.
fn is_of_speaker(spoken: &Spoken<'_>, at: usize) -> bool {
    let window = spoken.window(&(at..at + 1));
    let named = |&at: &usize| {
        let names = [PartOfSpeech::Noun, PartOfSpeech::Propn, PartOfSpeech::Pron];
        spoken.tag(at).is_some_and(|tag| names.contains(&tag)) || spoken.answer.is(at, WordList::SelfWord)
    };
    let nearest = (window.start..=at).rev().find(named);
    nearest.map_or(window.start == 0 && at <= 1, |at| spoken.answer.is(at, WordList::SelfWord))
}

/// Whether the rest of the sentence gives a reason.
fn gives_reason(spoken: &Spoken<'_>, from: usize) -> bool {
    let answer = spoken.answer;
    let ends = |at: &usize| answer.kind(*at).is_some_and(TokenKind::ends_sentence);
    (from..answer.all().end).take_while(|at| !ends(at)).any(|at| spoken.cue(at) == Some(CueRole::Reason))
}
