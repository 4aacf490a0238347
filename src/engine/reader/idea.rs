//! Finds the ideas of an answer: the clauses that name one.

use std::ops::Range;

use super::{
    MOST_NODES, ReadingContext,
    classification::Classifier,
    clause::{Clause, Sentence},
    element::{self, Attitude},
    extractability::Extractability,
    idea_phrase::{IdeaPhrase, phrase, verbatim, with_opening},
    known_context::{KnownContext, same},
    salience,
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::language::{CueRole, Linking, WordList};
use crate::engine::{id::Name, text::WordSet};

/// An idea of the answer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent findings, each looked at by itself")]
pub(super) struct Idea {
    /// Its label and its quote.
    pub(super) phrase: IdeaPhrase,
    /// Stems of its words with content.
    pub(super) words: WordSet,
    /// How its clause joins the one before it.
    pub(super) role: Option<CueRole>,
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
    pub(super) stance: Attitude,
    /// Whether it begins with a reference to the previous words.
    pub(super) takes_up: bool,
    /// Weight of the words that speak for its type.
    pub(super) evidence: f64,
    /// Confidence, 0–1.
    pub(super) confidence: f64,
    /// Whether it is too vague to build on.
    pub(super) is_ambiguous: bool,
    /// How it is taken if neither it nor the answer says.
    pub(super) tone: i8,
    /// The subject of its clause.
    pub(super) subject: ClauseSubject,
    /// Whether it is background: a story, an event long past.
    pub(super) is_background: bool,
    /// Whether it is denied.
    pub(super) is_denied: bool,
    /// Whether its own words name an element.
    pub(super) names_element: bool,
    /// Position of the idea that is its opposite.
    pub(super) opposite_of: Option<usize>,
}

/// The subject of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClauseSubject {
    /// The speaker.
    Speaker,
    /// The subject before: it, they, that.
    Same,
    /// A subject that the clause names.
    Other,
    /// None: a fragment, or a clause that begins with its verb.
    None,
    /// None: the clause says that something exists, as "there is".
    Existence,
}

impl Idea {
    /// The label it goes by in a connection.
    pub(super) fn label(&self) -> &str {
        self.known_as.as_deref().unwrap_or(&self.phrase.label)
    }
}

/// An answer split into sentences and clauses, with its context.
#[derive(Clone, Copy)]
pub(super) struct ParsedAnswer<'a> {
    pub(super) context: &'a ReadingContext<'a>,
    pub(super) answer: &'a TokenizedAnswer<'a>,
    pub(super) known_context: &'a KnownContext<'a>,
    pub(super) sentences: &'a [Sentence],
    pub(super) clauses: &'a [Clause],
    pub(super) extractability: &'a Extractability,
}

/// The ideas of an answer, in order.
pub(super) fn ideas(parsed: ParsedAnswer<'_>) -> Vec<Idea> {
    if parsed.extractability.closed.is_some() {
        return Vec::new();
    }
    let method = parsed.context.pack.methods.get(parsed.context.methodology);
    let is_grid = method.is_some_and(|method| method.linking == Linking::Grid);
    let mut finder = IdeaFinder::new(parsed);
    for (number, clause) in parsed.clauses.iter().enumerate() {
        if parsed.extractability.muted.contains(&clause.sentence) || !finder.has_room() {
            continue;
        }
        if is_grid {
            finder.grid(number, clause);
        } else {
            finder.plain(number, clause, None);
        }
    }
    if finder.found.is_empty() {
        // A story is background only after another clause.
        finder.found.extend(finder.passed_over.map(|(_, idea)| idea));
    }
    finder.found
}

pub(super) struct IdeaFinder<'a> {
    parsed: ParsedAnswer<'a>,
    pub(super) judge: Classifier<'a>,
    pub(super) found: Vec<Idea>,
    /// The most salient clause of those that were not salient enough.
    passed_over: Option<(f64, Idea)>,
}

impl<'a> IdeaFinder<'a> {
    pub(super) fn new(parsed: ParsedAnswer<'a>) -> Self {
        let judge = Classifier::new(parsed.context, parsed.answer.lexicon, parsed.known_context.asked);
        Self { parsed, judge, found: Vec::new(), passed_over: None }
    }

    /// Adds the idea of these words; false if they have no label.
    pub(super) fn push_range(&mut self, range: Range<usize>, node_type: Name) -> bool {
        let clauses = self.parsed.clauses;
        let clause = clauses.iter().rev().find(|clause| clause.range.start <= range.start).or_else(|| clauses.first());
        let said = phrase(self.parsed.answer, range.clone()).or_else(|| verbatim(self.parsed.answer, range));
        let (Some(clause), Some(phrase)) = (clause, said) else { return false };
        let mut idea = self.idea(clause, phrase, node_type, 0.8);
        let clause = Clause { range: idea.phrase.core.clone(), ..clause.clone() };
        let evidence = self.judge.evidence(self.parsed.answer, self.parsed.known_context, &clause, &idea.phrase);
        idea.evidence = evidence.get(&*idea.node_type).copied().unwrap_or_default();
        self.found.push(idea);
        true
    }

    fn has_room(&self) -> bool {
        self.found.len() < MOST_NODES
    }

    /// Type of the ideas that elements of the concept are: things, occasions.
    fn element(&self) -> Option<&Name> {
        let context = self.parsed.context;
        context.pack.methods.get(context.methodology).and_then(|method| method.element.as_ref())
    }

    /// The things compared that a clause names are ideas of their own; the rest of it says what they are like.
    fn grid(&mut self, number: usize, clause: &Clause) {
        let ParsedAnswer { answer, known_context, .. } = self.parsed;
        if self.contrast(clause) {
            return;
        }
        let element = self.element().cloned();
        let mentions = known_context.mentions(answer, clause.range.clone());
        for (range, id) in &mentions {
            let Some(phrase) = phrase(answer, range.clone()) else { continue };
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
        if let Some(range) = rest.into_iter().find(|range| answer.weight(range.clone()) > 0) {
            // What is said of things is none of them.
            self.plain(number, &Clause { range, ..clause.clone() }, element.as_ref());
        }
    }

    /// "The opposite of calm is that everybody wants me to be angry": a contrast with both its ends, whatever was asked. The
    /// first end may be known already.
    fn contrast(&mut self, clause: &Clause) -> bool {
        let ParsedAnswer { context, answer, known_context, .. } = self.parsed;
        let method = context.pack.methods.get(context.methodology);
        let Some((pole, opposite)) = method.and_then(|method| method.poles.clone()) else { return false };
        let Some((first, second)) = ends(answer, &clause.range) else { return false };
        let whole = |range: &Range<usize>| phrase(answer, range.clone()).or_else(|| verbatim(answer, range.clone()));
        let (Some(named), Some(other)) = (whole(&first), whole(&second)) else {
            return false;
        };
        if self.found.len() + 2 > MOST_NODES {
            return true;
        }
        let mut named = self.idea(&Clause { range: first, ..clause.clone() }, named, pole, 0.8);
        if let Some(known) = known_context.known_by(&named.words) {
            named.known_as = Some(known.to_owned());
            let node = context.known.iter().rev().find(|idea| idea.label == known);
            named.node_type = node.map_or(named.node_type, |idea| idea.node_type.into());
        }
        let mut other = self.idea(&Clause { range: second, ..clause.clone() }, other, opposite, 0.8);
        other.opposite_of = Some(self.found.len());
        self.found.extend([named, other]);
        true
    }

    /// The time in a clause, if the method has a type for it and no idea has this type.
    fn date(&mut self, clause: &Clause) {
        let ParsedAnswer { context, answer, .. } = self.parsed;
        let method = context.pack.methods.get(context.methodology);
        let Some(node_type) = method.and_then(|method| method.dates.clone()) else { return };
        let is_told = self.found.iter().any(|idea| idea.node_type == node_type)
            || context.known.iter().any(|known| *known.node_type == *node_type);
        let entry = clause.range.clone().find_map(|at| Some((at, answer.entry(at, WordList::Date)?)));
        let Some((at, length)) = entry.filter(|_| !is_told && self.has_room()) else { return };
        let range = at..(at + length).min(clause.range.end);
        if let Some(phrase) = phrase(answer, range.clone()) {
            let idea = self.idea(&Clause { range, ..clause.clone() }, phrase, node_type, 0.8);
            self.found.push(idea);
        }
    }

    fn plain(&mut self, number: usize, clause: &Clause, except: Option<&Name>) {
        let ParsedAnswer { answer, known_context, .. } = self.parsed;
        if !self.has_room() || !names_an_idea(answer, known_context, clause) {
            return;
        }
        let Some(mut phrase) = phrase(answer, clause.range.clone()) else { return };
        if clause.role == Some(CueRole::Otherwise) {
            phrase = with_opening(answer, clause.range.start, phrase);
        }
        let Some(verdict) = self.judge.judge(answer, known_context, clause, &phrase, &self.found, except) else {
            return;
        };
        let mut idea = self.idea(clause, phrase, verdict.node_type.clone(), verdict.confidence);
        idea.evidence = verdict.evidence;
        idea.level = verdict.level;
        if clause.role == Some(CueRole::Otherwise) {
            // The consequence of its absence does not describe the thing.
            idea.stance = Attitude { balance: -1, instead: None };
            idea.elements.clear();
        }
        let salience = salience::salience(self.parsed, number, clause, &verdict, &idea.phrase);
        if idea.known_as.is_some() || salience >= salience::ENOUGH {
            let is_what_happened = Some(&idea.node_type) == self.element();
            self.found.push(idea);
            if is_what_happened {
                self.date(clause);
            }
        } else if answer.weight(idea.phrase.core.clone()) > 1
            && self.passed_over.as_ref().is_none_or(|(most, _)| salience > *most)
        {
            self.passed_over = Some((salience, idea));
        }
    }

    fn idea(&self, clause: &Clause, phrase: IdeaPhrase, node_type: Name, confidence: f64) -> Idea {
        let ParsedAnswer { context, answer, known_context, sentences, .. } = self.parsed;
        let words = answer.content(phrase.core.clone());
        let names_element = known_context.elements(&words).next().is_some();
        let earlier = self.found.iter().filter(|idea| same(&idea.words, &words));
        let known = known_context.known(&words).map(str::to_owned);
        Idea {
            known_as: known.or_else(|| earlier.map(|idea| idea.label().to_owned()).next()),
            role: clause.role,
            sentence: clause.sentence,
            opens: clause.opens,
            level: context.ontology.node(&node_type).and_then(|node| node.level),
            node_type,
            elements: element::elements(context, known_context, &answer.content(clause.range.clone())),
            stance: element::stance(answer, sentences.get(clause.sentence), clause.range.clone()),
            takes_up: takes_up(answer, clause),
            evidence: 0.0,
            confidence,
            is_ambiguous: answer.any(phrase.core.clone(), WordList::Vague) && answer.weight(phrase.core.clone()) <= 1,
            tone: self.judge.tone(),
            subject: subject(answer, clause.range.clone()),
            is_background: salience::is_background(answer, clause),
            names_element,
            opposite_of: None,
            is_denied: is_denied(answer, &clause.range, &phrase),
            phrase,
            words,
        }
    }
}

/// The two ends of a contrast in a clause: the words after "the opposite of", and their description.
fn ends(answer: &TokenizedAnswer<'_>, clause: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let (at, length) = clause.clone().find_map(|at| Some((at, answer.entry(at, WordList::Opposite)?)))?;
    let start = at + length;
    // In languages without a copula, such as Arabic, a pronoun takes its place.
    let verb = |list: WordList| (start + 1..clause.end).find(|&at| answer.is(at, list));
    let verb = verb(WordList::Auxiliary).or_else(|| verb(WordList::Nominative))?;
    let (first, second) = (start..verb, verb + 1..clause.end);
    (answer.words(first.clone()) > 0 && answer.words(second.clone()) > 0).then_some((first, second))
}

/// Whether a clause has content beyond not knowing, liking or judging the whole.
fn names_an_idea(answer: &TokenizedAnswer<'_>, known_context: &KnownContext<'_>, clause: &Clause) -> bool {
    let range = clause.range.clone();
    let empty = |at: usize| {
        [
            WordList::Verdict,
            WordList::Minimal,
            WordList::KnowledgeLack,
            WordList::Deflection,
            WordList::Disliking,
            WordList::Curiosity,
        ]
        .iter()
        .any(|&list| answer.is(at, list))
    };
    if answer.any(range.clone(), WordList::Curiosity) && !answer.any(range.clone(), WordList::Positive) {
        return false;
    }
    let own = |at: usize| answer.is_content(at) && !answer.is(at, WordList::Negation) && !empty(at);
    if is_bare(answer, range.clone()) {
        return false;
    }
    (range.clone().any(own) || tells_of_self(answer, range.clone()))
        && !answer.content(range).is_subset(known_context.topic)
}

/// "Google it": one word said of something that is not named.
fn is_bare(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> bool {
    let stands = |at: usize| {
        answer.is(at, WordList::Subject) && answer.is(at, WordList::Stop) && !answer.is(at, WordList::SelfWord)
    };
    let mut content = range.clone().filter(|&at| answer.is_content(at) && !answer.is(at, WordList::Negation));
    let (Some(only), None) = (content.next(), content.next()) else { return false };
    let rest = |at: usize| !answer.is_word(at) || answer.is(at, WordList::Preposition);
    let says_more = [WordList::Negation, WordList::Ability, WordList::Inability]
        .iter()
        .any(|&list| answer.any(range.clone(), list));
    !says_more && only > range.start && stands(only + 1) && only + 1 < range.end && (only + 2..range.end).all(rest)
}

/// Whether the first word of a clause refers to the previous words.
fn takes_up(answer: &TokenizedAnswer<'_>, clause: &Clause) -> bool {
    let mut words = clause.range.clone().filter(|&at| answer.is_word(at) && !answer.is(at, WordList::Conjunction));
    words.next().is_some_and(|at| answer.is(at, WordList::Anaphor))
}

/// "I'm happy" is a state of the person; "it's nice" only judges.
fn tells_of_self(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> bool {
    let mut words = range.clone().filter(|&at| answer.is_word(at) && !answer.is(at, WordList::Conjunction));
    let first = words.find(|&at| !answer.is(at, WordList::Filler) && !answer.is(at, WordList::Hedge));
    let other = [WordList::Liking, WordList::KnowledgeLack, WordList::Deflection];
    first.is_some_and(|at| answer.is(at, WordList::SelfWord))
        && !other.iter().any(|&list| answer.any(range.clone(), list))
        && answer.any(range, WordList::Positive)
}

/// "Not the ice": a clause without a subject that only denies something.
fn is_denied(answer: &TokenizedAnswer<'_>, clause: &Range<usize>, phrase: &IdeaPhrase) -> bool {
    let start = phrase.core.start;
    answer.is(start, WordList::Negation)
        && !answer.is(start, WordList::Determiner)
        && answer.is_determined(start + 1, phrase.core.end)
        && clause.clone().find(|&at| answer.is_word(at) && !answer.is(at, WordList::Conjunction)) == Some(start)
}

/// Of whom or what a clause speaks: its first word that is no filler says.
fn subject(answer: &TokenizedAnswer<'_>, range: Range<usize>) -> ClauseSubject {
    let small = [WordList::Filler, WordList::Hedge, WordList::Conjunction];
    let first = range.clone().find(|&at| {
        answer.is_word(at) && (answer.is(at, WordList::Anaphor) || !small.iter().any(|&list| answer.is(at, list)))
    });
    let Some(first) = first else { return ClauseSubject::None };
    if answer.is(first, WordList::Existential) {
        ClauseSubject::Existence
    } else if answer.is(first, WordList::SelfWord) {
        ClauseSubject::Speaker
    } else if answer.is(first, WordList::Subject) && answer.is(first, WordList::Stop) {
        ClauseSubject::Same
    } else if answer.word(first).contains('\'')
        || (answer.is(first, WordList::Determiner) && answer.word(first + 1).contains('\''))
        || (first + 1..range.end).any(|at| answer.is(at, WordList::Auxiliary) || answer.is(at, WordList::Finite))
            && !answer.is(first, WordList::Finite)
            && !answer.is(first, WordList::Preposition)
    {
        ClauseSubject::Other
    } else {
        ClauseSubject::None
    }
}
