//! Views of an interview that gates, scorers and generators share: utterances, elements, the live graph.
//!
//! Invariant: whatever is costly is computed once for a decision and only if something asks for it.

use std::{cell::OnceCell, collections::BTreeSet};

use super::{
    evidence::{Evidence, Turn},
    live::LiveGraph,
    phase::PhaseState,
    words::{Phrase, Text},
};
use crate::{dialogue::qualitative::Signals, id::Name};

/// How many of the last turns are searched for a strategy.
const TURNS_SEARCHED: u32 = 10;

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The interviewer: questions.
    Interviewer,
    /// The respondent: answers.
    Respondent,
}

/// Something said.
#[derive(Clone, Debug)]
pub struct Utterance<'a> {
    /// Who said it.
    pub speaker: Speaker,
    /// What was said.
    pub text: Text<'a>,
}

/// An element with the phrases that name it.
#[derive(Clone, Debug)]
pub struct ElementFacts {
    /// Its id.
    pub id: Name,
    /// Its name.
    pub label: String,
    /// Phrases that name it.
    pub phrases: Vec<Phrase>,
    /// Whether it was spoken of.
    pub seen: bool,
    /// Whether it is one of those to be spoken of.
    pub wanted: bool,
    linked: OnceCell<Vec<u32>>,
}

/// Everything a decision of `two_tier` looks at.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// Name of the concept.
    pub concept: &'a str,
    /// Elements in concept order, then those the concept does not know.
    pub elements: Vec<ElementFacts>,
    /// Everything said, oldest first.
    pub utterances: Vec<Utterance<'a>>,
    /// Strategies used, oldest first.
    pub strategies: Vec<Name>,
    /// Positions of ideas asked about.
    pub visited: BTreeSet<u32>,
    /// Share of the elements to be spoken of that were, 0–1.
    pub coverage: f64,
    /// Whether any element was spoken of, known or not.
    pub anything_seen: bool,
    /// The turn being planned.
    pub turn: u32,
    /// Turns so far.
    pub turns: u32,
    /// Phase of the turn before, if known.
    pub phase: Option<PhaseState>,
    /// Turns in a row that brought little new.
    pub low_info_turns: u32,
    /// Readings that may be used.
    pub signals: Signals,
    /// The live graph.
    pub graph: LiveGraph<'a>,
}

impl<'a> Facts<'a> {
    /// Prepares the views. `recent_limit`: how many of the newest ideas count as recent.
    pub fn new(evidence: Evidence<'a>, recent_limit: u32) -> Self {
        let mut elements = elements(&evidence);
        let Evidence { concept, ladder, nodes, edges, turns, seen, turn, phase, low_info_turns, signals, .. } =
            evidence;
        let graph = LiveGraph::new(nodes, &edges, ladder, recent_limit);
        let utterances = utterances(&turns);
        if seen.is_none() {
            for element in &mut elements {
                element.seen = is_seen(element, &utterances, &graph);
            }
        }
        let wanted = elements.iter().filter(|element| element.wanted).count();
        let covered = elements.iter().filter(|element| element.wanted && element.seen).count();
        Self {
            concept,
            anything_seen: seen.map_or(covered > 0, |seen| !seen.is_empty()),
            elements,
            utterances,
            strategies: turns.iter().filter_map(|turn| turn.strategy.clone()).collect(),
            visited: turns.iter().filter_map(|turn| turn.node).collect(),
            coverage: if wanted == 0 { 0.0 } else { ratio(covered, wanted) },
            turn,
            turns: u32::try_from(turns.len()).unwrap_or(u32::MAX),
            phase,
            low_info_turns,
            signals,
            graph,
        }
    }

    /// The last `count` utterances of either speaker.
    pub fn window(&self, count: u32) -> &[Utterance<'a>] {
        let from = self.utterances.len().saturating_sub(count as usize);
        self.utterances.get(from..).unwrap_or_default()
    }

    /// What this speaker said among the last `count` utterances, oldest first.
    pub fn said_by(&self, speaker: Speaker, count: u32) -> impl DoubleEndedIterator<Item = &Text<'a>> {
        self.window(count).iter().filter(move |utterance| utterance.speaker == speaker).map(|utterance| &utterance.text)
    }

    /// How many of the latest utterances of a speaker in a row say one of the phrases; blank ones do not count.
    pub fn run(&self, speaker: Speaker, phrases: &[Phrase]) -> usize {
        let all = self.said_by(speaker, u32::MAX).rev().filter(|text| !text.raw().trim().is_empty());
        all.take_while(|text| text.says_any(phrases)).count()
    }

    /// The element of this id, known to the concept or to be spoken of.
    pub fn element(&self, id: &str) -> Option<&ElementFacts> {
        self.elements.iter().find(|element| &*element.id == id)
    }

    /// Phrases that name an element, known or not.
    pub fn element_phrases(&self, id: &str) -> Vec<Phrase> {
        self.element(id).map_or_else(|| vec![Phrase::of(id)], |element| element.phrases.clone())
    }

    /// Live nodes linked to an element: by the reading, or because their label names it. In order of registration.
    pub fn linked<'e>(&self, element: &'e ElementFacts) -> &'e [u32] {
        element.linked(&self.graph)
    }

    /// Live nodes linked to the element of this id, known or not. In order of registration.
    pub fn linked_to(&self, id: &str) -> Vec<u32> {
        let unknown = || self.graph.linked(id, &[Phrase::of(id)]);
        self.element(id).map_or_else(unknown, |element| self.linked(element).to_vec())
    }

    /// How many turns ago this strategy was used, 0 being the last turn, within the last 10; if it was not, the number
    /// of turns.
    pub fn turns_since(&self, strategy: &str) -> u32 {
        let mut within = (0..TURNS_SEARCHED).zip(self.strategies.iter().rev());
        let found = within.find(|(_, used)| &***used == strategy);
        found.map_or(self.turn.min(self.turns), |(ago, _)| ago)
    }
}

impl ElementFacts {
    fn linked(&self, graph: &LiveGraph<'_>) -> &[u32] {
        self.linked.get_or_init(|| graph.linked(&self.id, &self.phrases))
    }
}

/// Elements of the concept, then those to be spoken of that the concept does not know.
fn elements(evidence: &Evidence<'_>) -> Vec<ElementFacts> {
    let facts = |id: &Name, label: String, phrases: Vec<Phrase>| ElementFacts {
        seen: evidence.seen.as_ref().is_some_and(|seen| seen.contains(id)),
        wanted: evidence.total.contains(id),
        id: id.clone(),
        label,
        phrases,
        linked: OnceCell::new(),
    };
    let known = evidence.elements.iter().map(|element| {
        let names = [element.label].into_iter().chain(element.aliases.iter().map(String::as_str)).chain([&*element.id]);
        facts(&element.id, element.label.to_owned(), names.map(Phrase::of).collect())
    });
    let mut elements: Vec<ElementFacts> = known.collect();
    for id in &evidence.total {
        if !elements.iter().any(|element| element.id == *id) {
            elements.push(facts(id, id.replace('_', " "), vec![Phrase::of(id)]));
        }
    }
    elements
}

/// Whether an answer names the element or a live idea is linked to it.
fn is_seen(element: &ElementFacts, utterances: &[Utterance<'_>], graph: &LiveGraph<'_>) -> bool {
    let mut answers = utterances.iter().filter(|utterance| utterance.speaker == Speaker::Respondent);
    // What the reading linked is known without looking at a word.
    graph.nodes().any(|(_, node)| node.elements.contains(&element.id))
        || answers.any(|answer| answer.text.says_any(&element.phrases))
        || !element.linked(graph).is_empty()
}

fn utterances<'a>(turns: &[Turn<'a>]) -> Vec<Utterance<'a>> {
    let said = |speaker, text: Option<&'a str>| text.map(|text| Utterance { speaker, text: Text::of(text) });
    let both = |turn: &Turn<'a>| [said(Speaker::Interviewer, turn.question), said(Speaker::Respondent, turn.answer)];
    turns.iter().flat_map(both).flatten().collect()
}

/// Share of one count in another.
#[expect(clippy::cast_precision_loss, reason = "counts of an interview are far below 2^52")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}
