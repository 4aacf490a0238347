//! How a question is put: open or closed, one or two, leading or not.

use std::borrow::Cow;

use crate::{
    llm::rules::{LanguagePack, List},
    text::{Kind, Token, WordSet, jaccard, mark, words},
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

/// The phrases of a language by which questions are judged, spelt as words of questions are.
#[derive(Debug)]
pub(super) struct Phrases<'a> {
    open: Group<'a>,
    auxiliary: Group<'a>,
    alternative: Group<'a>,
    second: Group<'a>,
    leading: Group<'a>,
    personal: Group<'a>,
}

/// A word of a question behind its mark.
type Said<'a> = (u64, &'a str);

/// Phrases of a list.
#[derive(Debug)]
struct Group<'a> {
    /// Marks of their first words.
    marks: u64,
    /// Each behind the mark of its first word, its words a blank apart.
    phrases: Vec<(u64, Cow<'a, str>)>,
}

impl<'a> Group<'a> {
    fn of(phrases: &'a [String]) -> Self {
        let first = |phrase: &str| phrase.split_once(' ').map_or_else(|| mark(phrase), |(first, _)| mark(first));
        let phrases = phrases.iter().map(|phrase| spelt(phrase)).filter(|phrase| !phrase.is_empty());
        let phrases: Vec<_> = phrases.map(|phrase| (first(&phrase), phrase)).collect();
        Self { marks: phrases.iter().fold(0, |marks, (mark, _)| marks | mark), phrases }
    }

    /// Whether the first words are those of a phrase.
    fn begins(&self, words: &[Said<'_>]) -> bool {
        let Some((first, _)) = words.first().filter(|(first, _)| self.marks & first != 0) else { return false };
        self.phrases.iter().any(|(mark, phrase)| mark == first && begins_with(words, phrase))
    }

    /// Whether a phrase stands anywhere in these words.
    fn stands_in(&self, words: &[Said<'_>]) -> bool {
        (0..words.len()).any(|at| words.get(at..).is_some_and(|words| self.begins(words)))
    }
}

impl<'a> Phrases<'a> {
    /// Those of a pack.
    pub(super) fn of(pack: &'a LanguagePack) -> Self {
        let group = |list| Group::of(pack.list(list));
        Self {
            open: group(List::OpenForm),
            auxiliary: group(List::Auxiliary),
            alternative: group(List::Alternative),
            second: group(List::DoubleBarrelled),
            leading: group(List::Leading),
            personal: group(List::PersonalData),
        }
    }
}

impl Put {
    /// Looks at the tokens of a question. `set` are its words, `before` those of the questions before it, oldest first.
    pub(super) fn of(
        turn: u32,
        tokens: &[Token<'_>],
        set: &WordSet,
        before: &[WordSet],
        phrases: &Phrases<'_>,
    ) -> Self {
        let own = own_words(tokens);
        let words: Vec<Said<'_>> = own.iter().flatten().copied().collect();
        let likeness = before.iter().rev().take(COMPARED).map(|earlier| jaccard(set, earlier)).fold(0.0, f64::max);
        Self {
            turn,
            length: words_of(tokens).count(),
            is_open: (!phrases.open.phrases.is_empty()).then(|| is_open(&own, phrases)),
            is_single: marks(tokens) <= 1 && !phrases.alternative.stands_in(&words) && !asks_on(&words, phrases),
            is_leading: phrases.leading.stands_in(&words),
            asks_for_data: phrases.personal.stands_in(&words),
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
fn is_open(clauses: &[Vec<Said<'_>>], phrases: &Phrases<'_>) -> bool {
    // "What's" is an auxiliary too, and an open form before that.
    let is_closed =
        clauses.last().is_some_and(|clause| phrases.auxiliary.begins(clause) && !phrases.open.begins(clause));
    // "In what way", "and what", "to whom": a form may have a word or two before it.
    let asks = |clause: &[Said<'_>]| (0..3).any(|at| clause.get(at..).is_some_and(|rest| phrases.open.begins(rest)));
    !is_closed && clauses.iter().any(|clause| asks(clause))
}

/// Whether a question that has asked goes on to ask a second thing: "how was it, and what came of it". What opens with "and
/// what" asks one thing.
fn asks_on(words: &[Said<'_>], phrases: &Phrases<'_>) -> bool {
    let has_asked = |before: &[Said<'_>]| phrases.auxiliary.begins(before) || phrases.open.stands_in(before);
    (1..words.len()).any(|at| {
        let (before, rest) = words.split_at(at);
        phrases.second.begins(rest) && has_asked(before)
    })
}

/// Words outside quotes, clause by clause, in lower case.
fn own_words<'a>(question: &'a [Token<'a>]) -> Vec<Vec<Said<'a>>> {
    let mut clauses = vec![Vec::new()];
    let mut is_quoted = false;
    for Token { text, kind, .. } in question {
        match *kind {
            Kind::Quote => is_quoted = !is_quoted,
            Kind::Word if is_quoted => {}
            Kind::Word => {
                if let Some(clause) = clauses.last_mut() {
                    clause.push((mark(text), &**text));
                }
            }
            Kind::Stop | Kind::Question | Kind::Exclamation | Kind::Comma | Kind::Break => clauses.push(Vec::new()),
            Kind::Other => {}
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

/// Whether the first words are those of a phrase.
fn begins_with(words: &[Said<'_>], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|wanted| words.next().is_some_and(|(_, word)| *word == wanted))
}

/// The words of a phrase, spelt as words of questions are: Arabic letters that are written in several ways in one.
fn spelt(phrase: &str) -> Cow<'_, str> {
    if phrase.is_ascii() { Cow::Borrowed(phrase) } else { words(phrase).collect::<Vec<_>>().join(" ").into() }
}

fn marks(question: &[Token<'_>]) -> usize {
    question.iter().filter(|token| token.kind == Kind::Question).count()
}

/// The words among tokens.
pub(super) fn words_of<'a>(tokens: &'a [Token<'_>]) -> impl Iterator<Item = &'a str> {
    tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| &*token.text)
}
