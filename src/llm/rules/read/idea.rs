//! From clauses to ideas: which clauses name one, and which only repeat what is known.

use std::ops::Range;

use super::{
    super::pack::{Linking, List, Role},
    MOST_NODES, ReadingContext,
    clause::{Clause, Sentence},
    element::{self, Stance},
    gate::Gate,
    phrase::{Phrase, phrase, verbatim, with_opening},
    salience,
    scene::Scene,
    talk::{Talk, same},
    typing::Judge,
};
use crate::{id::Name, text::WordSet};

/// An idea of the answer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each looked at by itself")]
pub(super) struct Idea {
    /// Where it is said, and what it is called.
    pub(super) phrase: Phrase,
    /// Stems of its words with content.
    pub(super) words: WordSet,
    /// How its clause joins the one before it.
    pub(super) role: Option<Role>,
    /// Number of its sentence.
    pub(super) sentence: usize,
    /// Whether its clause is the first of its sentence.
    pub(super) opens: bool,
    /// Label it is known by already.
    pub(super) known_as: Option<String>,
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
    /// Whether it is too vague to build on.
    pub(super) is_ambiguous: bool,
    /// How it is taken if neither it nor the answer says.
    pub(super) tone: i8,
    /// Of whom or what its clause speaks.
    pub(super) subject: Subject,
    /// Whether it is told to explain: a story, something long past.
    pub(super) is_background: bool,
    /// Whether it says what is not the case.
    pub(super) is_denied: bool,
    /// Whether its own words name an element.
    pub(super) names_element: bool,
    /// Position of the idea it is said to be the opposite of.
    pub(super) opposite_of: Option<usize>,
}

/// Of whom or what a clause speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Of the speaker.
    Speaker,
    /// Of what was spoken of before: it, they, that.
    Same,
    /// Of something it names itself.
    Other,
    /// Nobody: a fragment, or a clause that begins with its verb.
    None,
    /// It says that something exists: there is.
    Existence,
}

impl Idea {
    /// The label it goes by in a connection.
    pub(super) fn label(&self) -> &str {
        self.known_as.as_deref().unwrap_or(&self.phrase.label)
    }
}

/// An answer cut up, with what it is heard against.
#[derive(Clone, Copy)]
pub(super) struct Heard<'a> {
    pub(super) context: &'a ReadingContext<'a>,
    pub(super) scene: &'a Scene<'a>,
    pub(super) talk: &'a Talk<'a>,
    pub(super) sentences: &'a [Sentence],
    pub(super) clauses: &'a [Clause],
    pub(super) gate: &'a Gate,
}

/// The ideas of an answer in the order they were said.
pub(super) fn ideas(heard: Heard<'_>) -> Vec<Idea> {
    if heard.gate.closed.is_some() {
        return Vec::new();
    }
    let method = heard.context.pack.methods.get(heard.context.methodology);
    let is_grid = method.is_some_and(|method| method.linking == Linking::Grid);
    let judge = Judge::new(heard.context, heard.scene.lexicon, heard.talk.asked);
    let mut finder = Finder { heard, judge, found: Vec::new(), passed_over: None };
    for (number, clause) in heard.clauses.iter().enumerate() {
        if heard.gate.muted.contains(&clause.sentence) || !finder.has_room() {
            continue;
        }
        if is_grid {
            finder.grid(number, clause);
        } else {
            finder.plain(number, clause, None);
        }
    }
    if finder.found.is_empty() {
        // A story is background only where something stands before it.
        finder.found.extend(finder.passed_over.map(|(_, idea)| idea));
    }
    finder.found
}

struct Finder<'a> {
    heard: Heard<'a>,
    judge: Judge<'a>,
    found: Vec<Idea>,
    /// The most salient clause of those that were not salient enough.
    passed_over: Option<(f64, Idea)>,
}

impl Finder<'_> {
    fn has_room(&self) -> bool {
        self.found.len() < MOST_NODES
    }

    /// Type of the ideas that elements of the concept are: things, occasions.
    fn element(&self) -> Option<&Name> {
        let context = self.heard.context;
        context.pack.methods.get(context.methodology).and_then(|method| method.element.as_ref())
    }

    /// The things compared that a clause names are ideas of their own; the rest of it says what they are like.
    fn grid(&mut self, number: usize, clause: &Clause) {
        let Heard { scene, talk, .. } = self.heard;
        if self.contrast(clause) {
            return;
        }
        let element = self.element().cloned();
        let mentions = talk.mentions(scene, clause.range.clone());
        for (range, id) in &mentions {
            let Some(phrase) = phrase(scene, range.clone()) else { continue };
            let Some(node_type) = element.clone() else { continue };
            if self.has_room() {
                let named = Clause { range: range.clone(), ..clause.clone() };
                let mut idea = self.idea(&named, phrase, node_type, 1.0);
                idea.elements = vec![(*id).clone()];
                self.found.push(idea);
            }
        }
        let (Some((first, _)), Some((last, _))) = (mentions.first(), mentions.last()) else {
            return self.plain(number, clause, None);
        };
        let rest = [last.end..clause.range.end, clause.range.start..first.start];
        if let Some(range) = rest.into_iter().find(|range| scene.weight(range.clone()) > 0) {
            // What is said of things is none of them.
            self.plain(number, &Clause { range, ..clause.clone() }, element.as_ref());
        }
    }

    /// "The opposite of calm is that everybody wants me to be angry": a contrast with both its ends, whatever was asked. The
    /// first end may be known already.
    fn contrast(&mut self, clause: &Clause) -> bool {
        let Heard { context, scene, talk, .. } = self.heard;
        let method = context.pack.methods.get(context.methodology);
        let Some((pole, opposite)) = method.and_then(|method| method.poles.clone()) else { return false };
        let Some((first, second)) = ends(scene, &clause.range) else { return false };
        let whole = |range: &Range<usize>| phrase(scene, range.clone()).or_else(|| verbatim(scene, range.clone()));
        let (Some(named), Some(other)) = (whole(&first), whole(&second)) else {
            return false;
        };
        if self.found.len() + 2 > MOST_NODES {
            return true;
        }
        let mut named = self.idea(&Clause { range: first, ..clause.clone() }, named, pole, 0.8);
        if let Some(known) = talk.known_by(&named.words) {
            named.known_as = Some(known.to_owned());
            let node = context.known.iter().rev().find(|idea| idea.label == known);
            named.node_type = node.map_or(named.node_type, |idea| idea.node_type.into());
        }
        let mut other = self.idea(&Clause { range: second, ..clause.clone() }, other, opposite, 0.8);
        other.opposite_of = Some(self.found.len());
        self.found.extend([named, other]);
        true
    }

    /// The time of what a clause tells, where the method has a type for it and nobody has said it yet.
    fn date(&mut self, clause: &Clause) {
        let Heard { context, scene, .. } = self.heard;
        let method = context.pack.methods.get(context.methodology);
        let Some(node_type) = method.and_then(|method| method.dates.clone()) else { return };
        let is_told = self.found.iter().any(|idea| idea.node_type == node_type)
            || context.known.iter().any(|known| *known.node_type == *node_type);
        let entry = clause.range.clone().find_map(|at| Some((at, scene.entry(at, List::Date)?)));
        let Some((at, length)) = entry.filter(|_| !is_told && self.has_room()) else { return };
        let range = at..(at + length).min(clause.range.end);
        if let Some(phrase) = phrase(scene, range.clone()) {
            let idea = self.idea(&Clause { range, ..clause.clone() }, phrase, node_type, 0.8);
            self.found.push(idea);
        }
    }

    fn plain(&mut self, number: usize, clause: &Clause, except: Option<&Name>) {
        let Heard { scene, talk, .. } = self.heard;
        if !self.has_room() || !names_an_idea(scene, talk, clause) {
            return;
        }
        let Some(mut phrase) = phrase(scene, clause.range.clone()) else { return };
        if clause.role == Some(Role::Otherwise) {
            phrase = with_opening(scene, clause.range.start, phrase);
        }
        let Some(verdict) = self.judge.judge(scene, talk, clause, &phrase, &self.found, except) else { return };
        let mut idea = self.idea(clause, phrase, verdict.node_type.clone(), verdict.confidence);
        idea.evidence = verdict.evidence;
        idea.level = verdict.level;
        if clause.role == Some(Role::Otherwise) {
            // What comes of its absence is what is to be avoided, and says nothing of the thing itself.
            idea.stance = Stance { balance: -1, instead: None };
            idea.elements.clear();
        }
        let salience = salience::salience(self.heard, number, clause, &verdict, &idea.phrase);
        if idea.known_as.is_some() || salience >= salience::ENOUGH {
            let is_what_happened = Some(&idea.node_type) == self.element();
            self.found.push(idea);
            if is_what_happened {
                self.date(clause);
            }
        } else if scene.weight(idea.phrase.core.clone()) > 1
            && self.passed_over.as_ref().is_none_or(|(most, _)| salience > *most)
        {
            self.passed_over = Some((salience, idea));
        }
    }

    fn idea(&self, clause: &Clause, phrase: Phrase, node_type: Name, confidence: f64) -> Idea {
        let Heard { context, scene, talk, sentences, .. } = self.heard;
        let words = scene.content(phrase.core.clone());
        let names_element = talk.elements(&words).next().is_some();
        let earlier = self.found.iter().filter(|idea| same(&idea.words, &words));
        let known = talk.known(&words).map(str::to_owned);
        Idea {
            known_as: known.or_else(|| earlier.map(|idea| idea.label().to_owned()).next()),
            role: clause.role,
            sentence: clause.sentence,
            opens: clause.opens,
            level: context.ontology.node(&node_type).and_then(|node| node.level),
            node_type,
            elements: element::elements(context, talk, &scene.content(clause.range.clone())),
            stance: element::stance(scene, sentences.get(clause.sentence), clause.range.clone()),
            takes_up: takes_up(scene, clause),
            evidence: 0.0,
            confidence,
            is_ambiguous: scene.any(phrase.core.clone(), List::Vague) && scene.weight(phrase.core.clone()) <= 1,
            tone: self.judge.tone(),
            subject: subject(scene, clause.range.clone()),
            is_background: salience::is_background(scene, clause),
            names_element,
            opposite_of: None,
            is_denied: is_denied(scene, &clause.range, &phrase),
            phrase,
            words,
        }
    }
}

/// The two ends of a contrast that a clause names: what stands behind "the opposite of", and what it is said to be.
fn ends(scene: &Scene<'_>, clause: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let (at, length) = clause.clone().find_map(|at| Some((at, scene.entry(at, List::Opposite)?)))?;
    let start = at + length;
    // Where no verb is said, as in Arabic, a pronoun stands in its place.
    let verb = |list: List| (start + 1..clause.end).find(|&at| scene.is(at, list));
    let verb = verb(List::Auxiliary).or_else(|| verb(List::Nominative))?;
    let (first, second) = (start..verb, verb + 1..clause.end);
    (scene.words(first.clone()) > 0 && scene.words(second.clone()) > 0).then_some((first, second))
}

/// Whether a clause says something of its own: not only that one does not know, likes it, or judges it as a whole.
fn names_an_idea(scene: &Scene<'_>, talk: &Talk<'_>, clause: &Clause) -> bool {
    let range = clause.range.clone();
    let empty = |at: usize| {
        [List::Verdict, List::Minimal, List::KnowledgeLack, List::Deflection, List::Disliking, List::Curiosity]
            .iter()
            .any(|&list| scene.is(at, list))
    };
    if scene.any(range.clone(), List::Curiosity) && !scene.any(range.clone(), List::Positive) {
        return false;
    }
    let own = |at: usize| scene.is_content(at) && !scene.is(at, List::Negation) && !empty(at);
    if is_bare(scene, range.clone()) {
        return false;
    }
    (range.clone().any(own) || tells_of_self(scene, range.clone())) && !scene.content(range).is_subset(talk.topic)
}

/// "Google it": one word said of something that is not named.
fn is_bare(scene: &Scene<'_>, range: Range<usize>) -> bool {
    let stands = |at: usize| scene.is(at, List::Subject) && scene.is(at, List::Stop) && !scene.is(at, List::SelfWord);
    let mut content = range.clone().filter(|&at| scene.is_content(at) && !scene.is(at, List::Negation));
    let (Some(only), None) = (content.next(), content.next()) else { return false };
    let rest = |at: usize| !scene.is_word(at) || scene.is(at, List::Preposition);
    let says_more = [List::Negation, List::Ability, List::Inability].iter().any(|&list| scene.any(range.clone(), list));
    !says_more && only > range.start && stands(only + 1) && only + 1 < range.end && (only + 2..range.end).all(rest)
}

/// Whether the first word of a clause stands for what was said just before.
fn takes_up(scene: &Scene<'_>, clause: &Clause) -> bool {
    let mut words = clause.range.clone().filter(|&at| scene.is_word(at) && !scene.is(at, List::Conjunction));
    words.next().is_some_and(|at| scene.is(at, List::Anaphor))
}

/// "I'm happy" is a state of the person; "it's nice" only judges.
fn tells_of_self(scene: &Scene<'_>, range: Range<usize>) -> bool {
    let mut words = range.clone().filter(|&at| scene.is_word(at) && !scene.is(at, List::Conjunction));
    let first = words.find(|&at| !scene.is(at, List::Filler) && !scene.is(at, List::Hedge));
    let other = [List::Liking, List::KnowledgeLack, List::Deflection];
    first.is_some_and(|at| scene.is(at, List::SelfWord))
        && !other.iter().any(|&list| scene.any(range.clone(), list))
        && scene.any(range, List::Positive)
}

/// "Not the ice": a clause without a subject that only says what it is not.
fn is_denied(scene: &Scene<'_>, clause: &Range<usize>, phrase: &Phrase) -> bool {
    let start = phrase.core.start;
    scene.is(start, List::Negation)
        && !scene.is(start, List::Determiner)
        && scene.is_determined(start + 1, phrase.core.end)
        && clause.clone().find(|&at| scene.is_word(at) && !scene.is(at, List::Conjunction)) == Some(start)
}

/// Of whom or what a clause speaks: its first word that is no filler says.
fn subject(scene: &Scene<'_>, range: Range<usize>) -> Subject {
    let small = [List::Filler, List::Hedge, List::Conjunction];
    let first = range.clone().find(|&at| {
        scene.is_word(at) && (scene.is(at, List::Anaphor) || !small.iter().any(|&list| scene.is(at, list)))
    });
    let Some(first) = first else { return Subject::None };
    if scene.is(first, List::Existential) {
        Subject::Existence
    } else if scene.is(first, List::SelfWord) {
        Subject::Speaker
    } else if scene.is(first, List::Subject) && scene.is(first, List::Stop) {
        Subject::Same
    } else if scene.word(first).contains('\'')
        || (scene.is(first, List::Determiner) && scene.word(first + 1).contains('\''))
        || (first + 1..range.end).any(|at| scene.is(at, List::Auxiliary) || scene.is(at, List::Finite))
            && !scene.is(first, List::Finite)
            && !scene.is(first, List::Preposition)
    {
        Subject::Other
    } else {
        Subject::None
    }
}
