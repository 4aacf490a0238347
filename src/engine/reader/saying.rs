//! How an idea can be said back to the respondent.
//!
//! Two things can be said back: a clause with its subject and its verb ("You said the box came late."), and a noun phrase
//! ("You mentioned the staff fridge."). Without parts of speech, a whole phrase of a few words. Anything else is not quoted.

use std::ops::Range;

use super::{spoken::Spoken, tokenized_answer::TokenizedAnswer};
use crate::engine::{
    graph::{Saying, SayingForm, Span},
    language::{LanguagePack, ReadingModel, TaggedWord, TalkTexts, WordForm, WordList},
    text::{TokenKind, lower_first, slice},
};

/// Most words of a phrase that is said back.
pub(super) const PHRASE_WORDS: usize = 6;
/// Most words of a statement that is said back before a question.
const SAID_WORDS: usize = 10;

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
        let saying = match self.spoken() {
            Some(spoken) => spoken.saying(&self.tokens(quote)?)?,
            None => Saying { text: phrase(self.pack, label)?, form: SayingForm::Phrase },
        };
        // The clause of a harmless label may hold what is never said back.
        let is_grave = self.pack.is_grave(label) || self.pack.is_grave(&saying.text);
        (!is_grave).then_some(saying)
    }

    /// The words around an idea as they were said. None if they cannot stand alone, or are never said back.
    pub fn quotation(&self, quote: Span) -> Option<&'a str> {
        let words = self.spoken()?.quotable(&self.tokens(quote)?)?;
        let (first, last) = (self.answer.tokens.get(words.start)?, self.answer.tokens.get(words.end.checked_sub(1)?)?);
        let text = slice(self.answer.text, first.start, last.end);
        (!text.contains(['"', '“', '\n']) && !self.pack.is_grave(text)).then_some(text)
    }

    /// The longest noun phrase that begins after a code point. None without one, or in a language without parts of speech.
    pub fn phrase_after(&self, start: u32) -> Option<Saying> {
        let first = self.answer.tokens.iter().position(|token| token.start >= start)?;
        let spoken = self.spoken()?;
        let most = (first + PHRASE_WORDS).min(self.answer.tokens.len());
        let found = (first + 1..=most).rev().find_map(|end| spoken.noun_phrase(&(first..end)))?;
        (!self.pack.is_grave(&found.text)).then_some(found)
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

    /// What is said between questions in the language.
    pub(super) fn talk(&self) -> &'a TalkTexts {
        &self.pack.talk
    }

    /// Whether a saying is one short statement: "you drive a school bus you're not daft" is two.
    pub(super) fn is_plain(&self, saying: &Saying) -> bool {
        let said = TokenizedAnswer::new(self.pack.lexicon(), &saying.text);
        let subjects = said.all().filter(|&at| said.is(at, WordList::Subject)).count();
        saying.form != SayingForm::Phrase && said.words(said.all()) <= SAID_WORDS && subjects <= 1
    }

    /// What was learned of the language.
    pub(super) fn model(&self) -> Option<&'a ReadingModel> {
        self.tagged.as_ref().map(|(model, _)| *model)
    }
}

/// What a single word becomes with the person shifted.
pub(super) fn shift_of<'p>(pack: &'p LanguagePack, word: &str) -> Option<&'p str> {
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
    // A pronoun that cannot be shifted refers to something unsaid.
    let refers = |at: usize| {
        let is_pronoun =
            phrase.is(at, WordList::Object) || phrase.is(at, WordList::Subject) && phrase.is(at, WordList::Stop);
        is_pronoun && shift(pack, &phrase, at).is_none()
    };
    if is_cut || opens_badly || is_vague || (0..count).any(refers) {
        return None;
    }
    // A capital that only opened the respondent's sentence becomes small: of a phrase of several words, not of a name.
    let text = said(pack, &phrase, 0..count, |_| None)?;
    Some(if pack.keeps_capitals || count == 1 { text } else { lower_first(&text) })
}

/// The words with the person shifted, each as `respelled` says or as it was written. None if a word of the speaker cannot be
/// shifted.
pub(super) fn said(
    pack: &LanguagePack,
    phrase: &TokenizedAnswer<'_>,
    range: Range<usize>,
    respelled: impl Fn(usize) -> Option<String>,
) -> Option<String> {
    let mut said = String::new();
    let mut at = range.start;
    while at < range.end {
        let (text, length) = if let Some((to, length)) = shift(pack, phrase, at) {
            (to.to_owned(), length)
        } else {
            let token = phrase.tokens.get(at).filter(|_| !phrase.is(at, WordList::SelfWord))?;
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
