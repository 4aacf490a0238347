//! What type an idea is of: words of the type, what the question asks for, the cue before it, and the rung expected.

use std::{collections::BTreeMap, ops::Range};

use super::{
    super::{
        lexicon::{Lexicon, MethodIndex},
        pack::{Expectation, Linking, List, MethodWords, Role},
    },
    ReadingContext,
    clause::Clause,
    idea::Idea,
    phrase::Phrase,
    scene::Scene,
    talk::Talk,
};
use crate::{id::Name, methodology::NodeType, text::WordSet};

/// Weight of a word of the type.
const WORD: f64 = 1.0;
/// Weight of each further word of a phrase.
const FURTHER_WORD: f64 = 0.5;
/// Weight of an opening.
const OPENING: f64 = 1.6;
/// Weight of the cue before the clause.
const CUE: f64 = 1.5;
/// Weight of what the question asks for, in the first idea and in later ones.
const ASKED: (f64, f64) = (1.3, 0.6);
/// What remains of that weight for each less likely type.
const LESS_LIKELY: f64 = 0.65;
/// Weight of a quantity, which says what a thing is.
const QUANTITY: f64 = 1.0;
/// Weight of an element's name.
const ELEMENT: f64 = 0.9;
/// Weight of a word shared with the type's description or examples, where the pack does not know the methodology.
const DESCRIBED: f64 = 0.4;

/// Weight against the end of a ladder where no word speaks for it, since a line of reasons ends at what somebody says they
/// live for, not at whatever comes after four rungs; and against any other type that has to be put into words.
const UNSAID: f64 = 1.0;

/// What the words of a type that has to be put into words count besides: "it was frustrating" is a feeling, whatever was
/// asked.
const PLAIN: f64 = 1.5;

/// Weight against a second idea of a type that an answer has once.
const SECOND: f64 = 1.0;

/// The type of an idea.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) node_type: Name,
    pub(super) level: Option<u32>,
    /// Weight of the words that speak for it; 0 if only the question or the ladder does.
    pub(super) evidence: f64,
    pub(super) confidence: f64,
}

/// Judges the types of one answer's ideas.
pub(super) struct Judge<'a> {
    context: &'a ReadingContext<'a>,
    words: Option<(&'a MethodWords, &'a MethodIndex)>,
    described: BTreeMap<&'a str, WordSet>,
    asked: Option<&'a Expectation>,
    levels: Vec<u32>,
    focus_level: Option<u32>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(context: &'a ReadingContext<'a>, lexicon: &'a Lexicon, asked: Option<&'a Expectation>) -> Self {
        let words = context.pack.methods.get(context.methodology).zip(lexicon.method(context.methodology));
        let described = if words.is_some() { BTreeMap::new() } else { described(context, lexicon) };
        let levels = context.ontology.levels();
        let focus_level = focus_type(context).and_then(|id| context.ontology.node(id)).and_then(|node| node.level);
        Self { context, words, described, asked, levels, focus_level }
    }

    /// How a thing named in reply to the question is taken if the words do not say.
    pub(super) fn tone(&self) -> i8 {
        self.asked.map_or(0, |asked| asked.tone)
    }

    /// The most likely type but one that it cannot be; ties go to the earlier type of the ontology. None if the ontology has no types.
    pub(super) fn judge(
        &self,
        scene: &Scene<'_>,
        talk: &Talk<'_>,
        clause: &Clause,
        phrase: &Phrase,
        before: &[Idea],
        except: Option<&Name>,
    ) -> Option<Verdict> {
        let evidence = self.evidence(scene, talk, clause, phrase);
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
        best.map(|(_, own, node)| Verdict {
            node_type: node.id.clone(),
            level: node.level,
            evidence: own,
            confidence: if own > 0.0 { 0.8 } else { 0.6 },
        })
    }

    /// What the words themselves say for each type.
    fn evidence(&self, scene: &Scene<'_>, talk: &Talk<'_>, clause: &Clause, phrase: &Phrase) -> BTreeMap<&str, f64> {
        let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
        let mut add = |id: &'a str, weight: f64| *scores.entry(id).or_default() += weight;
        for (id, words) in &self.described {
            add(id, DESCRIBED * count(words.shared(&scene.content(phrase.core.clone()))));
        }
        let Some((method, index)) = self.words else { return scores };
        let id = |number: usize| method.types.get_index(number).map(|(id, _)| &**id);
        let said: Vec<(Range<usize>, usize)> = clause
            .range
            .clone()
            .flat_map(|at| index.words(scene.forms(at)).map(move |(length, number)| (at..at + length, number)))
            .filter(|(range, _)| range.end <= clause.range.end)
            .collect();
        for (range, number) in &said {
            // "At home" says where, whatever "home" alone would say.
            let is_part = said.iter().any(|(whole, other)| {
                other != number && whole.start <= range.start && range.end <= whole.end && whole.len() > range.len()
            });
            if let Some(id) = id(*number).filter(|_| !is_part) {
                add(id, WORD + FURTHER_WORD * count(range.len() - 1));
            }
        }
        for at in openings(scene, clause) {
            let longest = index.openings(scene.forms(at)).map(|(length, _)| length).max();
            for (length, number) in index.openings(scene.forms(at)) {
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
            && talk.is_element_name(&scene.content(phrase.core.clone()))
        {
            add(element, ELEMENT);
        }
        if let Some(element) = &method.element
            && method.linking == Linking::Ladder
            && is_quantity(scene, phrase)
        {
            add(element, QUANTITY);
        }
        scores
    }

    /// What the question and the ladder lead to expect.
    fn expected(&self, node: &NodeType, clause: &Clause, before: &[Idea]) -> f64 {
        self.asked_for(node, before) + self.rung(node, clause, before)
    }

    /// What the question asks for. In a grid the second pole of an answer is the opposite of the first.
    fn asked_for(&self, node: &NodeType, before: &[Idea]) -> f64 {
        let Some(asked) = self.asked else { return 0.0 };
        let is_grid = self.words.is_some_and(|(method, _)| method.linking == Linking::Grid);
        let has_first = asked.types.first().is_some_and(|first| before.iter().any(|idea| idea.node_type == *first));
        let turn = usize::from(is_grid && has_first);
        let weight = if before.is_empty() || is_grid { ASKED.0 } else { ASKED.1 };
        let place = asked.types.iter().position(|id| *id == node.id);
        place.map_or(0.0, |place| weight * LESS_LIKELY.powi(i32::try_from(place.abs_diff(turn)).unwrap_or(i32::MAX)))
    }

    /// What speaks against a type that an answer has once, and an interview once unless another is asked for.
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

    /// On a ladder each idea is expected one rung above the one it follows.
    fn rung(&self, node: &NodeType, clause: &Clause, before: &[Idea]) -> f64 {
        if !self.is_ladder() {
            return 0.0;
        }
        let step = |level: u32| self.levels.iter().position(|&known| known == level);
        let Some(here) = node.level.and_then(step) else { return 0.0 };
        let last = before.last().map_or(self.focus_level, |idea| idea.level);
        let from = last.and_then(step).map_or(0, |place| place + 1);
        let backwards = clause.role == Some(Role::Reason) && !clause.opens;
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

/// Where openings may stand: at the first word of the clause, and at the first that is no filler.
fn openings(scene: &Scene<'_>, clause: &Clause) -> Vec<usize> {
    let mut words = clause.range.clone().filter(|&at| scene.is_word(at));
    let first = words.clone().next();
    let own =
        words.find(|&at| !scene.is(at, List::Filler) && !scene.is(at, List::Hedge) && !scene.is(at, List::Conjunction));
    let mut found: Vec<usize> = first.into_iter().chain(own).collect();
    found.dedup();
    found
}

/// Words of each type's description and examples.
fn described<'a>(context: &'a ReadingContext<'_>, lexicon: &Lexicon) -> BTreeMap<&'a str, WordSet> {
    let words = |node: &NodeType| {
        let texts: Vec<WordSet> =
            std::iter::once(&node.description).chain(&node.examples).map(|text| lexicon.content(text)).collect();
        texts.iter().flat_map(WordSet::iter).collect()
    };
    let mut described = BTreeMap::new();
    described.extend(context.ontology.nodes.iter().map(|node| (&*node.id, words(node))));
    described
}

/// Type of what the question was about.
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

/// Little more than a number: a weight, a price, a size.
fn is_quantity(scene: &Scene<'_>, phrase: &Phrase) -> bool {
    let number = |at: usize| scene.word(at).contains(|c: char| c.is_ascii_digit());
    phrase.core.clone().any(number) && scene.weight(phrase.core.clone()) <= 3
}
