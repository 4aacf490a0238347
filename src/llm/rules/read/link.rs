//! How the ideas of an answer hang together, and with what was known.

use super::{
    super::pack::{Linking, Role},
    MOST_EDGES, ReadingContext,
    gate::Gate,
    idea::Idea,
    talk::Talk,
    typing::focus_type,
};
use crate::{
    dialogue::{Reading, Sentiment},
    graph::{ExtractedEdge, ExtractedNode, Extraction, Reaction, Span},
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
pub(super) fn extraction(
    context: &ReadingContext<'_>,
    talk: &Talk<'_>,
    gate: &Gate,
    ideas: &[Idea],
    reading: &Reading,
) -> Extraction {
    let nodes = nodes(context, ideas, reading);
    if nodes.is_empty() {
        let reason = gate.closed.unwrap_or("no idea found").to_owned();
        return Extraction { reason: Some(reason), ..Extraction::default() };
    }
    let mut edges = Edges { context, is_aside: talk.asked.is_some_and(|asked| asked.aside), found: Vec::new() };
    match context.pack.methods.get(context.methodology).map(|method| method.linking).unwrap_or_default() {
        Linking::Ladder => edges.ladder(ideas),
        Linking::Pairs => edges.pairs(ideas),
        Linking::Course => edges.course(ideas),
        Linking::Grid => edges.grid(ideas),
    }
    Extraction { extractable: true, reason: None, nodes, edges: edges.found, understood: Vec::new() }
}

/// New ideas, and ideas of the graph that the answer voices again, under their known label and type.
fn nodes(context: &ReadingContext<'_>, ideas: &[Idea], reading: &Reading) -> Vec<ExtractedNode> {
    let mut nodes: Vec<ExtractedNode> = Vec::new();
    for idea in ideas {
        let known = context.known.iter().rev().find(|known| idea.known_as.as_deref() == Some(known.label));
        match (&idea.known_as, known) {
            (None, _) => nodes.push(node(idea, reading, &idea.phrase.label, idea.node_type.clone())),
            (Some(label), Some(known)) if !nodes.iter().any(|node| node.label == *label) => {
                nodes.push(node(idea, reading, label, known.node_type.into()));
            }
            (Some(_), Some(_) | None) => {}
        }
    }
    nodes
}

fn node(idea: &Idea, reading: &Reading, label: &str, node_type: Name) -> ExtractedNode {
    let overall = match reading.sentiment {
        Some(Sentiment::Positive) => Some(Reaction::Positive),
        Some(Sentiment::Negative) => Some(Reaction::Negative),
        Some(Sentiment::Neutral) | None => None,
    };
    ExtractedNode {
        label: label.to_owned(),
        node_type,
        quote: idea.phrase.quote,
        elements: idea.elements.clone(),
        reaction: idea.stance.reaction().or(overall).or(leaning(idea.tone)),
        is_ambiguous: idea.is_ambiguous,
        confidence: idea.confidence,
    }
}

/// A tone as a reaction.
fn leaning(tone: i8) -> Option<Reaction> {
    match tone.signum() {
        1 => Some(Reaction::Positive),
        -1 => Some(Reaction::Negative),
        _ => None,
    }
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
        Some(Role::Result | Role::Reason) => Hold::Cue,
        Some(Role::Sequence) if same_sentence => Hold::Cue,
        Some(Role::Addition) if same_sentence => Hold::Place,
        _ if idea.takes_up => Hold::Cue,
        _ if idea.level > before.level && idea.evidence > 0.0 => Hold::Place,
        _ => Hold::None,
    }
}

struct Edges<'a> {
    context: &'a ReadingContext<'a>,
    /// Whether the question leads away from the focus.
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

    /// A chain goes on while cues or rising rungs carry it; what stands beside it goes back to the focus.
    fn ladder(&mut self, ideas: &[Idea]) {
        let focus = self.focus();
        let mut last = focus;
        let mut before: Option<&Idea> = None;
        for idea in ideas {
            let here = end(idea);
            let hold = before.map_or(Hold::Place, |before| hold(before, idea));
            let again = focus.filter(|focus| here.level > focus.level && idea.evidence > 0.0);
            let from = if hold == Hold::None { again } else { last };
            if let Some(from) = from.filter(|from| from.label != here.label && !self.restates(idea)) {
                self.step(from, here, idea, hold);
            }
            last = Some(here);
            before = Some(idea);
        }
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
        let relation = self.relation(source, target).or_else(|| self.first_relation());
        self.push(source, target, relation, idea.phrase.quote);
    }

    /// An idea carried by a cue is joined to the one before it, any other to the focus; without a focus, ideas of
    /// different types that follow each other are joined.
    fn pairs(&mut self, ideas: &[Idea]) {
        let focus = self.focus();
        let mut before: Option<&Idea> = None;
        for idea in ideas {
            let here = end(idea);
            let quote = idea.phrase.quote;
            let carried = before.filter(|before| match idea.role {
                Some(Role::Result | Role::Reason) => true,
                _ => focus.is_none() && before.node_type != idea.node_type,
            });
            let joined = carried.is_some_and(|before| self.join(end(before), here, quote));
            if let Some(focus) = focus
                && !joined
            {
                self.join(focus, here, quote);
            }
            before = Some(idea);
        }
    }

    /// Each idea is joined to the nearest one before it for which the ontology has an edge, the focus last.
    fn course(&mut self, ideas: &[Idea]) {
        let mut before: Vec<End<'_>> = self.focus().into_iter().collect();
        for idea in ideas {
            let here = end(idea);
            for other in before.iter().rev() {
                if self.join(*other, here, idea.phrase.quote) {
                    break;
                }
            }
            before.push(here);
        }
    }

    /// The things named are joined to the pole said of them, poles to the one before them, else to the focus.
    fn grid(&mut self, ideas: &[Idea]) {
        let context = self.context;
        let element = context.pack.methods.get(context.methodology).and_then(|method| method.element.as_ref());
        let mut things: Vec<End<'_>> = Vec::new();
        let mut last = self.focus();
        let mut fresh = true;
        for idea in ideas {
            let here = end(idea);
            if Some(&idea.node_type) == element {
                if !std::mem::replace(&mut fresh, true) {
                    things.clear();
                }
                things.push(here);
                continue;
            }
            fresh = false;
            for thing in &things {
                self.join_or_flag(*thing, here, idea.phrase.quote);
            }
            if let Some(before) = last {
                self.join(before, here, idea.phrase.quote);
            }
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
        if a.label == b.label {
            return false;
        }
        let types = self.context.ontology.edges.iter().filter(|edge| !is_general(edge));
        for id in types.map(|edge| &edge.id) {
            for (source, target) in [(a, b), (b, a)] {
                if self.permits(source, target, id) {
                    self.push(source, target, Some(id.clone()), quote);
                    return true;
                }
            }
        }
        false
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
