//! The clause or the noun phrase of an answer that says an idea back, found by parts of speech.

use std::ops::Range;

use super::{
    saying::{PHRASE_WORDS, said, shift_of},
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::{
    graph::{Saying, SayingForm},
    language::{CueRole, LanguagePack, PartOfSpeech, ReadingModel, TaggedWord, WordList},
    text::TokenKind,
};

/// Most words of a clause that is said back.
const CLAUSE_WORDS: usize = 12;
/// Fewest words of a clause that is said back.
const LEAST_CLAUSE: usize = 3;
/// Fewest words with content of a clause about something named before it.
const LEAST_BOUND: usize = 2;
/// Most words of a quotation.
const QUOTE_WORDS: usize = 14;
/// Fewest words of a quotation.
const QUOTE_LEAST: usize = 3;
/// Most words of a clause before its verb.
const SUBJECT_WORDS: usize = 6;

/// A tagged answer.
#[derive(Clone, Copy)]
pub(super) struct Spoken<'a> {
    pub(super) pack: &'a LanguagePack,
    pub(super) answer: &'a TokenizedAnswer<'a>,
    pub(super) model: &'a ReadingModel,
    pub(super) words: &'a [TaggedWord],
}

impl Spoken<'_> {
    pub(super) fn tag(&self, at: usize) -> Option<PartOfSpeech> {
        self.words.get(at).filter(|_| self.answer.is_word(at)).map(|word| word.tag)
    }

    fn last_tag(&self, at: usize) -> Option<PartOfSpeech> {
        self.words.get(at).filter(|_| self.answer.is_word(at)).map(|word| word.last)
    }

    pub(super) fn is_verb(&self, at: usize) -> bool {
        matches!(self.tag(at), Some(PartOfSpeech::Verb | PartOfSpeech::Aux))
    }

    fn is_contracted(&self, at: usize) -> bool {
        self.tag(at) == Some(PartOfSpeech::Pron) && self.last_tag(at) == Some(PartOfSpeech::Aux)
    }

    /// Whether the word joins clauses.
    fn joins(&self, at: usize) -> bool {
        matches!(self.tag(at), Some(PartOfSpeech::Cconj | PartOfSpeech::Sconj))
            || self.answer.is(at, WordList::Conjunction)
    }

    /// Whether the word adds a clause that the one before can do without: "and", "but".
    fn joins_plainly(&self, at: usize) -> bool {
        self.tag(at) == Some(PartOfSpeech::Cconj)
    }

    /// Whether the word adds nothing at the edge of a clause.
    fn is_loose(&self, at: usize) -> bool {
        self.tag(at) == Some(PartOfSpeech::Intj)
            || [WordList::Hedge, WordList::Filler, WordList::Minimal].iter().any(|&list| self.answer.is(at, list))
    }

    /// What the cue here says of the ideas that it joins.
    pub(super) fn cue(&self, at: usize) -> Option<CueRole> {
        let (_, number) = self.answer.lexicon.cue(self.answer.forms(at))?;
        self.pack.cues.get(number).map(|cue| cue.role)
    }

    /// The words of a range in lower case with usual spelling.
    pub(super) fn spelled(&self, range: Range<usize>) -> String {
        let words = range.map(|at| self.answer.word(at));
        words.map(|word| self.model.spelling(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
    }

    /// The tense of a range: none, present, mixed or past.
    pub(super) fn tense(&self, range: Range<usize>) -> &'static str {
        let is_past = |at: usize| self.answer.is(at, WordList::Past) || self.model.is_past(self.answer.word(at));
        let verbs = range.clone().filter(|&at| self.is_verb(at)).count();
        let past = range.filter(|&at| self.is_verb(at) && is_past(at)).count();
        match (verbs, past) {
            (0, _) => "none",
            (_, 0) => "present",
            (verbs, past) if past * 2 >= verbs => "past",
            _ => "mixed",
        }
    }

    /// The words between two marks around a range.
    pub(super) fn window(&self, range: &Range<usize>) -> Range<usize> {
        let mut start = range.start;
        while start > 0 && self.answer.is_word(start - 1) {
            start -= 1;
        }
        let mut end = range.start + 1;
        while self.answer.is_word(end) {
            end += 1;
        }
        start..end
    }

    /// Good words minus bad words, those after a negation the other way round.
    pub(super) fn tone(&self, range: Range<usize>) -> i32 {
        tone(self.answer, self.model, self.words, range)
    }

    /// The words around an idea that can be quoted as they stand: those between two marks, or of its clause where these are many.
    pub(super) fn quotable(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let window = self.window(range);
        let is_asked = self.answer.kind(window.end) == Some(TokenKind::Question);
        let (mut start, mut end) = (window.start, window.end.max(range.end));
        if end - start > QUOTE_WORDS {
            let begins = |at: usize| self.joins(at) && self.verb_of(at + 1, window.end).is_some();
            start = (window.start + 1..=range.start).rev().find(|&at| begins(at)).unwrap_or(start);
            end = (range.end.max(start + 2)..end).find(|&at| begins(at)).unwrap_or(end);
        }
        while start < range.start && (self.tag(start) == Some(PartOfSpeech::Intj) || self.joins_plainly(start)) {
            start += 1;
        }
        while end > range.end && self.joins(end - 1) {
            end -= 1;
        }
        let fits = (QUOTE_LEAST..=QUOTE_WORDS).contains(&(end - start));
        let is_said = !is_asked && !self.speaks_to_listener(start..end) && self.answer.weight(start..end) > 0;
        (fits && is_said).then_some(start..end)
    }

    /// The clause of an idea with its subject, or its noun phrase.
    pub(super) fn saying(&self, range: &Range<usize>) -> Option<Saying> {
        self.clause(range).or_else(|| self.noun_phrase(range))
    }

    /// The clause of an idea, with its subject.
    fn clause(&self, range: &Range<usize>) -> Option<Saying> {
        let window = self.window(range);
        if self.answer.kind(window.end) == Some(TokenKind::Question) || range.end > window.end {
            return None;
        }
        let (start, elided) = self.clause_start(&window, range)?;
        let verb = if elided { start } else { self.verb_of(start, window.end)? };
        let end = self.clause_end(verb, window.end, range)?;
        let clause = start..end;
        let count = end - start + usize::from(elided);
        // "I know straight away which one": the question inside has lost its answer.
        let ends_asking = (end.saturating_sub(2)..end).any(|at| self.answer.is(at, WordList::Interrogative));
        let is_asked =
            self.answer.is(start, WordList::Interrogative) || ends_asking || self.speaks_to_listener(clause.clone());
        if !(LEAST_CLAUSE..=CLAUSE_WORDS).contains(&count) || is_asked || self.answer.weight(clause.clone()) == 0 {
            return None;
        }
        let mut text = self.shifted(clause.clone())?;
        if elided {
            text = format!("{} {text}", self.listener()?);
        }
        let refers = |at: usize| {
            self.is_third_person(at)
                || self.answer.is(at, WordList::Object) && shift_of(self.pack, self.answer.word(at)).is_none()
        };
        let is_bound = self.answer.any(clause.clone(), WordList::Anaphor) || clause.clone().any(refers);
        // "It is funny" says nothing by itself.
        if is_bound && self.answer.weight(clause) < LEAST_BOUND {
            return None;
        }
        Some(Saying { text, form: if is_bound { SayingForm::BoundClause } else { SayingForm::Clause } })
    }

    /// Where the clause around an idea begins, and whether its subject is left out: "cried a bit in the tram".
    fn clause_start(&self, window: &Range<usize>, range: &Range<usize>) -> Option<(usize, bool)> {
        let relates = |at: usize| self.answer.is(at, WordList::Interrogative);
        let opens = |at: usize| at == window.start || self.joins(at - 1) || relates(at - 1);
        let mut start = (window.start..=range.start).rev().find(|&at| opens(at) && !self.joins(at))?;
        // What a condition or a question word opens was not said to be so.
        let joined_by = start.checked_sub(1).filter(|&before| before >= window.start);
        let reason = |at: usize| self.cue(at) == Some(CueRole::Reason);
        if joined_by.is_some_and(|at| relates(at) || self.tag(at) == Some(PartOfSpeech::Sconj) && !reason(at)) {
            return None;
        }
        while start < range.end
            && !self.is_subject(start)
            && (self.is_loose(start) || self.tag(start) == Some(PartOfSpeech::Adv))
        {
            start += 1;
        }
        // "I guess I like it": the hedge has a subject of its own.
        if let Some(hedge) = self.answer.entry(start, WordList::Hedge).filter(|length| *length > 1) {
            start += hedge;
        }
        if self.verb_of(start, window.end).is_some() {
            return Some((start, false));
        }
        let opens_sentence = start == window.start || joined_by.is_some();
        let word = self.answer.word(start);
        let is_past = self.answer.is(start, WordList::Past) || self.model.is_past(word);
        // "Closed for repairs": a participle has another subject. "He opened it. Searched my bag": so has a verb after "he".
        // "Took me 50": nor is it the speaker whom something took long.
        let governs = matches!(self.tag(start + 1), Some(PartOfSpeech::Det | PartOfSpeech::Pron | PartOfSpeech::Num));
        let is_object = self.answer.is(start + 1, WordList::Object);
        // "Used to be one in ten": of what, the words do not say.
        let is_habit = self.tag(start + 1) == Some(PartOfSpeech::Part);
        let is_plain = (self.answer.is(start, WordList::Past) || governs) && !is_object && !is_habit;
        let speaks =
            (0..start).rev().find(|&at| self.is_subject(at)).is_none_or(|at| self.answer.is(at, WordList::SelfWord));
        let is_verb = is_past && is_plain && speaks && self.tag(start) == Some(PartOfSpeech::Verb);
        (opens_sentence && is_verb).then_some((start, true))
    }

    fn is_subject(&self, at: usize) -> bool {
        self.answer.is(at, WordList::Subject)
    }

    /// The verb of the clause whose subject begins here.
    fn verb_of(&self, start: usize, end: usize) -> Option<usize> {
        if self.is_contracted(start) {
            return Some(start);
        }
        let mut at = start;
        let skip_adverbs = |mut at: usize| {
            while matches!(self.tag(at), Some(PartOfSpeech::Adv)) {
                at += 1;
            }
            at
        };
        if self.is_subject(start) && self.tag(start) != Some(PartOfSpeech::Noun) {
            at += 1;
        } else {
            let mut is_named = false;
            while at < end && at - start < SUBJECT_WORDS {
                match self.tag(at) {
                    Some(PartOfSpeech::Noun | PartOfSpeech::Propn) => is_named = true,
                    Some(PartOfSpeech::Det | PartOfSpeech::Num | PartOfSpeech::Adj) => is_named = false,
                    Some(PartOfSpeech::Pron) if self.is_possessive(at) => is_named = false,
                    // "My coffee at home": a preposition goes on with the subject.
                    Some(PartOfSpeech::Adp) if is_named => is_named = false,
                    _ => break,
                }
                at += 1;
            }
            if !is_named {
                return None;
            }
        }
        let verb = skip_adverbs(at);
        (verb < end && self.is_verb(verb) && !self.model.is_gerund(self.answer.word(verb))).then_some(verb)
    }

    fn is_possessive(&self, at: usize) -> bool {
        self.tag(at) == Some(PartOfSpeech::Pron) && self.answer.is(at, WordList::Determiner)
    }

    /// One past the last word of a clause.
    fn clause_end(&self, verb: usize, most: usize, range: &Range<usize>) -> Option<usize> {
        let from = range.end.max(verb + 1);
        let begins_clause = |at: usize| {
            // "We live in a tiny flat thats how": a new clause without a mark.
            let runs_on =
                self.is_contracted(at) && matches!(self.tag(at - 1), Some(PartOfSpeech::Noun | PartOfSpeech::Propn));
            let is_sub =
                runs_on || self.tag(at) == Some(PartOfSpeech::Sconj) || self.answer.is(at, WordList::Interrogative);
            is_sub || self.joins(at) && (self.is_verb(at + 1) || self.verb_of(at + 1, most).is_some())
        };
        let mut end = (from..most).find(|&at| begins_clause(at)).unwrap_or(most);
        // "I don't hang up until I have it in writing": what is denied needs its condition.
        if end < most && !self.joins_plainly(end) && self.answer.any(verb.saturating_sub(1)..end, WordList::Negation) {
            return None;
        }
        while end > from && (self.is_loose(end - 1) || self.joins(end - 1)) {
            end -= 1;
        }
        let last = end.checked_sub(1)?;
        let waits = matches!(
            self.last_tag(last),
            Some(
                PartOfSpeech::Det
                    | PartOfSpeech::Aux
                    | PartOfSpeech::Cconj
                    | PartOfSpeech::Sconj
                    | PartOfSpeech::Part
                    | PartOfSpeech::Adp
            )
        );
        let is_loose = self.is_loose(last) || self.is_possessive(last) || self.joins(last) || self.is_contracted(last);
        (!waits && !is_loose).then_some(end)
    }

    /// The noun phrase of an idea, with its article.
    pub(super) fn noun_phrase(&self, range: &Range<usize>) -> Option<Saying> {
        let mut start = range.start;
        let is_opening = |at: usize| {
            self.tag(at) == Some(PartOfSpeech::Det) && !self.answer.is(at, WordList::Anaphor) || self.is_possessive(at)
        };
        if start > 0 && is_opening(start - 1) && !is_opening(start) {
            start -= 1;
        }
        let phrase = start..range.end;
        let count = phrase.len();
        let last = phrase.end.checked_sub(1)?;
        let ends_well = matches!(self.tag(last), Some(PartOfSpeech::Noun | PartOfSpeech::Propn | PartOfSpeech::Num))
            || count > 1 && self.is_gerund(last);
        let is_whole = phrase.clone().all(|at| self.is_nominal(at, start));
        let has_noun = phrase.clone().any(|at| matches!(self.tag(at), Some(PartOfSpeech::Noun | PartOfSpeech::Propn)));
        let is_vague = [WordList::Vague, WordList::Interrogative, WordList::Negation]
            .iter()
            .any(|&list| self.answer.any(phrase.clone(), list));
        // "At that hour", "its oat milk".
        let points = start.checked_sub(1).is_some_and(|before| self.answer.is(before, WordList::Anaphor));
        let is_loose = self.is_loose(start) || self.is_loose(last) || points || self.is_contracted(start);
        // "The pros" of "the pros and cons" is half of what was said.
        let goes_on = |tag| matches!(tag, PartOfSpeech::Noun | PartOfSpeech::Cconj);
        let before = start.checked_sub(1).and_then(|before| self.tag(before));
        let continues = self.tag(phrase.end).is_some_and(goes_on)
            || before.is_some_and(|tag| matches!(tag, PartOfSpeech::Adj | PartOfSpeech::Num));
        if !ends_well || !is_whole || !has_noun || is_vague || is_loose || continues || count > PHRASE_WORDS {
            return None;
        }
        if self.answer.weight(phrase.clone()) == 0 || self.speaks_to_listener(phrase.clone()) {
            return None;
        }
        Some(Saying { text: self.shifted(phrase)?, form: SayingForm::Phrase })
    }

    fn is_gerund(&self, at: usize) -> bool {
        self.tag(at) == Some(PartOfSpeech::Verb) && self.model.is_gerund(self.answer.word(at))
    }

    /// Whether a word can stand in a noun phrase that begins at `start`.
    fn is_nominal(&self, at: usize, start: usize) -> bool {
        match self.tag(at) {
            Some(
                PartOfSpeech::Noun | PartOfSpeech::Propn | PartOfSpeech::Adj | PartOfSpeech::Num | PartOfSpeech::Det,
            ) => true,
            // "Her pinny on the door"; a phrase does not begin with a preposition.
            Some(PartOfSpeech::Adp | PartOfSpeech::Cconj) => at > start,
            Some(PartOfSpeech::Verb) => self.is_gerund(at),
            Some(PartOfSpeech::Pron) => self.is_possessive(at),
            _ => false,
        }
    }

    /// Whether the words speak to whoever asks.
    fn speaks_to_listener(&self, range: Range<usize>) -> bool {
        range.into_iter().any(|at| {
            let word = self.answer.word(at);
            let spelled = self.model.spelling(word);
            let word = spelled.as_deref().unwrap_or(word);
            self.pack.persons.values().any(|to| to == word)
        })
    }

    pub(super) fn is_third_person(&self, at: usize) -> bool {
        let word = self.answer.word(at);
        self.is_subject(at) && self.tag(at) == Some(PartOfSpeech::Pron) && shift_of(self.pack, word).is_none()
    }

    /// The word for the listener: what the speaker as a subject becomes.
    fn listener(&self) -> Option<&str> {
        self.pack.persons.values().next().map(String::as_str)
    }

    /// The words of a range with the person shifted and usual spelling.
    fn shifted(&self, range: Range<usize>) -> Option<String> {
        let opens = range.start;
        let keeps = |at: usize, word: &str| {
            let known = self.model.knows(word) && self.tag(at) != Some(PartOfSpeech::Propn);
            (at == opens && known).then(|| word.to_owned())
        };
        said(self.pack, self.answer, range, |at| {
            let word = self.answer.word(at);
            self.model.spelling(word).or_else(|| keeps(at, word))
        })
    }
}

/// Good words minus bad words, those after a negation the other way round.
pub(super) fn tone(
    answer: &TokenizedAnswer<'_>,
    model: &ReadingModel,
    words: &[TaggedWord],
    range: Range<usize>,
) -> i32 {
    let sign = |at: usize| {
        let is = |name: &str| words.get(at).is_some_and(|word| model.is_of(word.classes, name));
        i32::from(is("good") || answer.is(at, WordList::Positive))
            - i32::from(is("bad") || answer.is(at, WordList::Negative))
    };
    let turned = |at: usize| {
        let before = at.saturating_sub(4).max(range.start)..at;
        before.filter(|&at| answer.is(at, WordList::Negation) || answer.is(at, WordList::Reducer)).count() % 2 == 1
    };
    range.clone().map(|at| if turned(at) { -sign(at) } else { sign(at) }).sum()
}
