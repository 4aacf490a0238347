//! The style of a question: open or closed, one point or two, and what it says of the respondent.

use serde::{Deserialize, Serialize};

use crate::engine::{
    language::{LanguagePack, PhraseSet, QuestionList, WordList},
    methodology::Tactic,
    text::{self, TokenKind},
};

/// Forms that a tactic permits, because its own questions have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionForms {
    /// A question for yes or no.
    pub is_closed: bool,
    /// A question that offers alternatives.
    pub is_alternative: bool,
    /// A question for two things.
    pub is_double: bool,
}

impl QuestionForms {
    /// The forms of a question.
    pub fn of(question: &str, pack: &LanguagePack) -> Self {
        let words = StyleWords::of(pack);
        let sentences = sentences(&without_quotes(question));
        let Some(asking) = sentences.iter().rev().find(|sentence| sentence.is_question).or(sentences.last()) else {
            return Self::default();
        };
        let clauses = &asking.clauses;
        // Without the words of a language nothing is closed.
        let is_closed = !words.open.is_empty() && !words.request_opening.is_empty() && words.is_closed(clauses);
        Self {
            is_closed,
            is_alternative: words.offers_alternatives(clauses, is_closed),
            is_double: words.asks_twice(&clauses.concat()),
        }
    }

    /// The forms that at least half of a tactic's questions have.
    pub fn of_tactic(tactic: &Tactic, pack: &LanguagePack) -> Self {
        let pool = &tactic.questions;
        let lists = [&pool.node, &pool.pair, &pool.element, &pool.global];
        let questions = lists.into_iter().chain(pool.types.values()).chain(pool.that.values()).flatten();
        let forms: Vec<Self> = questions.map(|question| Self::of(question, pack)).collect();
        let is_usual = |has: fn(&Self) -> bool| {
            let count = forms.iter().filter(|form| has(form)).count();
            count > 0 && count * 2 >= forms.len()
        };
        Self {
            is_closed: is_usual(|form| form.is_closed),
            is_alternative: is_usual(|form| form.is_alternative),
            is_double: is_usual(|form| form.is_double),
        }
    }
}

/// A sentence as clauses of lower-case words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct QuestionSentence {
    /// Its clauses; none is empty.
    pub clauses: Vec<Vec<String>>,
    /// Whether a question mark ends it.
    pub is_question: bool,
}

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<QuestionSentence> {
    let mut found = vec![QuestionSentence::default()];
    let mut is_new_clause = true;
    for token in text::tokens(text) {
        let Some(sentence) = found.last_mut() else { break };
        match token.kind {
            TokenKind::Word => {
                if is_new_clause {
                    sentence.clauses.push(Vec::new());
                }
                is_new_clause = false;
                if let Some(clause) = sentence.clauses.last_mut() {
                    clause.push(token.text.into_owned());
                }
            }
            TokenKind::Comma | TokenKind::Break => is_new_clause = true,
            kind @ (TokenKind::Stop | TokenKind::Question | TokenKind::Exclamation) => {
                is_new_clause = true;
                if !sentence.clauses.is_empty() {
                    sentence.is_question = kind == TokenKind::Question;
                    found.push(QuestionSentence::default());
                }
            }
            TokenKind::Quote | TokenKind::Other => {}
        }
    }
    found.retain(|sentence| !sentence.clauses.is_empty());
    found
}

/// Quotation marks in questions.
const QUOTES: [char; 8] = ['“', '”', '„', '«', '»', '「', '」', '"'];

/// The parts of a text outside and inside quotation marks, in turn. A mark without a partner quotes nothing.
fn parts(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text.split(QUOTES).collect();
    if parts.len().is_multiple_of(2) { vec![text] } else { parts }
}

/// The question without quoted words of the respondent.
pub(super) fn without_quotes(question: &str) -> String {
    parts(question).into_iter().step_by(2).collect::<Vec<_>>().join(" ")
}

/// The quoted parts of a question.
pub(super) fn quoted(question: &str) -> Vec<&str> {
    parts(question).into_iter().skip(1).step_by(2).collect()
}

/// Phrases as sets of words, spelt like tokens.
pub(super) fn phrase_set<S: AsRef<str>>(phrases: &[S]) -> PhraseSet<()> {
    let mut set = PhraseSet::default();
    for phrase in phrases {
        set.insert(text::word_list(phrase.as_ref()), ());
    }
    set
}

/// Whether a phrase begins at these words.
pub(super) fn starts(phrases: &PhraseSet<()>, words: &[String]) -> bool {
    phrases.at(words.iter().map(String::as_str)).next().is_some()
}

/// Whether a phrase occurs in these words.
pub(super) fn occurs(phrases: &PhraseSet<()>, words: &[String]) -> bool {
    phrases.is_in(words.iter().map(String::as_str))
}

/// Words of a language that tell the form of a question.
struct StyleWords {
    open: PhraseSet<()>,
    /// Verbs that open a question for yes or no.
    auxiliary: PhraseSet<()>,
    alternative: PhraseSet<()>,
    negation: PhraseSet<()>,
    second: PhraseSet<()>,
    request_opening: PhraseSet<()>,
    request: PhraseSet<()>,
}

impl StyleWords {
    fn of(pack: &LanguagePack) -> Self {
        let list = |list| phrase_set(pack.list(list));
        // "It's" and "that's" have their subject with them and open a statement.
        let is_verb = |word: &&String| !word.contains('\'') || word.ends_with("n't");
        let auxiliary: Vec<&String> = pack.list(WordList::Auxiliary).iter().filter(is_verb).collect();
        Self {
            open: list(WordList::OpenForm),
            auxiliary: phrase_set(&auxiliary),
            alternative: list(WordList::Alternative),
            negation: list(WordList::Negation),
            second: list(WordList::DoubleBarrelled),
            request_opening: phrase_set(pack.question_list(QuestionList::RequestOpening)),
            request: phrase_set(pack.question_list(QuestionList::Request)),
        }
    }

    /// Whether a question asks for yes or no: its first or last clause opens with a verb, or nothing in it asks.
    fn is_closed(&self, clauses: &[Vec<String>]) -> bool {
        let opens_with_verb = |clause: &Vec<String>| {
            starts(&self.auxiliary, clause) && !starts(&self.open, clause) && !self.requests(clause)
        };
        let asks = clauses.iter().any(|clause| occurs(&self.open, clause) || self.requests(clause));
        // "What, if anything, would you change?"
        if clauses.first().is_some_and(|first| first.len() <= 2 && starts(&self.open, first)) {
            return false;
        }
        !asks || clauses.first().is_some_and(opens_with_verb) || clauses.last().is_some_and(opens_with_verb)
    }

    /// "Could you tell me more": a request in the form of a closed question.
    fn requests(&self, clause: &[String]) -> bool {
        let opens = (0..2).any(|at| clause.get(at..).is_some_and(|rest| starts(&self.request_opening, rest)));
        opens && occurs(&self.request, clause)
    }

    /// Whether a question offers alternatives. "If at all" and "or not" only leave room.
    fn offers_alternatives(&self, clauses: &[Vec<String>], is_closed: bool) -> bool {
        let joins = |clause: &[String]| {
            (0..clause.len()).any(|at| {
                clause.get(at..).is_some_and(|rest| starts(&self.alternative, rest))
                    && clause.get(at + 1..).is_some_and(|rest| !rest.is_empty() && !starts(&self.negation, rest))
            })
        };
        if is_closed {
            return clauses.iter().any(|clause| joins(clause));
        }
        // "What matters more, the taste or the price?"
        let tail = clauses.last().filter(|_| clauses.len() > 1);
        tail.is_some_and(|tail| joins(tail) && !occurs(&self.open, tail))
    }

    /// Whether a question asks a second thing: "how was it, and what came of it". A question that starts with "and what" asks
    /// one thing.
    fn asks_twice(&self, words: &[String]) -> bool {
        (1..words.len()).any(|at| {
            let (before, rest) = words.split_at(at);
            starts(&self.second, rest) && (starts(&self.auxiliary, before) || occurs(&self.open, before))
        })
    }
}
