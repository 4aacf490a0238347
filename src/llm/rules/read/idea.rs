//! From clauses to ideas: which clauses name one, which only repeat what is known.

use std::{collections::BTreeSet, ops::Range};

use super::{
    super::pack::{List, Role},
    MOST_NODES, ReadingContext,
    clause::{Clause, Sentence},
    element::{self, Stance},
    gate::Gate,
    phrase::{Phrase, phrase},
    salience,
    scene::{Scene, content_of},
    typing,
};
use crate::{id::Name, text::dice};

/// Likeness from which an idea counts as known (spec 3.2 uses the same for merging).
const SAME: f64 = 0.75;

/// An idea of the answer.
#[derive(Clone, Debug)]
pub(super) struct Idea {
    /// Its words.
    pub(super) phrase: Phrase,
    /// Its clause.
    pub(super) clause: Range<usize>,
    /// How its clause joins the one before it.
    pub(super) role: Option<Role>,
    /// Number of its sentence.
    pub(super) sentence: usize,
    /// Whether its clause is the first of its sentence.
    pub(super) opens: bool,
    /// Label it is known by already.
    pub(super) known_as: Option<String>,
    /// Whether it is the focus again.
    pub(super) is_focus: bool,
    /// Id of its type.
    pub(super) node_type: Name,
    /// Rung of its type.
    pub(super) level: Option<u32>,
    /// Elements it is about.
    pub(super) elements: Vec<Name>,
    /// What it says of them.
    pub(super) stance: Stance,
    /// Whether it begins by taking up what was just said.
    pub(super) takes_up: bool,
    /// Weight of the words that speak for its type.
    pub(super) evidence: f64,
    /// How sure the reading is.
    pub(super) confidence: f64,
    /// How it is taken if neither it nor the answer says.
    pub(super) tone: i8,
}

impl Idea {
    /// The label it goes by in a connection.
    pub(super) fn label(&self) -> &str {
        self.known_as.as_deref().unwrap_or(&self.phrase.label)
    }
}

/// The ideas of an answer in the order they were said.
pub(super) fn ideas(
    context: &ReadingContext<'_>,
    scene: &Scene<'_>,
    sentences: &[Sentence],
    clauses: &[Clause],
    gate: &Gate,
) -> Vec<Idea> {
    if gate.closed.is_some() {
        return Vec::new();
    }
    let judge = typing::Judge::new(context, scene.lexicon);
    let mut found: Vec<Idea> = Vec::new();
    for (number, clause) in clauses.iter().enumerate() {
        if found.iter().filter(|idea| idea.known_as.is_none()).count() >= MOST_NODES {
            break;
        }
        if gate.muted.contains(&clause.sentence) || !names_an_idea(context, scene, clause) {
            continue;
        }
        let Some(phrase) = phrase(scene, clause.range.clone()) else { continue };
        let content = scene.content(phrase.core.clone());
        let known = known(context, scene, &found, &content);
        let verdict = judge.judge(scene, clause, &phrase, &found);
        let Some(verdict) = verdict else { continue };
        if known.is_none() && salience::salience(context, scene, clauses, number, &verdict, &phrase) < salience::ENOUGH
        {
            continue;
        }
        let elements = element::elements(context, scene, clause.range.clone(), verdict.level);
        let stance = element::stance(scene, sentences.get(clause.sentence), clause.range.clone());
        found.push(Idea {
            is_focus: known.as_deref().is_some_and(|label| Some(label) == context.focus),
            known_as: known,
            clause: clause.range.clone(),
            role: clause.role,
            sentence: clause.sentence,
            opens: clause.opens,
            node_type: verdict.node_type,
            level: verdict.level,
            takes_up: takes_up(scene, clause),
            evidence: verdict.evidence,
            confidence: verdict.confidence,
            tone: judge.tone(),
            elements,
            stance,
            phrase,
        });
    }
    found
}

/// Whether a clause says something of its own: not only that one does not know, likes it, or judges it as a whole.
fn names_an_idea(context: &ReadingContext<'_>, scene: &Scene<'_>, clause: &Clause) -> bool {
    let range = clause.range.clone();
    let own = range.clone().filter(|&at| scene.is_content(at) && !scene.is(at, List::Negation));
    let empty = |at: usize| {
        scene.is(at, List::Verdict)
            || scene.is(at, List::Minimal)
            || scene.is(at, List::KnowledgeLack)
            || scene.is(at, List::Deflection)
            || scene.is(at, List::Disliking)
            || scene.is(at, List::Curiosity)
    };
    if scene.any(range.clone(), List::Curiosity) && !scene.any(range.clone(), List::Positive) {
        return false;
    }
    let mut own = own.filter(|&at| !empty(at)).peekable();
    if own.peek().is_none() && !tells_of_self(scene, clause) {
        return false;
    }
    let topic = content_of(scene.lexicon, context.topic);
    let content = scene.content(range);
    !(content.is_subset(&topic) && context.elements.iter().all(|element| element.label != context.topic))
}

/// Whether the first word of a clause stands for what was said just before.
fn takes_up(scene: &Scene<'_>, clause: &Clause) -> bool {
    let mut words = clause.range.clone().filter(|&at| scene.is_word(at) && !scene.is(at, List::Conjunction));
    words.next().is_some_and(|at| scene.is(at, List::Anaphor))
}

/// "I'm happy" is a state of the person; "it's nice" only judges.
fn tells_of_self(scene: &Scene<'_>, clause: &Clause) -> bool {
    let mut words = clause.range.clone().filter(|&at| scene.is_word(at) && !scene.is(at, List::Conjunction));
    let first = words.find(|&at| !scene.is(at, List::Filler) && !scene.is(at, List::Hedge));
    first.is_some_and(|at| scene.is(at, List::SelfWord))
        && !scene.any(clause.range.clone(), List::Liking)
        && !scene.any(clause.range.clone(), List::KnowledgeLack)
        && !scene.any(clause.range.clone(), List::Deflection)
        && scene.any(clause.range.clone(), List::Positive)
}

/// The label under which an idea is known: of the focus, of an earlier idea of this answer, or of the graph.
fn known(
    context: &ReadingContext<'_>,
    scene: &Scene<'_>,
    before: &[Idea],
    content: &BTreeSet<String>,
) -> Option<String> {
    let earlier = before.iter().filter(|idea| idea.known_as.is_none());
    let earlier = earlier.map(|idea| (idea.phrase.label.as_str(), scene.content(idea.phrase.core.clone())));
    let known = context.focus.into_iter().chain(context.known.iter().map(|known| known.label));
    let known = known.map(|label| (label, content_of(scene.lexicon, label)));
    known.chain(earlier).find(|(_, words)| dice(words, content) >= SAME).map(|(label, _)| label.to_owned())
}
