//! What an answer does in the conversation: by the phrases of the language, and by its shape.
//!
//! A segment is what lies between two marks. A protest is a segment about the question instead of the subject: it is not
//! read for ideas.

use std::ops::Range;

use super::{
    clause::{Clause, Sentence},
    extractability::Extractability,
    idea::Idea,
    known_context::KnownContext,
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::{
    dialogue::{AnswerAct, Depth},
    language::WordList,
    text::TokenKind,
};

/// Most content words beside a phrase that makes the whole segment a protest.
const LITTLE_ELSE: usize = 5;
/// Most content words of an echo of the question.
const ECHO: usize = 4;
/// Words from which an answer elaborates.
const LONG: usize = 40;
/// Words from which an answer may tell an event.
const STORY: usize = 8;

/// Acts of an answer that its phrases and its shape show.
#[derive(Clone, Debug, Default)]
pub(super) struct Acts {
    found: Vec<(AnswerAct, Range<usize>)>,
    /// Ranges of protests.
    protests: Vec<Range<usize>>,
}

impl Acts {
    /// Finds the acts of each segment.
    pub(super) fn find(answer: &TokenizedAnswer<'_>, known_context: &KnownContext<'_>, sentences: &[Sentence]) -> Self {
        let mut acts = Self::default();
        for sentence in sentences {
            for segment in segments(answer, sentence) {
                acts.segment(answer, known_context, sentence, &segment);
            }
        }
        acts
    }

    fn segment(
        &mut self,
        answer: &TokenizedAnswer<'_>,
        known_context: &KnownContext<'_>,
        sentence: &Sentence,
        segment: &Range<usize>,
    ) {
        let mut at = segment.start;
        let before = self.found.len();
        while at < segment.end {
            match answer.lexicon.act(answer.forms(at), segment.end - at) {
                Some((length, act)) => {
                    self.found.push((act, at..at + length));
                    at += length;
                }
                None => at += 1,
            }
        }
        let found = self.found.get(before..).unwrap_or_default().to_vec();
        let protests = found.iter().filter(|(act, _)| act.is_protest());
        let covered: Vec<Range<usize>> = protests.map(|(_, range)| range.clone()).collect();
        if let Some(first) = covered.first() {
            let inside: usize = covered.iter().map(|range| answer.weight(range.clone())).sum();
            let beside = answer.weight(segment.clone()).saturating_sub(inside);
            let whole = beside <= LITTLE_ELSE;
            self.protests.push(if whole { segment.clone() } else { segment.start..first.end });
        } else if echoes(answer, known_context, sentence, segment) {
            self.found.push((AnswerAct::Confused, segment.clone()));
            self.protests.push(segment.clone());
        }
    }

    /// Numbers of the sentences without a word outside protests.
    pub(super) fn protesting(&self, answer: &TokenizedAnswer<'_>, sentences: &[Sentence]) -> Vec<usize> {
        let own = |at: &usize| answer.is_content(*at) && !self.protests.iter().any(|range| range.contains(at));
        let is_protest = |sentence: &Sentence| {
            self.protests.iter().any(|range| range.start >= sentence.range.start && range.end <= sentence.range.end)
                && !sentence.range.clone().any(|at| own(&at))
        };
        sentences.iter().enumerate().filter(|(_, sentence)| is_protest(sentence)).map(|(number, _)| number).collect()
    }

    /// The clauses without protests: those inside one are dropped, and one at the beginning of a clause is cut off.
    pub(super) fn without_protests(&self, clauses: Vec<Clause>) -> Vec<Clause> {
        let mut kept = clauses;
        for protest in &self.protests {
            for clause in &mut kept {
                if protest.start <= clause.range.start && protest.end > clause.range.start {
                    clause.range.start = protest.end.min(clause.range.end);
                } else if protest.start < clause.range.end && protest.end >= clause.range.end {
                    clause.range.end = protest.start.max(clause.range.start);
                }
            }
        }
        kept.retain(|clause| !clause.range.is_empty());
        kept
    }

    /// The act of the whole answer.
    pub(super) fn of_answer(
        &self,
        answer: &TokenizedAnswer<'_>,
        extractability: &Extractability,
        ideas: &[Idea],
        depth: Option<Depth>,
    ) -> AnswerAct {
        let all = answer.all();
        let words = answer.words(all.clone());
        let has = |wanted: AnswerAct| self.found.iter().any(|(act, _)| *act == wanted);
        // The first protest is what the respondent reacts with; "the change? That was a joke" does not ask for anything.
        let asks_only = |act: AnswerAct| matches!(act, AnswerAct::Confused | AnswerAct::AsksBack);
        let protests = || self.found.iter().map(|(act, _)| *act).filter(|act| act.is_protest());
        if let Some(act) = protests().find(|act| !asks_only(*act)).or_else(|| protests().next()) {
            return act;
        }
        let beside = |wanted: AnswerAct| {
            let inside = self.found.iter().filter(|(act, _)| *act == wanted);
            answer.weight(all.clone()).saturating_sub(inside.map(|(_, range)| answer.weight(range.clone())).sum())
        };
        if has(AnswerAct::Declines) || extractability.deflects {
            return AnswerAct::Declines;
        }
        if has(AnswerAct::NothingToAdd) && beside(AnswerAct::NothingToAdd) <= 3 {
            return AnswerAct::NothingToAdd;
        }
        if (has(AnswerAct::DoesNotKnow) || extractability.knowledge_lack) && beside(AnswerAct::DoesNotKnow) <= 4 {
            return AnswerAct::DoesNotKnow;
        }
        if has(AnswerAct::OffTopic) {
            return AnswerAct::OffTopic;
        }
        let feels = answer.count(all.clone(), WordList::Affect) > 0 || has(AnswerAct::Discloses);
        if ideas.is_empty() || answer.weight(all.clone()) <= 1 && words <= 4 && !feels {
            return if self.asks(answer) { AnswerAct::AsksBack } else { AnswerAct::Thin };
        }
        let speaks_of_self = answer.any(all.clone(), WordList::SelfWord) || answer.any(all.clone(), WordList::Object);
        if has(AnswerAct::Discloses) || feels && (speaks_of_self || words <= 4) {
            return AnswerAct::Discloses;
        }
        let (story, past) = (answer.count(all.clone(), WordList::Story), answer.count(all.clone(), WordList::Past));
        if words >= STORY && (has(AnswerAct::TellsEvent) || story > 0 && past > 0 || past >= 3) {
            return AnswerAct::TellsEvent;
        }
        if has(AnswerAct::GivesReason) {
            return AnswerAct::GivesReason;
        }
        if words >= LONG || depth == Some(Depth::Deep) && words >= LONG / 2 {
            return AnswerAct::Elaborates;
        }
        AnswerAct::Answers
    }

    /// Whether the answer is only a question.
    fn asks(&self, answer: &TokenizedAnswer<'_>) -> bool {
        answer.tokens.last().is_some_and(|token| token.kind == TokenKind::Question)
            && answer.words(answer.all()) >= 3
            && self.found.is_empty()
    }
}

/// The parts of a sentence between commas and breaks.
fn segments(answer: &TokenizedAnswer<'_>, sentence: &Sentence) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = sentence.range.start;
    for at in sentence.range.clone() {
        if matches!(answer.kind(at), Some(TokenKind::Comma | TokenKind::Break)) {
            found.push(start..at);
            start = at + 1;
        }
    }
    found.push(start..sentence.range.end);
    found.retain(|range| answer.words(range.clone()) > 0);
    found
}

/// "Notice what?", "keeps me from?": a short segment with a question word or a question mark that only repeats the words
/// of the question.
fn echoes(
    answer: &TokenizedAnswer<'_>,
    known_context: &KnownContext<'_>,
    sentence: &Sentence,
    segment: &Range<usize>,
) -> bool {
    let asks = sentence.end == Some(TokenKind::Question) && sentence.range.end == segment.end;
    let stands_last = (segment.start..segment.end)
        .rev()
        .find(|&at| answer.is_word(at))
        .is_some_and(|at| answer.is(at, WordList::Interrogative));
    let content = answer.content(segment.clone());
    let is_echo = answer.weight(segment.clone()) <= ECHO
        && !content.is_empty()
        && content.iter().all(|stem| known_context.question.contains(stem));
    let bare = content.is_empty() && asks && answer.words(segment.clone()) <= 3;
    (asks || stands_last) && is_echo || bare
}
