//! The style of a question: open or closed, single or double, leading or not.

use std::borrow::Cow;

use crate::engine::{
    language::{LanguagePack, WordList},
    text::{Token, TokenKind, WordSet, jaccard, mark, words},
};

/// Least similarity to an earlier question that counts as a repetition, 0–1.
const REPEATS: f64 = 0.85;
/// Least similarity that counts as half a repetition.
const NEARLY: f64 = 0.6;
/// Number of earlier questions in the comparison.
const COMPARED: usize = 6;

/// The style of a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QuestionStyle {
    /// The turn that answered it.
    pub turn: u32,
    /// Its number of words.
    pub length: usize,
    /// Whether it is open; none if the language lists no open forms.
    pub is_open: Option<bool>,
    /// Whether it asks for one thing.
    pub is_single: bool,
    /// Whether it suggests its answer.
    pub is_leading: bool,
    /// Whether it asks for personal data.
    pub asks_for_data: bool,
    /// Repetition of one of the six questions before it: 0, ½ or 1.
    pub repeats: f64,
}

/// Phrases of a language that tell styles of questions, spelt like tokens.
#[derive(Debug)]
pub(super) struct StylePhrases<'a> {
    open: PhraseGroup<'a>,
    auxiliary: PhraseGroup<'a>,
    alternative: PhraseGroup<'a>,
    second: PhraseGroup<'a>,
    leading: PhraseGroup<'a>,
    personal: PhraseGroup<'a>,
}

/// A word of a question with its hash mark.
type MarkedWord<'a> = (u64, &'a str);

/// Phrases of a list.
#[derive(Debug)]
struct PhraseGroup<'a> {
    /// All marks of first words.
    marks: u64,
    /// Each phrase with the mark of its first word.
    phrases: Vec<(u64, Cow<'a, str>)>,
}

impl<'a> PhraseGroup<'a> {
    fn of(phrases: &'a [String]) -> Self {
        let first = |phrase: &str| phrase.split_once(' ').map_or_else(|| mark(phrase), |(first, _)| mark(first));
        let phrases = phrases.iter().map(|phrase| normalized(phrase)).filter(|phrase| !phrase.is_empty());
        let phrases: Vec<_> = phrases.map(|phrase| (first(&phrase), phrase)).collect();
        Self { marks: phrases.iter().fold(0, |marks, (mark, _)| marks | mark), phrases }
    }

    /// Whether the words start with a phrase.
    fn starts(&self, words: &[MarkedWord<'_>]) -> bool {
        let Some((first, _)) = words.first().filter(|(first, _)| self.marks & first != 0) else { return false };
        self.phrases.iter().any(|(mark, phrase)| mark == first && starts_with(words, phrase))
    }

    /// Whether the words contain a phrase.
    fn occurs_in(&self, words: &[MarkedWord<'_>]) -> bool {
        (0..words.len()).any(|at| words.get(at..).is_some_and(|words| self.starts(words)))
    }
}

impl<'a> StylePhrases<'a> {
    /// The phrases of a language pack.
    pub(super) fn of(pack: &'a LanguagePack) -> Self {
        let group = |list| PhraseGroup::of(pack.list(list));
        Self {
            open: group(WordList::OpenForm),
            auxiliary: group(WordList::Auxiliary),
            alternative: group(WordList::Alternative),
            second: group(WordList::DoubleBarrelled),
            leading: group(WordList::Leading),
            personal: group(WordList::PersonalData),
        }
    }
}

impl QuestionStyle {
    /// The style of a question with these tokens and words. `before` holds the words of earlier questions, oldest first.
    pub(super) fn of(
        turn: u32,
        tokens: &[Token<'_>],
        set: &WordSet,
        before: &[WordSet],
        phrases: &StylePhrases<'_>,
    ) -> Self {
        let own = own_words(tokens);
        let words: Vec<MarkedWord<'_>> = own.iter().flatten().copied().collect();
        let question_marks = tokens.iter().filter(|token| token.kind == TokenKind::Question).count();
        let likeness = before.iter().rev().take(COMPARED).map(|earlier| jaccard(set, earlier)).fold(0.0, f64::max);
        Self {
            turn,
            length: words_of(tokens).count(),
            is_open: (!phrases.open.phrases.is_empty()).then(|| is_open(&own, phrases)),
            is_single: question_marks <= 1 && !phrases.alternative.occurs_in(&words) && !asks_twice(&words, phrases),
            is_leading: phrases.leading.occurs_in(&words),
            asks_for_data: phrases.personal.occurs_in(&words),
            repeats: match likeness {
                likeness if likeness >= REPEATS => 1.0,
                likeness if likeness >= NEARLY => 0.5,
                _ => 0.0,
            },
        }
    }
}

/// The quoted parts of a question. It presents them as the respondent's words.
pub(super) fn quoted(question: &str) -> Vec<String> {
    let is_quote = |mark: char| matches!(mark, '“' | '”' | '„' | '«' | '»' | '"');
    let parts: Vec<&str> = question.split(is_quote).collect();
    // An unpaired quotation mark quotes nothing.
    if parts.len().is_multiple_of(2) {
        Vec::new()
    } else {
        parts.into_iter().skip(1).step_by(2).map(str::to_owned).collect()
    }
}

/// Whether a clause starts with an open form, and the last one does not start with a verb that asks for yes or no.
fn is_open(clauses: &[Vec<MarkedWord<'_>>], phrases: &StylePhrases<'_>) -> bool {
    // "What's" counts as an open form, although it is an auxiliary too.
    let is_closed =
        clauses.last().is_some_and(|clause| phrases.auxiliary.starts(clause) && !phrases.open.starts(clause));
    // Up to two words may precede a form: "in what way", "and what", "to whom".
    let asks =
        |clause: &[MarkedWord<'_>]| (0..3).any(|at| clause.get(at..).is_some_and(|rest| phrases.open.starts(rest)));
    !is_closed && clauses.iter().any(|clause| asks(clause))
}

/// Whether a question asks a second thing: "how was it, and what came of it". A question that starts with "and what" asks
/// one thing.
fn asks_twice(words: &[MarkedWord<'_>], phrases: &StylePhrases<'_>) -> bool {
    let has_asked = |before: &[MarkedWord<'_>]| phrases.auxiliary.starts(before) || phrases.open.occurs_in(before);
    (1..words.len()).any(|at| {
        let (before, rest) = words.split_at(at);
        phrases.second.starts(rest) && has_asked(before)
    })
}

/// The words outside quotes by clause, in lower case.
fn own_words<'a>(question: &'a [Token<'a>]) -> Vec<Vec<MarkedWord<'a>>> {
    let mut clauses = vec![Vec::new()];
    let mut is_quoted = false;
    for Token { text, kind, .. } in question {
        match *kind {
            TokenKind::Quote => is_quoted = !is_quoted,
            TokenKind::Word if is_quoted => {}
            TokenKind::Word => {
                if let Some(clause) = clauses.last_mut() {
                    clause.push((mark(text), &**text));
                }
            }
            TokenKind::Stop | TokenKind::Question | TokenKind::Exclamation | TokenKind::Comma | TokenKind::Break => {
                clauses.push(Vec::new());
            }
            TokenKind::Other => {}
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

/// Whether the words start with this phrase.
fn starts_with(words: &[MarkedWord<'_>], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|wanted| words.next().is_some_and(|(_, word)| *word == wanted))
}

/// A phrase spelt like tokens: letters with several Arabic spellings have one.
fn normalized(phrase: &str) -> Cow<'_, str> {
    if phrase.is_ascii() { Cow::Borrowed(phrase) } else { words(phrase).collect::<Vec<_>>().join(" ").into() }
}

/// The words among tokens.
pub(super) fn words_of<'a>(tokens: &'a [Token<'_>]) -> impl Iterator<Item = &'a str> {
    tokens.iter().filter(|token| token.kind == TokenKind::Word).map(|token| &*token.text)
}
