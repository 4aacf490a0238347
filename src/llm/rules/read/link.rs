//! How the ideas of an answer hang together, and with what was known.

use super::{
    super::pack::{Linking, Role},
    MOST_EDGES, ReadingContext,
    gate::Gate,
    idea::Idea,
    scene::Scene,
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
    _scene: &Scene<'_>,
    gate: &Gate,
    ideas: &[Idea],
    reading: &Reading,
) -> Extraction {
    let nodes: Vec<ExtractedNode> =
        ideas.iter().filter(|idea| idea.known_as.is_none()).map(|idea| node(idea, reading)).collect();
    if nodes.is_empty() {
        let reason = gate.closed.unwrap_or("no idea found").to_owned();
        return Extraction { reason: Some(reason), ..Extraction::default() };
    }
    let mut edges = Edges { context, found: Vec::new() };
    match context.pack.methods.get(context.methodology).map(|method| method.linking).unwrap_or_default() {
        Linking::Ladder => edges.ladder(ideas),
        Linking::Pairs => edges.pairs(ideas),
        Linking::Course => edges.course(ideas),
        Linking::Grid => edges.course(ideas),
    }
    Extraction { extractable: true, reason: None, nodes, edges: edges.found, understood: Vec::new() }
}

fn node(idea: &Idea, reading: &Reading) -> ExtractedNode {
    let overall = match reading.sentiment {
        Some(Sentiment::Positive) => Some(Reaction::Positive),
        Some(Sentiment::Negative) => Some(Reaction::Negative),
        Some(Sentiment::Neutral) | None => None,
    };
    ExtractedNode {
        label: idea.phrase.label.clone(),
        node_type: idea.node_type.clone(),
        quote: idea.phrase.quote,
        elements: idea.elements.clone(),
        reaction: idea.stance.reaction().or(overall).or(leaning(idea.tone)),
        is_ambiguous: false,
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
    found: Vec<ExtractedEdge>,
}

impl<'a> Edges<'a> {
    fn focus(&self) -> Option<End<'a>> {
        let context = self.context;
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
    End { label: idea.label(), node_type: &idea.node_type, level: idea.level, is_focus: idea.is_focus }
}
