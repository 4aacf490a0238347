//! The labels of an answer as an extraction and a reading.

use serde::de::DeserializeOwned;

use crate::{
    engine::{
        dialogue::{Level, Momentum, Reading},
        graph::{ExtractedEdge, ExtractedNode, Extraction, Span},
        id::Name,
        methodology::EdgeTypes,
        reader::{Sayings, learned::act_of_corpus},
        study::Study,
    },
    studio::corpus::{CorpusTurn, LinkPart, STOPS},
};

/// Confidence in a label.
const LABELLED: f64 = 0.9;

/// A code as the engine's value.
fn coded<T: DeserializeOwned>(code: &str) -> Option<T> {
    serde_json::from_value(code.into()).ok()
}

/// The place of a phrase in an answer, in code points.
pub(super) fn span(answer: &str, phrase: &str) -> Option<Span> {
    let at = answer.find(phrase)?;
    let start = u32::try_from(answer.get(..at)?.chars().count()).ok()?;
    let length = u32::try_from(phrase.chars().count()).ok()?;
    Some(Span { start, end: start + length })
}

/// The labelled ideas, links and readings of an answer.
pub(super) fn read(study: &Study, turn: &CorpusTurn) -> (Extraction, Reading) {
    let ontology = &study.methodology.ontology;
    let ideas = turn.ideas.iter().filter(|idea| ontology.node(&idea.node_type).is_some());
    let sayings = Sayings::of(&study.pack, &turn.answer);
    let nodes: Vec<ExtractedNode> = ideas
        .filter_map(|idea| {
            let quote = span(&turn.answer, &idea.span)?;
            Some(ExtractedNode {
                label: idea.span.clone(),
                node_type: idea.node_type.clone(),
                kind: coded(&idea.kind),
                saying: sayings.saying(quote, &idea.span),
                quote,
                elements: idea.element.iter().cloned().collect(),
                reaction: idea.reaction.as_deref().and_then(coded),
                is_ambiguous: false,
                confidence: LABELLED,
            })
        })
        .collect();
    let edges = turn.links.iter().filter_map(|link| edge(study, turn, link)).collect();
    let extraction = Extraction { extractable: !nodes.is_empty(), reason: None, nodes, edges, understood: Vec::new() };
    let reading = Reading {
        // Whoever stops is not heard as declining: the policy decides nothing then.
        act: act_of_corpus(&turn.act).filter(|_| turn.act != STOPS),
        response_depth: coded(&turn.depth),
        sentiment: coded(&turn.sentiment),
        momentum: Some(Momentum { level: Level::Neutral, indicators: Vec::new() }),
        wants_to_stop: turn.act == STOPS,
        ..Reading::default()
    };
    (extraction, reading)
}

/// A labelled link between two ideas of the answer, or with the focus.
fn edge(study: &Study, turn: &CorpusTurn, link: &[LinkPart]) -> Option<ExtractedEdge> {
    let end = |part: &LinkPart| -> Option<(String, Option<Name>)> {
        match part {
            LinkPart::Number(number) => {
                let idea = turn.ideas.get(number.checked_sub(1)?)?;
                Some((idea.span.clone(), Some(idea.node_type.clone())))
            }
            LinkPart::Word(word) if word == "focus" => turn.focus.clone().map(|focus| (focus, None)),
            LinkPart::Word(word) => Some((word.clone(), None)),
        }
    };
    let (source, source_type) = end(link.first()?)?;
    let (target, target_type) = end(link.get(1)?)?;
    let ontology = &study.methodology.ontology;
    let given = match link.get(2) {
        Some(LinkPart::Word(name)) => ontology.edge(name).map(|edge| edge.id.clone()),
        Some(LinkPart::Number(_)) | None => None,
    };
    let fits = |edge: &Name| {
        let (Some(source), Some(target)) = (&source_type, &target_type) else { return true };
        ontology.permits(EdgeTypes { source, target, edge_type: edge })
    };
    let mut known = ontology.edges.iter().map(|edge| &edge.id);
    let relation_type = given.or_else(|| known.find(|edge| fits(edge)).cloned())?;
    let quote = turn.ideas.first().and_then(|idea| span(&turn.answer, &idea.span))?;
    Some(ExtractedEdge { source_label: source, target_label: target, relation_type, quote, confidence: LABELLED })
}
