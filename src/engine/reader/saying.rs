//! How an idea can be said back to the respondent, and what it is as words.
//!
//! Two things can be said back: a clause with its subject and its verb ("You said the box came late."), and a noun phrase
//! ("You mentioned the staff fridge."). Without parts of speech, a whole phrase of a few words. Anything else is not quoted.

use std::ops::Range;

use super::{ReadingContext, idea::Idea, tokenized_answer::TokenizedAnswer};
use crate::engine::{
    graph::{IdeaKind, Saying, SayingForm, Span},
    language::{CueRole, LanguagePack, PartOfSpeech, ReadingModel, TaggedWord, WordForm, WordList},
    text::{TokenKind, slice},
};

/// Most words of a phrase that is said back.
const PHRASE_WORDS: usize = 6;
/// Most words of a clause that is said back.
const CLAUSE_WORDS: usize = 12;
/// Fewest words of a clause that is said back.
const LEAST_CLAUSE: usize = 3;
/// Fewest words with content of a clause about something named before it.
const LEAST_BOUND: usize = 2;
/// Most words of a clause before its verb.
const SUBJECT_WORDS: usize = 6;

/// An answer whose ideas are said back.
pub struct Sayings<'a> {
    pack: &'a LanguagePack,
    answer: TokenizedAnswer<'a>,
    /// Parts of speech, if the language has them.
    tagged: Option<(&'a ReadingModel, Vec<TaggedWord>)>,
}

impl<'a> Sayings<'a> {
    /// An answer in the language of the pack.
    pub fn of(pack: &'a LanguagePack, answer: &'a str) -> Self {
        Self::of_tokens(pack, TokenizedAnswer::new(pack.lexicon(), answer))
    }

    pub(super) fn of_tokens(pack: &'a LanguagePack, answer: TokenizedAnswer<'a>) -> Self {
        let tagged = pack.model().map(|model| {
            let forms = answer.forms(0).iter();
            (model, model.tag(forms.map(|form: &WordForm<'_>| (&*form.text, form.stem()))))
        });
        Self { pack, answer, tagged }
    }

    /// How the idea with this quote can be said back. None if it cannot be.
    pub fn saying(&self, quote: Span, label: &str) -> Option<Saying> {
        if self.pack.is_grave(label) {
            return None;
        }
        let Some(spoken) = self.spoken() else {
            return phrase(self.pack, label).map(|text| Saying { text, form: SayingForm::Phrase });
        };
        let range = self.tokens(quote)?;
        spoken.clause(&range).or_else(|| spoken.noun_phrase(&range))
    }

    /// The words of a quote.
    pub(super) fn tokens(&self, quote: Span) -> Option<Range<usize>> {
        let tokens = self.answer.tokens.iter();
        let inside = |start: u32, end: u32| start < quote.end && end > quote.start;
        let mut at = tokens.enumerate().filter(|(_, token)| inside(token.start, token.end)).map(|(at, _)| at);
        let start = at.next()?;
        Some(start..at.next_back().unwrap_or(start) + 1)
    }

    /// The tagged answer. None where the language has no parts of speech.
    pub(super) fn spoken(&self) -> Option<Spoken<'_>> {
        let (model, words) = self.tagged.as_ref()?;
        Some(Spoken { pack: self.pack, answer: &self.answer, model, words })
    }

    /// What was learned of the language.
    pub(super) fn model(&self) -> Option<&'a ReadingModel> {
        self.tagged.as_ref().map(|(model, _)| *model)
    }
}

/// A tagged answer.
#[derive(Clone, Copy)]
pub(super) struct Spoken<'a> {
    pack: &'a LanguagePack,
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

    /// Whether the word adds nothing at the edge of a clause.
    fn is_loose(&self, at: usize) -> bool {
        self.tag(at) == Some(PartOfSpeech::Intj)
            || [WordList::Hedge, WordList::Filler, WordList::Minimal].iter().any(|&list| self.answer.is(at, list))
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
        let is_asked = self.answer.is(start, WordList::Interrogative) || self.speaks_to_listener(clause.clone());
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
        let reason = |at: usize| {
            let cue = self.answer.lexicon.cue(self.answer.forms(at)).and_then(|(_, number)| self.pack.cues.get(number));
            cue.is_some_and(|cue| cue.role == CueRole::Reason)
        };
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
        let is_plain = (self.answer.is(start, WordList::Past) || governs) && !is_object;
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
            let is_sub = self.tag(at) == Some(PartOfSpeech::Sconj) || self.answer.is(at, WordList::Interrogative);
            is_sub || self.joins(at) && (self.is_verb(at + 1) || self.verb_of(at + 1, most).is_some())
        };
        let mut end = (from..most).find(|&at| begins_clause(at)).unwrap_or(most);
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
        let is_loose = self.is_loose(last) || self.is_possessive(last) || self.joins(last);
        (!waits && !is_loose).then_some(end)
    }

    /// The noun phrase of an idea, with its article.
    fn noun_phrase(&self, range: &Range<usize>) -> Option<Saying> {
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
        let is_loose = self.is_loose(start) || self.is_loose(last);
        // "The pros" of "the pros and cons" is half of what was said.
        let goes_on = |tag| matches!(tag, PartOfSpeech::Noun | PartOfSpeech::Cconj);
        let continues = self.tag(phrase.end).is_some_and(goes_on)
            || self.tag(start.wrapping_sub(1)).is_some_and(|tag| matches!(tag, PartOfSpeech::Adj | PartOfSpeech::Num));
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

    fn is_third_person(&self, at: usize) -> bool {
        let word = self.answer.word(at);
        self.is_subject(at) && self.tag(at) == Some(PartOfSpeech::Pron) && shift_of(self.pack, word).is_none()
    }

    /// The word for the listener: what "I" becomes.
    fn listener(&self) -> Option<&str> {
        shift_of(self.pack, "i")
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

/// What a single word becomes with the person shifted.
fn shift_of<'p>(pack: &'p LanguagePack, word: &str) -> Option<&'p str> {
    pack.persons.get(word).map(String::as_str)
}

/// A label as it can be said back where the language has no parts of speech.
fn phrase(pack: &LanguagePack, label: &str) -> Option<String> {
    let phrase = TokenizedAnswer::new(pack.lexicon(), label);
    let count = phrase.tokens.len();
    let words_only = (0..count).all(|at| phrase.is_word(at) || phrase.kind(at) == Some(TokenKind::Other));
    if count == 0 || !words_only || phrase.words(phrase.all()) > PHRASE_WORDS || phrase.weight(phrase.all()) == 0 {
        return None;
    }
    let small_end = [
        WordList::Preposition,
        WordList::Conjunction,
        WordList::Determiner,
        WordList::Auxiliary,
        WordList::Interrogative,
        WordList::Infinitive,
        WordList::Negation,
        WordList::Anaphor,
    ];
    let last = count - 1;
    let is_cut = small_end.iter().any(|&list| phrase.is(last, list)) && !phrase.is_final_noun(last);
    let small_start = [WordList::Conjunction, WordList::Negation, WordList::Preposition, WordList::Anaphor];
    let opens_badly = small_start.iter().any(|&list| phrase.is(0, list));
    let loose = [WordList::Hedge, WordList::Filler, WordList::Minimal];
    let is_loose = loose.iter().any(|&list| phrase.is(0, list) || phrase.is(last, list));
    let vague = [WordList::Vague, WordList::Interrogative];
    let is_vague = is_loose || vague.iter().any(|&list| phrase.any(phrase.all(), list));
    if is_cut || opens_badly || is_vague {
        return None;
    }
    // A capital that only opened the respondent's sentence becomes small: of a phrase of several words, not of a name.
    let text = said(pack, &phrase, 0..count, |_| None)?;
    Some(if pack.keeps_capitals || count == 1 { text } else { lower_first(&text) })
}

/// The text with a small first letter, unless it begins with several capitals.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// The words with the person shifted, each as `respelled` says or as it was written. None if a pronoun cannot be shifted or
/// refers to something unsaid.
fn said(
    pack: &LanguagePack,
    phrase: &TokenizedAnswer<'_>,
    range: Range<usize>,
    respelled: impl Fn(usize) -> Option<String>,
) -> Option<String> {
    let is_clause_word = |at: usize| phrase.is(at, WordList::Subject) && range.len() >= LEAST_CLAUSE;
    let mut said = String::new();
    let mut at = range.start;
    while at < range.end {
        let (text, length) = if let Some((to, length)) = shift(pack, phrase, at) {
            (to.to_owned(), length)
        } else {
            let is_pronoun = phrase.is(at, WordList::SelfWord)
                || phrase.is(at, WordList::Object) && !is_clause_word(at) && pack.model().is_none()
                || phrase.is(at, WordList::Subject) && phrase.is(at, WordList::Stop) && pack.model().is_none();
            let token = phrase.tokens.get(at).filter(|_| !is_pronoun)?;
            (respelled(at).unwrap_or_else(|| slice(phrase.text, token.start, token.end).to_owned()), 1)
        };
        if !said.is_empty() {
            // The splitter drops hyphens: they stand where two words are one place apart without a blank.
            let gap = at
                .checked_sub(1)
                .and_then(|before| Some((phrase.tokens.get(before)?.end, phrase.tokens.get(at)?.start)));
            let mark = gap.map_or(" ", |(from, to)| slice(phrase.text, from, to));
            said.push_str(if mark.is_empty() || mark == "-" { mark } else { " " });
        }
        said.push_str(&text);
        at += length;
    }
    Some(said)
}

/// The shifted form of the longest entry at this word.
fn shift<'p>(pack: &'p LanguagePack, phrase: &TokenizedAnswer<'_>, at: usize) -> Option<(&'p str, usize)> {
    let matches = |from: &str| {
        let words: Vec<&str> = from.split(' ').collect();
        words.iter().enumerate().all(|(step, word)| phrase.word(at + step) == *word).then_some(words.len())
    };
    let found = pack.persons.iter().filter_map(|(from, to)| Some((to.as_str(), matches(from)?)));
    found.max_by_key(|(_, length)| *length)
}

/// What an idea is as words. None where the lists of the language do not say.
pub(super) fn kind(context: &ReadingContext<'_>, answer: &TokenizedAnswer<'_>, idea: &Idea) -> Option<IdeaKind> {
    let core = idea.phrase.core.clone();
    if answer.any(core.clone(), WordList::Affect) {
        return Some(IdeaKind::Feeling);
    }
    if context.ontology.node(&idea.node_type).is_some_and(|node| node.terminal) {
        return Some(IdeaKind::Value);
    }
    let has = |list: WordList| answer.any(core.clone(), list);
    if has(WordList::Past) {
        return Some(IdeaKind::Event);
    }
    if has(WordList::Finite) || has(WordList::Auxiliary) || has(WordList::Ability) || has(WordList::Inability) {
        return Some(IdeaKind::State);
    }
    let speaks = has(WordList::SelfWord) || has(WordList::Object) || has(WordList::Subject);
    let opens_as_noun = core.start.checked_sub(1).is_some_and(|before| answer.is(before, WordList::Determiner));
    (!speaks && (opens_as_noun || idea.names_element)).then_some(IdeaKind::Thing)
}
