//! Determines the type of an idea from its words, the question, the previous cue and the expected level.

use std::ops::Range;

use super::{
    ReadingContext, clause::Clause, idea::Idea, idea_phrase::IdeaPhrase, known_context::KnownContext,
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::language::{CueRole, Expectation, Lexicon, Linking, MethodIndex, MethodWords, WordList};
use crate::engine::{id::Name, methodology::NodeType, sorted::SortedMap, text::WordSet};

/// Weight of a word of the type.
const WORD: f64 = 1.0;
/// Weight of each further word of a phrase.
const FURTHER_WORD: f64 = 0.5;
/// Weight of a phrase at the start of the clause.
const OPENING: f64 = 1.6;
/// Weight of the cue before the clause.
const CUE: f64 = 1.5;
/// Weight of the question's expected type, for the first idea and for later ones.
const ASKED: (f64, f64) = (1.3, 0.6);
/// Factor of that weight for each less likely type.
const LESS_LIKELY: f64 = 0.65;
/// Weight of a quantity, which indicates an attribute.
const QUANTITY: f64 = 1.0;
/// Weight of an element's name.
const ELEMENT: f64 = 0.9;
/// Weight of a word in the type's description or examples, if the pack does not know the methodology.
const DESCRIBED: f64 = 0.4;

/// Penalty without supporting words for the end of a ladder and for other types that need explicit words. A line of
/// reasons ends at a value that the respondent states, not at any idea after four rungs.
const UNSAID: f64 = 1.0;

/// Additional weight of words for a type that needs explicit words. "It was frustrating" is a feeling, regardless of
/// the question.
const PLAIN: f64 = 1.5;

/// Penalty for a second idea of a type that occurs once per answer.
const SECOND: f64 = 1.0;

/// The type of an idea.
#[derive(Clone, Debug)]
pub(super) struct Classification {
    pub(super) node_type: Name,
    pub(super) level: Option<u32>,
    /// Weight of the words for this type; 0 if only the question or the ladder supports it.
    pub(super) evidence: f64,
    pub(super) confidence: f64,
}

/// Classifies the ideas of one answer.
pub(super) struct Classifier<'a> {
    context: &'a ReadingContext<'a>,
    words: Option<(&'a MethodWords, &'a MethodIndex)>,
    described: Vec<(&'a str, WordSet)>,
    asked: Option<&'a Expectation>,
    levels: Vec<u32>,
    focus_level: Option<u32>,
}

impl<'a> Classifier<'a> {
    pub(super) fn new(context: &'a ReadingContext<'a>, lexicon: &'a Lexicon, asked: Option<&'a Expectation>) -> Self {
        let words = context.pack.methods.get(context.methodology).zip(lexicon.method(context.methodology));
        let described = if words.is_some() { Vec::new() } else { described(context, lexicon) };
        let levels = context.ontology.levels();
        let focus_level = focus_type(context).and_then(|id| context.ontology.node(id)).and_then(|node| node.level);
        Self { context, words, described, asked, levels, focus_level }
    }

    /// The default type of a thing in reply to the question.
    pub(super) fn tone(&self) -> i8 {
        self.asked.map_or(0, |asked| asked.tone)
    }

    /// The most likely type except for an excluded one; ties go to the earlier type of the ontology. None if the
    /// ontology has no types.
    pub(super) fn judge(
        &self,
        answer: &TokenizedAnswer<'_>,
        known_context: &KnownContext<'_>,
        clause: &Clause,
        phrase: &IdeaPhrase,
        before: &[Idea],
        except: Option<&Name>,
    ) -> Option<Classification> {
        let evidence = self.evidence(answer, known_context, clause, phrase);
        let mut best: Option<(f64, f64, &NodeType)> = None;
        for node in self.context.ontology.nodes.iter().filter(|node| except != Some(&node.id)) {
            let told = evidence.get(&*node.id).copied().unwrap_or(0.0);
            let own = if self.needs_words(node) { told * PLAIN } else { told };
            let is_doubtful = own == 0.0 && (node.terminal && self.is_ladder() || self.needs_words(node));
            let doubts = if is_doubtful { UNSAID } else { 0.0 } + self.told_already(node, before);
            let score = own + self.expected(node, clause, before) - doubts;
            if best.is_none_or(|(most, ..)| score > most + 1e-9) {
                best = Some((score, own, node));
            }
        }
        best.map(|(_, own, node)| Classification {
            node_type: node.id.clone(),
            level: node.level,
            evidence: own,
            confidence: if own > 0.0 { 0.8 } else { 0.6 },
        })
    }

    /// Weights of each type from the words.
    pub(super) fn evidence(
        &self,
        answer: &TokenizedAnswer<'_>,
        known_context: &KnownContext<'_>,
        clause: &Clause,
        phrase: &IdeaPhrase,
    ) -> SortedMap<&str, f64> {
        let mut scores: SortedMap<&str, f64> = SortedMap::new();
        let mut add = |id: &'a str, weight: f64| *scores.or_default(id) += weight;
        for (id, words) in &self.described {
            add(id, DESCRIBED * count(words.shared(&answer.content(phrase.core.clone()))));
        }
        let Some((method, index)) = self.words else { return scores };
        let id = |number: usize| method.types.get_index(number).map(|(id, _)| &**id);
        let said: Vec<(Range<usize>, usize)> = clause
            .range
            .clone()
            .flat_map(|at| index.words(answer.forms(at)).map(move |(length, number)| (at..at + length, number)))
            .filter(|(range, _)| range.end <= clause.range.end)
            .collect();
        for (range, number) in &said {
            // "At home" is a place, regardless of the weight of "home".
            let is_part = said.iter().any(|(whole, other)| {
                other != number && whole.start <= range.start && range.end <= whole.end && whole.len() > range.len()
            });
            if let Some(id) = id(*number).filter(|_| !is_part) {
                add(id, WORD + FURTHER_WORD * count(range.len() - 1));
            }
        }
        for at in openings(answer, clause) {
            let longest = index.openings(answer.forms(at)).map(|(length, _)| length).max();
            for (length, number) in index.openings(answer.forms(at)) {
                if let Some(id) = id(number).filter(|_| Some(length) == longest) {
                    add(id, OPENING + FURTHER_WORD * count(length - 1));
                }
            }
        }
        let cue = clause.cue.and_then(|number| self.context.pack.cues.get(number));
        if let Some(id) = cue.and_then(|cue| cue.announces.get(self.context.methodology)) {
            add(id, CUE);
        }
        if let Some(element) = &method.element
            && known_context.is_element_name(&answer.content(phrase.core.clone()))
        {
            add(element, ELEMENT);
        }
        if let Some(element) = &method.element
            && method.linking == Linking::Ladder
            && is_quantity(answer, phrase)
        {
            add(element, QUANTITY);
        }
        scores
    }

    /// Weights of each type from the question and the ladder.
    fn expected(&self, node: &NodeType, clause: &Clause, before: &[Idea]) -> f64 {
        self.asked_for(node, before) + self.rung(node, clause, before)
    }

    /// Weights from the question. In a grid, the second pole of an answer is the opposite of the first.
    fn asked_for(&self, node: &NodeType, before: &[Idea]) -> f64 {
        let Some(asked) = self.asked else { return 0.0 };
        let is_grid = self.words.is_some_and(|(method, _)| method.linking == Linking::Grid);
        let has_first = asked.types.first().is_some_and(|first| before.iter().any(|idea| idea.node_type == *first));
        let turn = usize::from(is_grid && has_first);
        let weight = if before.is_empty() || is_grid { ASKED.0 } else { ASKED.1 };
        let place = asked.types.iter().position(|id| *id == node.id);
        place.map_or(0.0, |place| weight * LESS_LIKELY.powi(i32::try_from(place.abs_diff(turn)).unwrap_or(i32::MAX)))
    }

    /// Penalties for types that occur once per answer, or once per interview unless the question asks for another.
    fn told_already(&self, node: &NodeType, before: &[Idea]) -> f64 {
        let is_once = self.words.is_some_and(|(method, _)| method.once.contains(&node.id));
        let in_answer = || before.iter().any(|idea| idea.node_type == node.id);
        let is_asked_for = || self.asked.is_some_and(|asked| asked.types.first() == Some(&node.id));
        let in_interview = || self.context.known.iter().any(|known| *known.node_type == *node.id);
        if is_once && (in_answer() || (in_interview() && !is_asked_for())) { SECOND } else { 0.0 }
    }

    fn needs_words(&self, node: &NodeType) -> bool {
        self.words.is_some_and(|(method, _)| method.in_words.contains(&node.id))
    }

    fn is_ladder(&self) -> bool {
        self.words.is_none_or(|(method, _)| method.linking == Linking::Ladder)
    }

    /// On a ladder, the expected level of an idea is one rung above the previous one.
    fn rung(&self, node: &NodeType, clause: &Clause, before: &[Idea]) -> f64 {
        if !self.is_ladder() {
            return 0.0;
        }
        let step = |level: u32| self.levels.iter().position(|&known| known == level);
        let Some(here) = node.level.and_then(step) else { return 0.0 };
        let last = before.last().map_or(self.focus_level, |idea| idea.level);
        let from = last.and_then(step).map_or(0, |place| place + 1);
        let backwards = clause.role == Some(CueRole::Reason) && !clause.opens;
        match (here + 1).checked_sub(from) {
            _ if backwards => 0.2,
            Some(2) if from > 0 => 0.6,
            Some(1) => {
                if from == 0 {
                    0.6
                } else {
                    0.45
                }
            }
            Some(3) => 0.3,
            Some(2) => 0.35,
            Some(_) => 0.0,
            None => -0.8,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are far below 2^52")]
fn count(number: usize) -> f64 {
    number as f64
}

/// Possible positions of opening phrases: the first word of the clause, and the first that is no filler.
fn openings(answer: &TokenizedAnswer<'_>, clause: &Clause) -> Vec<usize> {
    let mut words = clause.range.clone().filter(|&at| answer.is_word(at));
    let first = words.clone().next();
    let own = words.find(|&at| {
        !answer.is(at, WordList::Filler) && !answer.is(at, WordList::Hedge) && !answer.is(at, WordList::Conjunction)
    });
    let mut found: Vec<usize> = first.into_iter().chain(own).collect();
    found.dedup();
    found
}

/// Words of each type's description and examples.
fn described<'a>(context: &'a ReadingContext<'_>, lexicon: &Lexicon) -> Vec<(&'a str, WordSet)> {
    let words = |node: &NodeType| {
        let texts: Vec<WordSet> =
            std::iter::once(&node.description).chain(&node.examples).map(|text| lexicon.content(text)).collect();
        texts.iter().flat_map(WordSet::iter).collect()
    };
    context.ontology.nodes.iter().map(|node| (&*node.id, words(node))).collect()
}

/// The type of the question's subject.
pub(super) fn focus_type<'a>(context: &'a ReadingContext<'_>) -> Option<&'a str> {
    let focus = context.focus?;
    let known = context.known.iter().rev().find(|known| known.label == focus).map(|known| known.node_type);
    let element = || context.pack.methods.get(context.methodology).and_then(|method| method.element.as_deref());
    let lowest = || {
        let nodes = context.ontology.nodes.iter();
        nodes.filter(|node| node.level.is_some()).min_by_key(|node| node.level).map(|node| &*node.id)
    };
    known.or_else(element).or_else(lowest)
}

/// Whether the text is little more than a number: a weight, a price, a size.
fn is_quantity(answer: &TokenizedAnswer<'_>, phrase: &IdeaPhrase) -> bool {
    let number = |at: usize| answer.word(at).contains(|c: char| c.is_ascii_digit());
    phrase.core.clone().any(number) && answer.weight(phrase.core.clone()) <= 3
}
