//! Splits an answer into sentences and clauses, and finds how each clause joins the one before it.

use std::ops::Range;

use super::tokenized_answer::TokenizedAnswer;
use crate::engine::language::{Cue, CueNeeds, CuePart, CueRole, LanguagePack, WordList};
use crate::engine::text::TokenKind;

/// A piece of an answer that may hold one idea.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// Words and marks it covers.
    pub(super) range: Range<usize>,
    /// How it joins the clause before it.
    pub(super) role: Option<CueRole>,
    /// Number of the cue before it in the pack.
    pub(super) cue: Option<usize>,
    /// Number of its sentence.
    pub(super) sentence: usize,
    /// Whether it is the first of its sentence.
    pub(super) opens: bool,
}

/// A sentence: its words and marks, and how it ends.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// Words and marks, the closing ones left out.
    pub(super) range: Range<usize>,
    /// The mark at its end.
    pub(super) end: Option<TokenKind>,
}

/// The sentences of a text.
pub(super) fn sentences(answer: &TokenizedAnswer<'_>) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, token) in answer.tokens.iter().enumerate() {
        if token.kind.ends_sentence() {
            if answer.words(start..at) > 0 {
                found.push(Sentence { range: start..at, end: Some(token.kind) });
            }
            start = at + 1;
        }
    }
    if answer.words(start..answer.tokens.len()) > 0 {
        found.push(Sentence { range: start..answer.tokens.len(), end: None });
    }
    found
}

/// The clauses of all sentences, in order, empty ones left out.
pub(super) fn clauses(answer: &TokenizedAnswer<'_>, pack: &LanguagePack, sentences: &[Sentence]) -> Vec<Clause> {
    let mut found = Vec::new();
    for (number, sentence) in sentences.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|last| sentences.get(last)).unwrap_or(sentence).range.start;
        let mut cutter =
            ClauseSplitter { answer, pack, number, sentence, before, pieces: Vec::new(), role: None, cue: None };
        cutter.cut();
        found.extend(joined(answer, cutter.pieces));
    }
    found
}

struct ClauseSplitter<'a> {
    answer: &'a TokenizedAnswer<'a>,
    pack: &'a LanguagePack,
    number: usize,
    sentence: &'a Sentence,
    /// Where the sentence before it begins, or it does itself.
    before: usize,
    pieces: Vec<Clause>,
    role: Option<CueRole>,
    cue: Option<usize>,
}

impl<'a> ClauseSplitter<'a> {
    fn cut(&mut self) {
        let mut start = self.sentence.range.start;
        let mut at = start;
        while at < self.sentence.range.end {
            if self.completes(start, at) {
                at += 1;
            } else if matches!(self.answer.kind(at), Some(TokenKind::Comma | TokenKind::Break)) {
                self.close(start..at);
                start = at + 1;
                at = start;
            } else if let Some((length, number, cue)) = self.cue_at(start, at) {
                let is_otherwise = self.is_otherwise(cue, at);
                self.close(start..at);
                self.role = Some(if is_otherwise { CueRole::Otherwise } else { cue.role });
                self.cue = Some(number);
                start = if cue.part == CuePart::Dropped && !is_otherwise { at + length } else { at };
                at += length;
            } else {
                if self.main_clause_begins(start, at) {
                    self.close(start..at);
                    self.role = Some(CueRole::Result);
                    start = at;
                } else if self.turns_to_main(start, at) {
                    self.close(start..at);
                    self.role = Some(CueRole::Result);
                    start = at + 1;
                }
                at += 1;
            }
        }
        self.close(start..self.sentence.range.end);
    }

    /// Whether the comma here only introduces a complement of the words before it.
    fn completes(&self, start: usize, at: usize) -> bool {
        self.answer.kind(at) == Some(TokenKind::Comma)
            && self.answer.is(at + 1, WordList::Complement)
            && self.answer.weight(start..at) > 0
    }

    /// Ends a piece. One without words hands its role on to the next.
    fn close(&mut self, range: Range<usize>) {
        if self.answer.words(range.clone()) == 0 {
            return;
        }
        let opens = self.pieces.is_empty();
        self.pieces.push(Clause { range, role: self.role.take(), cue: self.cue.take(), sentence: self.number, opens });
    }

    /// The cue that begins here, if its context fits.
    fn cue_at(&self, start: usize, at: usize) -> Option<(usize, usize, &'a Cue)> {
        if !self.answer.is_word(at) {
            return None;
        }
        let (length, number) = self.answer.lexicon.cue(self.answer.forms(at))?;
        let cue = self.pack.cues.get(number)?;
        let after = at + length;
        let met = match cue.needs {
            CueNeeds::Nothing => true,
            CueNeeds::Subject => self.answer.is(after, WordList::Subject),
            CueNeeds::Clause => self.begins_clause(after),
            CueNeeds::Mark => at == start,
            CueNeeds::Content => self.answer.weight(start..at) > 0,
            CueNeeds::Requirement => self.answer.any(self.before..at, WordList::Requirement),
        };
        // "Important for who I am": the object of a preposition is not cut off.
        let is_governed = cue.role == CueRole::Detail && at > start && self.answer.is(at - 1, WordList::Preposition);
        (met && !is_governed && after <= self.sentence.range.end).then_some((length, number, cue))
    }

    /// "It has to froth, or the coffee is flat": after an obligation, the alternative is the consequence of its
    /// absence.
    fn is_otherwise(&self, cue: &Cue, at: usize) -> bool {
        let must = || self.answer.any(self.sentence.range.start..at, WordList::Requirement);
        cue.role == CueRole::Addition && self.answer.is(at, WordList::Alternative) && must()
    }

    /// Whether a subject begins here, or a noun phrase with a finite verb before the next mark.
    fn begins_clause(&self, at: usize) -> bool {
        if self.answer.is(at, WordList::Subject) {
            return true;
        }
        let end = (at..self.sentence.range.end)
            .find(|&at| matches!(self.answer.kind(at), Some(TokenKind::Comma | TokenKind::Break)))
            .unwrap_or(self.sentence.range.end);
        let verb = (at + 1..end.min(at + 6)).any(|at| {
            self.answer.is(at, WordList::Auxiliary)
                || self.answer.is(at, WordList::Finite)
                || self.answer.is(at, WordList::Subject)
        });
        verb && !self.answer.is(at, WordList::Preposition)
            && self.answer.is_content(at) | self.answer.is(at, WordList::Determiner)
    }

    /// In "if it means less waste then great" the main clause begins after the word.
    fn turns_to_main(&self, start: usize, at: usize) -> bool {
        self.role.is_some_and(CueRole::is_subordinate)
            && self.answer.is(at, WordList::Consequent)
            && self.answer.weight(start..at) > 0
    }

    /// In "if I train I hit my times" the main clause begins with the second subject.
    fn main_clause_begins(&self, start: usize, at: usize) -> bool {
        self.role.is_some_and(CueRole::is_subordinate)
            && self.answer.is(at, WordList::Nominative)
            && at >= start + 2
            && self.answer.words(start..at) >= 2
            && self.answer.weight(start..at) > 0
    }
}

/// Drops empty pieces and hangs short prepositional ones on the piece before them.
fn joined(answer: &TokenizedAnswer<'_>, pieces: Vec<Clause>) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut role = None;
    let mut opens = true;
    for mut piece in pieces {
        if answer.weight(piece.range.clone()) == 0 && !answer.any(piece.range.clone(), WordList::Negation) {
            role = piece.role.or(role);
            continue;
        }
        piece.role = piece.role.or(role.take());
        let hangs = piece.role.is_none()
            && answer.is(piece.range.start, WordList::Preposition)
            && !answer.any(piece.range.clone(), WordList::Subject)
            && answer.weight(piece.range.clone()) <= 2;
        match found.last_mut() {
            Some(last) if hangs && piece.range.start <= last.range.end + 1 => last.range.end = piece.range.end,
            Some(last) if last.role.is_some_and(CueRole::is_subordinate) && last.opens && piece.role.is_none() => {
                piece.role = Some(CueRole::Result);
                piece.opens = false;
                found.push(piece);
            }
            Some(_) | None => {
                piece.opens = std::mem::replace(&mut opens, false);
                found.push(piece);
            }
        }
    }
    found
}
