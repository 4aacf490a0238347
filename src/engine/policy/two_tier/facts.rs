//! The facts that gates, scorers and generators share: utterances, elements, the live graph.
//!
//! Invariant: costly values are computed at most once for a decision, and only on demand.

use std::{borrow::Cow, cell::OnceCell};

use super::{
    evidence::{Evidence, EvidenceTurn},
    live_graph::LiveGraph,
    phase::PhaseState,
    similarity::{GramCounts, Grams},
};
use crate::engine::{
    dialogue::qualitative::Signals,
    id::Name,
    language::{LanguagePack, PhraseList, PhraseSet, PhraseText, english},
    number::{count, ratio},
    sorted::SortedSet,
};

/// Number of the last turns that are searched for a strategy.
const TURNS_SEARCHED: u32 = 10;

/// The speaker of an utterance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The interviewer: questions.
    Interviewer,
    /// The respondent: answers.
    Respondent,
}

/// A question or an answer.
#[derive(Clone, Debug)]
pub struct TwoTierUtterance<'a> {
    /// Speaker.
    pub speaker: Speaker,
    /// Text.
    pub text: PhraseText<'a>,
    grams: OnceCell<(Grams, GramCounts)>,
}

impl TwoTierUtterance<'_> {
    /// N-grams of the text without outer blanks. Those of the first lengths asked for are kept for the decision.
    pub(super) fn grams(&self, grams: Grams) -> Cow<'_, GramCounts> {
        let count = || GramCounts::of(self.text.raw().trim(), grams);
        match self.grams.get_or_init(|| (grams, count())) {
            (known, counts) if *known == grams => Cow::Borrowed(counts),
            _ => Cow::Owned(count()),
        }
    }
}

/// An element with its phrases.
#[derive(Clone, Debug)]
pub struct TwoTierElementFacts {
    /// Id.
    pub id: Name,
    /// Label.
    pub label: String,
    /// Phrases that name it.
    pub phrases: PhraseSet<usize>,
    /// Whether it came up.
    pub seen: bool,
    /// Whether it is to be covered.
    pub wanted: bool,
    linked: OnceCell<Vec<u32>>,
}

/// The facts of a decision.
#[derive(Clone, Debug)]
pub struct TwoTierFacts<'a> {
    /// Language pack of the study.
    pub pack: &'a LanguagePack,
    /// Name of the concept.
    pub concept: &'a str,
    /// Elements in concept order, then those that the concept does not have.
    pub elements: Vec<TwoTierElementFacts>,
    /// Questions and answers, oldest first.
    pub utterances: Vec<TwoTierUtterance<'a>>,
    /// Strategies used, oldest first.
    pub strategies: Vec<Name>,
    /// Positions of nodes that were in focus.
    pub visited: SortedSet<u32>,
    /// Share of the elements to cover that came up, 0–1.
    pub coverage: f64,
    /// Whether any element came up.
    pub anything_seen: bool,
    /// Number of the turn to plan.
    pub turn: u32,
    /// Number of turns so far.
    pub turns: u32,
    /// Phase of the turn before, if known.
    pub phase: Option<PhaseState>,
    /// Number of turns in a row with few new ideas.
    pub low_info_turns: u32,
    /// Qualitative readings with enough confidence.
    pub signals: Signals,
    /// The live graph.
    pub graph: LiveGraph<'a>,
}

impl<'a> TwoTierFacts<'a> {
    /// Prepares the facts. The `recent_limit` newest nodes count as recent.
    pub fn new(evidence: Evidence<'a>, recent_limit: u32) -> Self {
        let mut elements = elements(&evidence);
        let Evidence { pack, concept, ladder, nodes, edges, turns, seen, turn, phase, low_info_turns, signals, .. } =
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
            pack,
            concept,
            anything_seen: seen.map_or(covered > 0, |seen| !seen.is_empty()),
            elements,
            utterances,
            strategies: turns.iter().filter_map(|turn| turn.strategy.clone()).collect(),
            visited: turns.iter().filter_map(|turn| turn.node).collect(),
            coverage: if wanted == 0 { 0.0 } else { ratio(covered, wanted) },
            turn,
            turns: count(turns.len()),
            phase,
            low_info_turns,
            signals,
            graph,
        }
    }

    /// The last `count` utterances of either speaker.
    pub fn window(&self, count: u32) -> &[TwoTierUtterance<'a>] {
        let from = self.utterances.len().saturating_sub(count as usize);
        self.utterances.get(from..).unwrap_or_default()
    }

    /// Texts of a speaker among the last `count` utterances, oldest first.
    pub fn said_by(&self, speaker: Speaker, count: u32) -> impl DoubleEndedIterator<Item = &PhraseText<'a>> {
        self.window(count).iter().filter(move |utterance| utterance.speaker == speaker).map(|utterance| &utterance.text)
    }

    /// Length of the run of a speaker's latest utterances that say one of the phrases. Blank ones are ignored.
    pub fn run(&self, speaker: Speaker, sets: &[&PhraseSet<usize>]) -> usize {
        let all = self.said_by(speaker, u32::MAX).rev().filter(|text| !text.raw().trim().is_empty());
        all.take_while(|text| sets.iter().any(|phrases| text.contains(phrases))).count()
    }

    /// Number of different phrases of a list in a text, in English and in the language of the study.
    pub fn count(&self, text: &PhraseText<'_>, list: PhraseList) -> usize {
        text.count(english().phrases(list)) + text.count(self.pack.phrases(list))
    }

    /// The element with this id.
    pub fn element(&self, id: &str) -> Option<&TwoTierElementFacts> {
        self.elements.iter().find(|element| &*element.id == id)
    }

    /// Phrases that name an element. The id, if the element is unknown.
    pub fn element_phrases(&self, id: &str) -> PhraseSet<usize> {
        self.element(id).map_or_else(|| PhraseSet::from_iter([id]), |element| element.phrases.clone())
    }

    /// Live nodes linked to an element by the reading or by their label, in order of registration.
    pub fn linked<'e>(&self, element: &'e TwoTierElementFacts) -> &'e [u32] {
        element.linked(&self.graph)
    }

    /// Live nodes linked to the element with this id, in order of registration.
    pub fn linked_to(&self, id: &str) -> Vec<u32> {
        let unknown = || self.graph.linked(id, &PhraseSet::from_iter([id]));
        self.element(id).map_or_else(unknown, |element| self.linked(element).to_vec())
    }

    /// Number of turns since a strategy was used, 0 for the last turn. Searches the last 10 turns; without a use, the number
    /// of all turns.
    pub fn turns_since(&self, strategy: &str) -> u32 {
        let mut within = (0..TURNS_SEARCHED).zip(self.strategies.iter().rev());
        let found = within.find(|(_, used)| &***used == strategy);
        found.map_or(self.turn.min(self.turns), |(ago, _)| ago)
    }
}

impl TwoTierElementFacts {
    fn linked(&self, graph: &LiveGraph<'_>) -> &[u32] {
        self.linked.get_or_init(|| graph.linked(&self.id, &self.phrases))
    }
}

/// Elements of the concept, then those to cover that the concept does not have.
fn elements(evidence: &Evidence<'_>) -> Vec<TwoTierElementFacts> {
    let facts = |id: &Name, label: String, phrases: PhraseSet<usize>| TwoTierElementFacts {
        seen: evidence.seen.as_ref().is_some_and(|seen| seen.contains(id)),
        wanted: evidence.total.contains(id),
        id: id.clone(),
        label,
        phrases,
        linked: OnceCell::new(),
    };
    let known = evidence.elements.iter().map(|element| {
        let names = [element.label].into_iter().chain(element.aliases.iter().map(String::as_str)).chain([&*element.id]);
        facts(&element.id, element.label.to_owned(), names.collect())
    });
    let mut elements: Vec<TwoTierElementFacts> = known.collect();
    for id in &evidence.total {
        if !elements.iter().any(|element| element.id == *id) {
            elements.push(facts(id, id.replace('_', " "), PhraseSet::from_iter([id])));
        }
    }
    elements
}

/// Whether an answer names the element or a live node is linked to it.
fn is_seen(element: &TwoTierElementFacts, utterances: &[TwoTierUtterance<'_>], graph: &LiveGraph<'_>) -> bool {
    let mut answers = utterances.iter().filter(|utterance| utterance.speaker == Speaker::Respondent);
    // Links of the reading need no search of texts.
    graph.nodes().any(|(_, node)| node.elements.contains(&element.id))
        || answers.any(|answer| answer.text.contains(&element.phrases))
        || !element.linked(graph).is_empty()
}

fn utterances<'a>(turns: &[EvidenceTurn<'a>]) -> Vec<TwoTierUtterance<'a>> {
    let said = |speaker, text: Option<&'a str>| {
        text.map(|text| TwoTierUtterance { speaker, text: PhraseText::of(text), grams: OnceCell::new() })
    };
    let both =
        |turn: &EvidenceTurn<'a>| [said(Speaker::Interviewer, turn.question), said(Speaker::Respondent, turn.answer)];
    turns.iter().flat_map(both).flatten().collect()
}
