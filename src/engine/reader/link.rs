//! Connects the ideas of an answer to each other and to known ideas.

use super::{
    MOST_EDGES, ReadingContext,
    classification::focus_type,
    idea::{ClauseSubject, Idea, ParsedAnswer},
    link_strength::{LinkStrength, begins_higher, carries, goes_on, hold},
    node::{element_asked, nodes, understood},
};
use crate::engine::language::{CueRole, Linking, WordList};
use crate::engine::{
    dialogue::Reading,
    graph::{ExtractedEdge, Extraction, REVISES, Span},
    id::Name,
    methodology::EdgeTypes,
};

/// One end of a connection.
#[derive(Clone, Copy, Debug)]
struct EdgeEnd<'a> {
    label: &'a str,
    node_type: &'a str,
    level: Option<u32>,
    is_focus: bool,
}

/// Builds the extraction from ideas and connections.
pub(super) fn extraction(parsed: ParsedAnswer<'_>, ideas: &[Idea], reading: &Reading) -> Extraction {
    let ParsedAnswer { context, known_context, extractability, .. } = parsed;
    let mut nodes = nodes(parsed, ideas, reading);
    if nodes.is_empty() {
        let reason = extractability.closed.unwrap_or("no idea found").to_owned();
        return Extraction { reason: Some(reason), ..Extraction::default() };
    }
    let is_aside = reading.off_focus || known_context.asked.is_some_and(|asked| asked.aside);
    let mut edges = EdgeBuilder { context, is_aside, found: Vec::new() };
    match context.pack.methods.get(context.methodology).map(|method| method.linking).unwrap_or_default() {
        Linking::Ladder => edges.ladder(ideas),
        Linking::Pairs => edges.pairs(ideas),
        Linking::Course => edges.course(ideas),
        Linking::Grid => edges.grid(ideas),
    }
    edges.revisions(parsed, ideas);
    nodes.splice(..0, element_asked(parsed, ideas, &nodes, &edges.found));
    Extraction { extractable: true, reason: None, nodes, edges: edges.found, understood: understood(ideas) }
}

/// Permitted directions of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// From the earlier idea to the later one.
    Onward,
    /// Both directions.
    Either,
}

pub(super) struct EdgeBuilder<'a> {
    context: &'a ReadingContext<'a>,
    /// Whether the question or the answer leads away from the focus.
    is_aside: bool,
    pub(super) found: Vec<ExtractedEdge>,
}

impl<'a> EdgeBuilder<'a> {
    pub(super) fn new(context: &'a ReadingContext<'a>) -> Self {
        Self { context, is_aside: false, found: Vec::new() }
    }

    /// Connects two ideas, given by label and type, in this direction. If the ontology has no edge for them, it uses the
    /// first type that permits the source.
    pub(super) fn connect(&mut self, source: (&str, &str), target: (&str, &str), quote: Span, confidence: f64) {
        let end = |(label, node_type)| EdgeEnd { label, node_type, level: None, is_focus: false };
        let (source, target) = (end(source), end(target));
        let ladder =
            self.context.pack.methods.get(self.context.methodology).map(|method| method.linking).unwrap_or_default()
                == Linking::Ladder;
        let leaves = || {
            let mut types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
            types
                .find(|edge| edge.permitted.iter().any(|(from, _)| **from == *source.node_type))
                .map(|edge| edge.id.clone())
        };
        let relation = if ladder {
            self.first_relation()
        } else {
            self.relation(source, target).or_else(leaves).or_else(|| self.first_relation())
        };
        let before = self.found.len();
        self.push(source, target, relation, quote);
        if let Some(edge) = self.found.get_mut(before) {
            edge.confidence = (confidence * 100.0).round() / 100.0;
        }
    }

    fn focus(&self) -> Option<EdgeEnd<'a>> {
        let context = self.context;
        if self.is_aside {
            return None;
        }
        let node_type = focus_type(context)?;
        let level = context.ontology.node(node_type).and_then(|node| node.level);
        Some(EdgeEnd { label: context.focus?, node_type, level, is_focus: true })
    }

    /// Connects a chain along cues and rising rungs. A new start connects to the focus, or without one to the first
    /// idea. Background and denied ideas are skipped.
    fn ladder(&mut self, ideas: &[Idea]) {
        let focus = self.focus();
        let lowest = self.context.ontology.levels().first().copied();
        let mut base = focus;
        let mut is_answered = false;
        let mut last: Option<(EdgeEnd<'_>, &Idea)> = None;
        for idea in ideas {
            let here = end(idea);
            let hold = last.map_or(LinkStrength::None, |(_, before)| hold(before, idea));
            let both_lowest = here.level == lowest && last.is_some_and(|(end, _)| end.level == lowest);
            if (idea.is_background && hold != LinkStrength::Cue)
                || idea.is_denied
                || (both_lowest && hold != LinkStrength::None)
            {
                continue;
            }
            if let Some((before, said)) = last
                && (hold != LinkStrength::None || begins_higher(said, idea))
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

    /// Whether an idea connects to the subject of the question: the first possible one, and later ones on a higher
    /// rung. An idea about another subject does not describe the element in the question. A condition is no answer, but
    /// its consequence is.
    fn goes_back(&self, base: EdgeEnd<'_>, idea: &Idea, is_answered: bool, hold: LinkStrength) -> bool {
        let is_element = self.context.focus_element.is_some() && base.is_focus;
        let rises = idea.level > base.level && idea.evidence > 0.0;
        let adds = !matches!(idea.role, Some(CueRole::Contrast | CueRole::Sequence));
        let speaks_of_it = match idea.subject {
            ClauseSubject::Same => adds,
            ClauseSubject::None => hold == LinkStrength::None,
            ClauseSubject::Speaker => hold == LinkStrength::None && !is_answered && adds,
            ClauseSubject::Other | ClauseSubject::Existence => false,
        };
        let stands = if is_element {
            (rises && speaks_of_it) || (!is_answered && idea.role.is_some() && adds)
        } else if is_answered {
            rises && hold == LinkStrength::None
        } else {
            base.is_focus || rises
        };
        let says_what_it_is = hold == LinkStrength::None && self.restates(idea);
        let is_other =
            matches!(idea.role, Some(CueRole::Condition | CueRole::Instead)) || (is_element && idea.names_element);
        base.label != idea.label() && stands && !is_other && !says_what_it_is
    }

    /// An idea on the lowest rung that names the element describes it, and is no consequence of it.
    fn restates(&self, idea: &Idea) -> bool {
        let lowest = self.context.ontology.levels().first().copied();
        idea.level == lowest && self.context.focus_element.is_some_and(|asked| idea.elements.contains(asked))
    }

    /// One step of a chain. Rungs decide its direction only for `because`, which people use in both directions.
    fn step(&mut self, before: EdgeEnd<'_>, here: EdgeEnd<'_>, idea: &Idea, hold: LinkStrength) {
        let reason = idea.role == Some(CueRole::Reason) && !idea.opens;
        let backwards = reason && here.level <= before.level;
        let lowest = self.context.ontology.levels().first().copied();
        let falls =
            here.level < before.level && hold != LinkStrength::Cue && (!before.is_focus || here.level == lowest);
        if falls {
            return;
        }
        let (source, target) = if backwards { (here, before) } else { (before, here) };
        let needed = if idea.role == Some(CueRole::Requires) { self.relation(source, target) } else { None };
        let relation = needed.or_else(|| self.first_relation());
        self.push(source, target, relation, idea.phrase.quote);
    }

    /// The first idea answers the question about the focus. A later one connects to the previous idea if words support
    /// both. Else it connects to the focus if it continues about the respondent or the question.
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
                && idea.role != Some(CueRole::Condition)
            {
                is_answered |= self.join(focus, here, quote);
            }
            before = Some(idea);
        }
    }

    /// Connects each idea to the nearest earlier one that the ontology permits, and last to the focus. Only the first
    /// idea of its type connects to the focus. A later event on a lower rung does not cause an earlier one.
    fn course(&mut self, ideas: &[Idea]) {
        let mut before: Vec<EdgeEnd<'_>> =
            self.focus().into_iter().filter(|_| self.context.focus_element.is_none()).collect();
        let mut answered: Vec<&Name> = Vec::new();
        for idea in ideas.iter().filter(|idea| !idea.is_denied) {
            let here = end(idea);
            for other in before.iter().rev() {
                let again = other.is_focus && answered.contains(&&idea.node_type);
                let falls = other.level.zip(here.level).is_some_and(|(earlier, later)| later <= earlier);
                let sense = if falls { Direction::Onward } else { Direction::Either };
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

    /// Connects the things in a sentence to the pole that describes them. Poles connect to the focus or the first pole,
    /// else to the previous one.
    fn grid(&mut self, ideas: &[Idea]) {
        let context = self.context;
        let element = context.pack.methods.get(context.methodology).and_then(|method| method.element.as_ref());
        let mut things: Vec<EdgeEnd<'_>> = Vec::new();
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
            // The ends of a contrast are connected, regardless of the question.
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

    /// Connects two ideas. If the ontology has no edge for them, it uses the first type that permits the source.
    fn join_or_flag(&mut self, source: EdgeEnd<'_>, target: EdgeEnd<'_>, quote: Span) {
        if !self.join(source, target, quote) {
            let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
            let mut leaves = types.filter(|edge| edge.permitted.iter().any(|(from, _)| **from == *source.node_type));
            let relation = leaves.next().map(|edge| edge.id.clone());
            self.push(source, target, relation, quote);
        }
    }

    /// Connects two ideas with the first edge type that permits them, in either direction.
    fn join(&mut self, a: EdgeEnd<'_>, b: EdgeEnd<'_>, quote: Span) -> bool {
        self.join_as(a, b, quote, Direction::Either)
    }

    fn join_as(&mut self, a: EdgeEnd<'_>, b: EdgeEnd<'_>, quote: Span, sense: Direction) -> bool {
        if a.label == b.label {
            return false;
        }
        let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
        for id in types.map(|edge| &edge.id) {
            let ways = match sense {
                Direction::Onward => &[(a, b)][..],
                Direction::Either => &[(a, b), (b, a)],
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

    /// Replaces the known idea that the respondent revises.
    pub(super) fn revisions(&mut self, parsed: ParsedAnswer<'a>, ideas: &[Idea]) {
        let ParsedAnswer { context, answer, known_context, sentences, .. } = parsed;
        if context.ontology.edge(REVISES).is_none() {
            return;
        }
        for (number, sentence) in sentences.iter().enumerate() {
            if !answer.any(sentence.range.clone(), WordList::Revision) {
                continue;
            }
            let here = ideas.iter().rfind(|idea| idea.sentence == number);
            let next = || ideas.iter().find(|idea| idea.sentence == number + 1);
            let Some(idea) = here.or_else(next).filter(|idea| idea.known_as.is_none()) else { continue };
            let Some(old) = known_context.taken_back(&answer.content(sentence.range.clone()), &idea.words) else {
                continue;
            };
            let known = context.known.iter().rfind(|known| known.label == old);
            let Some(node_type) = known.map(|known| known.node_type) else { continue };
            let level = context.ontology.node(node_type).and_then(|node| node.level);
            let old = EdgeEnd { label: old, node_type, level, is_focus: false };
            self.found.retain(|edge| edge.target_label != old.label || edge.source_label != idea.label());
            self.push(end(idea), old, Some(REVISES.into()), idea.phrase.quote);
        }
    }

    fn permits(&self, source: EdgeEnd<'_>, target: EdgeEnd<'_>, edge_type: &str) -> bool {
        self.context.ontology.permits(EdgeTypes { source: source.node_type, target: target.node_type, edge_type })
    }

    fn relation(&self, source: EdgeEnd<'_>, target: EdgeEnd<'_>) -> Option<Name> {
        let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
        types.map(|edge| &edge.id).find(|id| self.permits(source, target, id)).cloned()
    }

    fn first_relation(&self) -> Option<Name> {
        self.context.ontology.edges.iter().find(|edge| !is_general(edge)).map(|edge| edge.id.clone())
    }

    fn push(&mut self, source: EdgeEnd<'_>, target: EdgeEnd<'_>, relation: Option<Name>, quote: Span) {
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

/// An edge type that permits all pairs is no evidence for a pair.
fn is_general(edge: &crate::engine::methodology::EdgeType) -> bool {
    edge.permitted.iter().any(|(source, target)| &**source == "*" && &**target == "*")
}

fn end(idea: &Idea) -> EdgeEnd<'_> {
    EdgeEnd { label: idea.label(), node_type: &idea.node_type, level: idea.level, is_focus: false }
}
