//! Cuts an answer into sentences and clauses, and says how each clause joins the one before it.

use std::ops::Range;

use super::{
    super::pack::{Cue, LanguagePack, List, Needs, Part, Role},
    scene::Scene,
};
use crate::text::Kind;

/// A piece of an answer that may hold one idea.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// Words and marks it covers.
    pub(super) range: Range<usize>,
    /// How it joins the clause before it.
    pub(super) role: Option<Role>,
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
    pub(super) end: Option<Kind>,
}

/// The sentences of a text.
pub(super) fn sentences(scene: &Scene<'_>) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, token) in scene.tokens.iter().enumerate() {
        if token.kind.ends_sentence() {
            if scene.words(start..at) > 0 {
                found.push(Sentence { range: start..at, end: Some(token.kind) });
            }
            start = at + 1;
        }
    }
    if scene.words(start..scene.tokens.len()) > 0 {
        found.push(Sentence { range: start..scene.tokens.len(), end: None });
    }
    found
}

/// The clauses of all sentences, in order, empty ones left out.
pub(super) fn clauses(scene: &Scene<'_>, pack: &LanguagePack, sentences: &[Sentence]) -> Vec<Clause> {
    let mut found = Vec::new();
    for (number, sentence) in sentences.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|last| sentences.get(last)).unwrap_or(sentence).range.start;
        let mut cutter = Cutter { scene, pack, number, sentence, before, pieces: Vec::new(), role: None, cue: None };
        cutter.cut();
        found.extend(joined(scene, cutter.pieces));
    }
    found
}

struct Cutter<'a> {
    scene: &'a Scene<'a>,
    pack: &'a LanguagePack,
    number: usize,
    sentence: &'a Sentence,
    /// Where the sentence before it begins, or it does itself.
    before: usize,
    pieces: Vec<Clause>,
    role: Option<Role>,
    cue: Option<usize>,
}

impl<'a> Cutter<'a> {
    fn cut(&mut self) {
        let mut start = self.sentence.range.start;
        let mut at = start;
        while at < self.sentence.range.end {
            if self.completes(start, at) {
                at += 1;
            } else if matches!(self.scene.kind(at), Some(Kind::Comma | Kind::Break)) {
                self.close(start..at);
                start = at + 1;
                at = start;
            } else if let Some((length, number, cue)) = self.cue_at(start, at) {
                let is_otherwise = self.is_otherwise(cue, at);
                self.close(start..at);
                self.role = Some(if is_otherwise { Role::Otherwise } else { cue.role });
                self.cue = Some(number);
                start = if cue.part == Part::Dropped && !is_otherwise { at + length } else { at };
                at += length;
            } else {
                if self.main_clause_begins(start, at) {
                    self.close(start..at);
                    self.role = Some(Role::Result);
                    start = at;
                } else if self.turns_to_main(start, at) {
                    self.close(start..at);
                    self.role = Some(Role::Result);
                    start = at + 1;
                }
                at += 1;
            }
        }
        self.close(start..self.sentence.range.end);
    }

    /// Whether a comma stands here that only leads on to what completes the words before it.
    fn completes(&self, start: usize, at: usize) -> bool {
        self.scene.kind(at) == Some(Kind::Comma)
            && self.scene.is(at + 1, List::Complement)
            && self.scene.weight(start..at) > 0
    }

    /// Ends a piece. One without words hands its role on to the next.
    fn close(&mut self, range: Range<usize>) {
        if self.scene.words(range.clone()) == 0 {
            return;
        }
        let opens = self.pieces.is_empty();
        self.pieces.push(Clause { range, role: self.role.take(), cue: self.cue.take(), sentence: self.number, opens });
    }

    /// The cue that begins here, if what it needs stands around it.
    fn cue_at(&self, start: usize, at: usize) -> Option<(usize, usize, &'a Cue)> {
        if !self.scene.is_word(at) {
            return None;
        }
        let (length, number) = self.scene.lexicon.cue(self.scene.forms(at))?;
        let cue = self.pack.cues.get(number)?;
        let after = at + length;
        let met = match cue.needs {
            Needs::Nothing => true,
            Needs::Subject => self.scene.is(after, List::Subject),
            Needs::Clause => self.begins_clause(after),
            Needs::Mark => at == start,
            Needs::Content => self.scene.weight(start..at) > 0,
            Needs::Requirement => self.scene.any(self.before..at, List::Requirement),
        };
        // "Important for who I am": what a preposition governs is not cut off.
        let is_governed = cue.role == Role::Detail && at > start && self.scene.is(at - 1, List::Preposition);
        (met && !is_governed && after <= self.sentence.range.end).then_some((length, number, cue))
    }

    /// "It has to froth, or the coffee is flat": after what must be, an alternative is what comes of its absence.
    fn is_otherwise(&self, cue: &Cue, at: usize) -> bool {
        let must = || self.scene.any(self.sentence.range.start..at, List::Requirement);
        cue.role == Role::Addition && self.scene.is(at, List::Alternative) && must()
    }

    /// Whether a subject stands here, or a noun phrase with a finite verb behind it before the next mark.
    fn begins_clause(&self, at: usize) -> bool {
        if self.scene.is(at, List::Subject) {
            return true;
        }
        let end = (at..self.sentence.range.end)
            .find(|&at| matches!(self.scene.kind(at), Some(Kind::Comma | Kind::Break)))
            .unwrap_or(self.sentence.range.end);
        let verb = (at + 1..end.min(at + 6)).any(|at| {
            self.scene.is(at, List::Auxiliary) || self.scene.is(at, List::Finite) || self.scene.is(at, List::Subject)
        });
        verb && !self.scene.is(at, List::Preposition) && self.scene.is_content(at) | self.scene.is(at, List::Determiner)
    }

    /// In "if it means less waste then great" the main clause begins after the word.
    fn turns_to_main(&self, start: usize, at: usize) -> bool {
        self.role.is_some_and(Role::is_subordinate)
            && self.scene.is(at, List::Consequent)
            && self.scene.weight(start..at) > 0
    }

    /// In "if I train I hit my times" the main clause begins with the second subject.
    fn main_clause_begins(&self, start: usize, at: usize) -> bool {
        self.role.is_some_and(Role::is_subordinate)
            && self.scene.is(at, List::Nominative)
            && at >= start + 2
            && self.scene.words(start..at) >= 2
            && self.scene.weight(start..at) > 0
    }
}

/// Drops empty pieces and hangs short prepositional ones on the piece before them.
fn joined(scene: &Scene<'_>, pieces: Vec<Clause>) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut role = None;
    let mut opens = true;
    for mut piece in pieces {
        if scene.weight(piece.range.clone()) == 0 && !scene.any(piece.range.clone(), List::Negation) {
            role = piece.role.or(role);
            continue;
        }
        piece.role = piece.role.or(role.take());
        let hangs = piece.role.is_none()
            && scene.is(piece.range.start, List::Preposition)
            && !scene.any(piece.range.clone(), List::Subject)
            && scene.weight(piece.range.clone()) <= 2;
        match found.last_mut() {
            Some(last) if hangs && piece.range.start <= last.range.end + 1 => last.range.end = piece.range.end,
            Some(last) if last.role.is_some_and(Role::is_subordinate) && last.opens && piece.role.is_none() => {
                piece.role = Some(Role::Result);
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
