//! How the ideas of an answer hang together, and with what was known.

use super::{
    super::pack::{Linking, List, Role},
    MOST_EDGES, ReadingContext,
    idea::{Heard, Idea, Subject},
    node::{element_asked, nodes, understood},
    typing::focus_type,
};
use crate::{
    dialogue::Reading,
    graph::{ExtractedEdge, Extraction, REVISES, Span},
    id::Name,
    methodology::Edge,
};

/// One end of a connection.
#[derive(Clone, Copy, Debug)]
struct End<'a> {
    label: &'a str,
    node_type: &'a str,
    level: Option<u32>,
    is_focus: bool,
}

/// Puts the verified parts together.
pub(super) fn extraction(heard: Heard<'_>, ideas: &[Idea], reading: &Reading) -> Extraction {
    let Heard { context, talk, gate, .. } = heard;
    let mut nodes = nodes(context, ideas, reading);
    if nodes.is_empty() {
        let reason = gate.closed.unwrap_or("no idea found").to_owned();
        return Extraction { reason: Some(reason), ..Extraction::default() };
    }
    let is_aside = reading.off_focus || talk.asked.is_some_and(|asked| asked.aside);
    let mut edges = Edges { context, is_aside, found: Vec::new() };
    match context.pack.methods.get(context.methodology).map(|method| method.linking).unwrap_or_default() {
        Linking::Ladder => edges.ladder(ideas),
        Linking::Pairs => edges.pairs(ideas),
        Linking::Course => edges.course(ideas),
        Linking::Grid => edges.grid(ideas),
    }
    edges.revisions(heard, ideas);
    nodes.splice(..0, element_asked(heard, ideas, &nodes, &edges.found));
    Extraction { extractable: true, reason: None, nodes, edges: edges.found, understood: understood(ideas) }
}

/// How firmly one idea leads on to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    /// Not at all.
    None,
    /// By its place, or because its own words put it on a higher rung.
    Place,
    /// By a cue.
    Cue,
}

fn hold(before: &Idea, idea: &Idea) -> Hold {
    let same_sentence = before.sentence == idea.sentence;
    match idea.role {
        Some(Role::Result | Role::Reason | Role::Otherwise) => Hold::Cue,
        Some(Role::Sequence) if same_sentence => Hold::Cue,
        Some(Role::Addition) if same_sentence => Hold::Place,
        _ if idea.takes_up => Hold::Cue,
        _ if same_sentence && idea.level > before.level && idea.evidence > 0.0 => Hold::Place,
        _ => Hold::None,
    }
}

/// Which way a connection may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    /// From what was said before to what was said after.
    Onward,
    /// Either way.
    Either,
}

/// Whether an idea of a new sentence goes on with the last one: its own words put it on a higher rung.
fn begins_higher(before: &Idea, idea: &Idea) -> bool {
    let adds = idea.role != Some(Role::Contrast) && (idea.subject != Subject::Other || before.level < idea.level);
    adds && before.sentence != idea.sentence && idea.level > before.level && idea.evidence > 0.0
}

/// Whether a later idea may hang on the one before it: one sentence, or one that takes it up, with words that speak
/// for the types of both.
fn carries(before: &Idea, idea: &Idea) -> bool {
    let near = before.sentence == idea.sentence || idea.takes_up || before.sentence + 1 == idea.sentence;
    let is_circumstance = before.level.is_none() || idea.level.is_none();
    near && !is_circumstance && before.node_type != idea.node_type && idea.evidence > 0.0
}

/// Whether a later idea still speaks to the question. An occasion or a circumstance said to be one does: "or when …".
fn goes_on(idea: &Idea) -> bool {
    let is_circumstance = idea.level.is_none() && matches!(idea.role, Some(Role::Condition | Role::Time));
    is_circumstance
        || idea.evidence > 0.0
            && !idea.is_background
            && (matches!(idea.role, Some(Role::Addition | Role::Condition | Role::Time))
                || matches!(idea.subject, Subject::Speaker | Subject::Same))
}

struct Edges<'a> {
    context: &'a ReadingContext<'a>,
    /// Whether the question leads away from the focus, or the answer does.
    is_aside: bool,
    found: Vec<ExtractedEdge>,
}

impl<'a> Edges<'a> {
    fn focus(&self) -> Option<End<'a>> {
        let context = self.context;
        if self.is_aside {
            return None;
        }
        let node_type = focus_type(context)?;
        let level = context.ontology.node(node_type).and_then(|node| node.level);
        Some(End { label: context.focus?, node_type, level, is_focus: true })
    }

    /// A chain goes on while cues or rising rungs carry it; what begins anew goes back to the focus, or where there is
    /// none to the first idea. What is told to explain and what is denied is no link of it.
    fn ladder(&mut self, ideas: &[Idea]) {
        let focus = self.focus();
        let lowest = self.context.ontology.levels().first().copied();
        let mut base = focus;
        let mut is_answered = false;
        let mut last: Option<(End<'_>, &Idea)> = None;
        for idea in ideas {
            let here = end(idea);
            let hold = last.map_or(Hold::None, |(_, before)| hold(before, idea));
            let both_lowest = here.level == lowest && last.is_some_and(|(end, _)| end.level == lowest);
            if (idea.is_background && hold != Hold::Cue) || idea.is_denied || (both_lowest && hold != Hold::None) {
                continue;
            }
            if let Some((before, said)) = last
                && (hold != Hold::None || begins_higher(said, idea))
            {
                self.step(before, here, idea, hold);
            }
            if let Some(base) = base.filter(|base| self.goes_back(*base, idea, is_answered, hold)) {
                self.step(base, here, idea, hold);
                is_answered |= here.level >= base.level;
            }
            base = base.or(Some(here));
            last = Some((here, idea));
        }
    }

    /// Whether an idea hangs on what the question was about: the first one that can, and later ones that rise above it.
    /// What is said of an element asked about is said of something else if its clause has a subject of its own; a
    /// condition is no answer, what follows from it is.
    fn goes_back(&self, base: End<'_>, idea: &Idea, is_answered: bool, hold: Hold) -> bool {
        let is_element = self.context.focus_element.is_some() && base.is_focus;
        let rises = idea.level > base.level && idea.evidence > 0.0;
        let adds = !matches!(idea.role, Some(Role::Contrast | Role::Sequence));
        let speaks_of_it = match idea.subject {
            Subject::Same => adds,
            Subject::None => hold == Hold::None,
            Subject::Speaker => hold == Hold::None && !is_answered && adds,
            Subject::Other | Subject::Existence => false,
        };
        let stands = if is_element {
            (rises && speaks_of_it) || (!is_answered && idea.role.is_some() && adds)
        } else if is_answered {
            rises && hold == Hold::None
        } else {
            base.is_focus || rises
        };
        let says_what_it_is = hold == Hold::None && self.restates(idea);
        let is_other = matches!(idea.role, Some(Role::Condition | Role::Instead)) || (is_element && idea.names_element);
        base.label != idea.label() && stands && !is_other && !says_what_it_is
    }

    /// An idea of the lowest rung that names the element asked about says what it is, not what it leads to.
    fn restates(&self, idea: &Idea) -> bool {
        let lowest = self.context.ontology.levels().first().copied();
        idea.level == lowest && self.context.focus_element.is_some_and(|asked| idea.elements.contains(asked))
    }

    /// One step of a chain. Rungs decide its direction only for a `because`, which people use both ways.
    fn step(&mut self, before: End<'_>, here: End<'_>, idea: &Idea, hold: Hold) {
        let reason = idea.role == Some(Role::Reason) && !idea.opens;
        let backwards = reason && here.level <= before.level;
        let lowest = self.context.ontology.levels().first().copied();
        let falls = here.level < before.level && hold != Hold::Cue && (!before.is_focus || here.level == lowest);
        if falls {
            return;
        }
        let (source, target) = if backwards { (here, before) } else { (before, here) };
        let needed = if idea.role == Some(Role::Requires) { self.relation(source, target) } else { None };
        let relation = needed.or_else(|| self.first_relation());
        self.push(source, target, relation, idea.phrase.quote);
    }

    /// The first idea is an answer about the focus. A later one hangs on the one before it if words speak for both, else
    /// on the focus if it goes on speaking of the person or of what was asked.
    fn pairs(&mut self, ideas: &[Idea]) {
        let focus = self.focus();
        let mut is_answered = false;
        let mut before: Option<&Idea> = None;
        for idea in ideas.iter().filter(|idea| !idea.is_denied) {
            let here = end(idea);
            let quote = idea.phrase.quote;
            let carried = before.filter(|before| carries(before, idea));
            let joined = carried.is_some_and(|before| self.join(end(before), here, quote));
            if let Some(focus) = focus
                && !joined
                && (!is_answered || goes_on(idea))
                && idea.role != Some(Role::Condition)
            {
                is_answered |= self.join(focus, here, quote);
            }
            before = Some(idea);
        }
    }

    /// Each idea is joined to the nearest one before it for which the ontology has an edge, the focus last; only the first
    /// of its type hangs on the focus. What comes later in time and stands lower does not bring about what came before.
    fn course(&mut self, ideas: &[Idea]) {
        let mut before: Vec<End<'_>> =
            self.focus().into_iter().filter(|_| self.context.focus_element.is_none()).collect();
        let mut answered: Vec<&Name> = Vec::new();
        for idea in ideas.iter().filter(|idea| !idea.is_denied) {
            let here = end(idea);
            for other in before.iter().rev() {
                let again = other.is_focus && answered.contains(&&idea.node_type);
                let falls = other.level.zip(here.level).is_some_and(|(earlier, later)| later <= earlier);
                let sense = if falls { Sense::Onward } else { Sense::Either };
                if !again && self.join_as(*other, here, idea.phrase.quote, sense) {
                    if other.is_focus {
                        answered.push(&idea.node_type);
                    }
                    break;
                }
            }
            before.push(here);
        }
    }

    /// The things a sentence names are joined to the pole said of them, poles to the focus or the first one said,
    /// else to the one before them.
    fn grid(&mut self, ideas: &[Idea]) {
        let context = self.context;
        let element = context.pack.methods.get(context.methodology).and_then(|method| method.element.as_ref());
        let mut things: Vec<End<'_>> = Vec::new();
        let mut last = self.focus().filter(|_| context.focus_element.is_none());
        let mut anchor = last;
        let mut fresh = true;
        let mut sentence = None;
        for (at, idea) in ideas.iter().enumerate() {
            let here = end(idea);
            if sentence.replace(idea.sentence) != Some(idea.sentence) {
                things.clear();
            }
            if Some(&idea.node_type) == element {
                if !std::mem::replace(&mut fresh, true) {
                    things.clear();
                }
                things.push(here);
                continue;
            }
            fresh = false;
            // The ends of a contrast belong to each other, whatever the question was about.
            if let Some(first) = idea.opposite_of.and_then(|first| ideas.get(first)) {
                self.join(end(first), here, idea.phrase.quote);
                continue;
            }
            if ideas.iter().any(|other| other.opposite_of == Some(at)) {
                continue;
            }
            for thing in &things {
                self.join_or_flag(*thing, here, idea.phrase.quote);
            }
            if !idea.is_denied {
                let joined = anchor.is_some_and(|anchor| self.join(anchor, here, idea.phrase.quote));
                if let Some(before) = last.filter(|_| !joined) {
                    self.join(before, here, idea.phrase.quote);
                }
            }
            anchor = anchor.or(Some(here));
            last = Some(here);
        }
    }

    /// Joins two ideas; where the ontology has no edge for them, by the first type that may leave the source.
    fn join_or_flag(&mut self, source: End<'_>, target: End<'_>, quote: Span) {
        if !self.join(source, target, quote) {
            let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
            let mut leaves = types.filter(|edge| edge.permitted.iter().any(|(from, _)| **from == *source.node_type));
            let relation = leaves.next().map(|edge| edge.id.clone());
            self.push(source, target, relation, quote);
        }
    }

    /// Joins two ideas by the first edge type that permits it, in either direction.
    fn join(&mut self, a: End<'_>, b: End<'_>, quote: Span) -> bool {
        self.join_as(a, b, quote, Sense::Either)
    }

    fn join_as(&mut self, a: End<'_>, b: End<'_>, quote: Span, sense: Sense) -> bool {
        if a.label == b.label {
            return false;
        }
        let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
        for id in types.map(|edge| &edge.id) {
            let ways = match sense {
                Sense::Onward => &[(a, b)][..],
                Sense::Either => &[(a, b), (b, a)],
            };
            for &(source, target) in ways {
                if self.permits(source, target, id) {
                    self.push(source, target, Some(id.clone()), quote);
                    return true;
                }
            }
        }
        false
    }

    /// What was said takes the place of the known idea that a sentence of taking back speaks of.
    fn revisions(&mut self, heard: Heard<'a>, ideas: &[Idea]) {
        let Heard { context, scene, talk, sentences, .. } = heard;
        if context.ontology.edge(REVISES).is_none() {
            return;
        }
        for (number, sentence) in sentences.iter().enumerate() {
            if !scene.any(sentence.range.clone(), List::Revision) {
                continue;
            }
            let here = ideas.iter().rfind(|idea| idea.sentence == number);
            let next = || ideas.iter().find(|idea| idea.sentence == number + 1);
            let Some(idea) = here.or_else(next).filter(|idea| idea.known_as.is_none()) else { continue };
            let Some(old) = talk.taken_back(&scene.content(sentence.range.clone()), &idea.words) else {
                continue;
            };
            let known = context.known.iter().rfind(|known| known.label == old);
            let Some(node_type) = known.map(|known| known.node_type) else { continue };
            let level = context.ontology.node(node_type).and_then(|node| node.level);
            let old = End { label: old, node_type, level, is_focus: false };
            self.found.retain(|edge| edge.target_label != old.label || edge.source_label != idea.label());
            self.push(end(idea), old, Some(REVISES.into()), idea.phrase.quote);
        }
    }

    fn permits(&self, source: End<'_>, target: End<'_>, edge_type: &str) -> bool {
        self.context.ontology.permits(Edge { source: source.node_type, target: target.node_type, edge_type })
    }

    fn relation(&self, source: End<'_>, target: End<'_>) -> Option<Name> {
        let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
        types.map(|edge| &edge.id).find(|id| self.permits(source, target, id)).cloned()
    }

    fn first_relation(&self) -> Option<Name> {
        self.context.ontology.edges.iter().find(|edge| !is_general(edge)).map(|edge| edge.id.clone())
    }

    fn push(&mut self, source: End<'_>, target: End<'_>, relation: Option<Name>, quote: Span) {
        let Some(relation_type) = relation else { return };
        let repeats =
            self.found.iter().any(|edge| edge.source_label == source.label && edge.target_label == target.label);
        if !repeats && source.label != target.label && self.found.len() < MOST_EDGES {
            self.found.push(ExtractedEdge {
                source_label: source.label.to_owned(),
                target_label: target.label.to_owned(),
                relation_type,
                quote,
                confidence: 0.7,
            });
        }
    }
}

/// Edge types that may join anything say nothing about a pair.
fn is_general(edge: &crate::methodology::EdgeType) -> bool {
    edge.permitted.iter().any(|(source, target)| &**source == "*" && &**target == "*")
}

fn end(idea: &Idea) -> End<'_> {
    End { label: idea.label(), node_type: &idea.node_type, level: idea.level, is_focus: false }
}
