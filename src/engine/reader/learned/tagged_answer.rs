//! An answer with parts of speech, word classes, and what the rules found in it.

use std::ops::Range;

use super::super::{
    clause::Clause,
    idea::{Idea, ParsedAnswer},
    spoken::tone,
};
use crate::engine::language::{CueRole, PartOfSpeech, ReadingModel, TaggedWord, WordList};

/// An answer with tags, and the ideas of the rules.
#[derive(Clone, Copy)]
pub(super) struct TaggedAnswer<'a> {
    pub(super) parsed: ParsedAnswer<'a>,
    pub(super) model: &'a ReadingModel,
    pub(super) words: &'a [TaggedWord],
    /// Ideas of the rules.
    pub(super) ruled: &'a [Idea],
}

/// Names of the contracted tags.
const SUBJECT_AND_VERB: &str = "PRON+AUX";
const NEGATED_VERB: &str = "AUX+NOT";

impl<'a> TaggedAnswer<'a> {
    /// Name of the tag of a word; marks and the ends of the answer have their own.
    pub(super) fn tag(&self, at: Option<usize>) -> &'static str {
        let Some((at, word)) = at.and_then(|at| Some((at, self.words.get(at)?))) else { return "END" };
        if !self.parsed.answer.is_word(at) {
            return "MARK";
        }
        match (word.tag, word.last) {
            (PartOfSpeech::Pron, PartOfSpeech::Aux | PartOfSpeech::Verb) => SUBJECT_AND_VERB,
            (PartOfSpeech::Aux | PartOfSpeech::Verb, PartOfSpeech::Part) if word.last != word.tag => NEGATED_VERB,
            (tag, _) => tag.name(),
        }
    }

    /// The word if it is of a closed class, else its tag.
    pub(super) fn shape(&self, at: Option<usize>) -> &str {
        let Some(here) = at else { return "END" };
        let closed = self.words.get(here).is_some_and(|word| {
            !matches!(
                word.tag,
                PartOfSpeech::Noun
                    | PartOfSpeech::Verb
                    | PartOfSpeech::Adj
                    | PartOfSpeech::Propn
                    | PartOfSpeech::Num
                    | PartOfSpeech::Punct
            )
        });
        if closed && self.parsed.answer.is_word(here) { self.parsed.answer.word(here) } else { self.tag(at) }
    }

    /// Names of the word classes in a range.
    pub(super) fn classes(&self, range: Range<usize>) -> impl Iterator<Item = &'a str> + use<'a> {
        let words = self.words.get(range).unwrap_or_default();
        self.model.class_names(words.iter().fold(0, |all, word| all | word.classes))
    }

    /// The clause with the first word of a range, or the nearest one before it.
    pub(super) fn clause(&self, at: usize) -> Option<(usize, &'a Clause)> {
        let clauses = self.parsed.clauses;
        clauses
            .iter()
            .enumerate()
            .rev()
            .find(|(_, clause)| clause.range.start <= at)
            .or_else(|| clauses.iter().enumerate().next())
    }

    /// Good words minus bad words, those after a negation the other way round.
    pub(super) fn valence(&self, range: Range<usize>) -> i32 {
        tone(self.parsed.answer, self.model, self.words, range)
    }

    /// Whether a word of the range has the tag.
    pub(super) fn has(&self, range: Range<usize>, tag: PartOfSpeech) -> bool {
        self.words.get(range).unwrap_or_default().iter().any(|word| word.tag == tag || word.last == tag)
    }
}

/// Lists that help to decide, with names.
pub(super) const LISTS: [(WordList, &str); 24] = [
    (WordList::Filler, "filler"),
    (WordList::Hedge, "hedge"),
    (WordList::Minimal, "minimal"),
    (WordList::KnowledgeLack, "unknown"),
    (WordList::Deflection, "deflect"),
    (WordList::StopRequest, "stop"),
    (WordList::Negation, "not"),
    (WordList::Reducer, "less"),
    (WordList::Positive, "pos"),
    (WordList::Negative, "neg"),
    (WordList::Liking, "like"),
    (WordList::Disliking, "dislike"),
    (WordList::Doubt, "doubt"),
    (WordList::Curiosity, "curious"),
    (WordList::Verdict, "verdict"),
    (WordList::Vague, "vague"),
    (WordList::Affect, "affect"),
    (WordList::Story, "story"),
    (WordList::Past, "past"),
    (WordList::Anaphor, "anaphor"),
    (WordList::SelfWord, "self"),
    (WordList::Ability, "able"),
    (WordList::Inability, "unable"),
    (WordList::Hypothetical, "would"),
];

/// Name of a clause's role.
pub(super) fn role(role: Option<CueRole>) -> &'static str {
    match role {
        None => "none",
        Some(CueRole::Result) => "result",
        Some(CueRole::Reason) => "reason",
        Some(CueRole::Condition) => "if",
        Some(CueRole::Time) => "when",
        Some(CueRole::Contrast) => "but",
        Some(CueRole::Instead) => "instead",
        Some(CueRole::Sequence) => "then",
        Some(CueRole::Addition) => "and",
        Some(CueRole::Detail) => "which",
        Some(CueRole::Requires) => "requires",
        Some(CueRole::Otherwise) => "otherwise",
    }
}

/// A number as a name, with a limit.
pub(in crate::engine::reader) fn bucket(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2 => "2",
        3 => "3",
        4 => "4",
        5 => "5",
        6..=7 => "6",
        8..=10 => "8",
        11..=15 => "11",
        16..=25 => "16",
        26..=45 => "26",
        46.. => "46",
    }
}
