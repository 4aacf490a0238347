//! The labels of an answer as an extraction and a reading.

use super::{LabelledTurn, corpus::as_text};
use crate::engine::{
    dialogue::{Level, Momentum, Reading},
    graph::{ExtractedEdge, ExtractedNode, Extraction, Span},
    id::Name,
    methodology::EdgeTypes,
    reader::saying,
    study::Study,
};

/// Confidence in a label.
const LABELLED: f64 = 0.9;

/// The place of a phrase in an answer, in code points.
pub(super) fn span(answer: &str, phrase: &str) -> Option<Span> {
    let at = answer.find(phrase)?;
    let start = u32::try_from(answer.get(..at)?.chars().count()).ok()?;
    let length = u32::try_from(phrase.chars().count()).ok()?;
    Some(Span { start, end: start + length })
}

/// The labelled ideas, links and readings of an answer.
pub(super) fn read(study: &Study, turn: &LabelledTurn) -> (Extraction, Reading) {
    let ontology = &study.methodology.ontology;
    let ideas = turn.ideas.iter().filter(|idea| ontology.node(&idea.node_type).is_some());
    let nodes: Vec<ExtractedNode> = ideas
        .filter_map(|idea| {
            Some(ExtractedNode {
                label: idea.span.clone(),
                node_type: idea.node_type.clone(),
                kind: idea.kind,
                saying: saying(&study.pack, &idea.span),
                quote: span(&turn.answer, &idea.span)?,
                elements: idea.element.as_deref().map(Name::from).into_iter().collect(),
                reaction: idea.reaction,
                is_ambiguous: false,
                confidence: LABELLED,
            })
        })
        .collect();
    let edges = turn.links.iter().filter_map(|link| edge(study, turn, link)).collect();
    let extraction = Extraction { extractable: !nodes.is_empty(), reason: None, nodes, edges, understood: Vec::new() };
    let reading = Reading {
        act: turn.act(),
        response_depth: turn.depth,
        sentiment: turn.sentiment,
        momentum: Some(Momentum { level: Level::Neutral, indicators: Vec::new() }),
        wants_to_stop: turn.act == "stops",
        ..Reading::default()
    };
    (extraction, reading)
}

/// A labelled link between two ideas of the answer, or with the focus.
fn edge(study: &Study, turn: &LabelledTurn, link: &[serde_yaml::Value]) -> Option<ExtractedEdge> {
    let end = |value: &serde_yaml::Value| -> Option<(String, Option<Name>)> {
        let text = as_text(value);
        if text == "focus" {
            return turn.focus.clone().map(|focus| (focus, None));
        }
        let idea = text.parse::<usize>().ok().and_then(|number| turn.ideas.get(number.checked_sub(1)?));
        Some(idea.map_or((text, None), |idea| (idea.span.clone(), Some(idea.node_type.clone()))))
    };
    let (source, source_type) = end(link.first()?)?;
    let (target, target_type) = end(link.get(1)?)?;
    let ontology = &study.methodology.ontology;
    let given = link.get(2).map(as_text).filter(|name| ontology.edge(name).is_some()).map(Name::from);
    let fits = |edge: &Name| {
        let (Some(source), Some(target)) = (&source_type, &target_type) else { return true };
        ontology.permits(EdgeTypes { source, target, edge_type: edge })
    };
    let mut known = ontology.edges.iter().map(|edge| &edge.id);
    let relation_type = given.or_else(|| known.find(|edge| fits(edge)).cloned())?;
    let quote = turn.ideas.first().and_then(|idea| span(&turn.answer, &idea.span))?;
    Some(ExtractedEdge { source_label: source, target_label: target, relation_type, quote, confidence: LABELLED })
}
