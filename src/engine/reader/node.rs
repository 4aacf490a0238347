//! The ideas of an answer as nodes: new ones, known ones, and the element that the question was about.

use super::{
    ReadingContext,
    classification::focus_type,
    idea::{Idea, ParsedAnswer},
    saying::Sayings,
    tokenized_answer::TokenizedAnswer,
};
use crate::engine::{
    dialogue::{Reading, Sentiment},
    graph::{ExtractedEdge, ExtractedNode, IdeaKind, Reaction, Span},
    id::Name,
    language::WordList,
    text::TokenKind,
};

/// Confidence in an element of the question that the answer does not name (spec 7.5).
const ELEMENT_ONLY: f64 = 0.5;

/// The element of the question as a new idea, if an idea of the answer connects to it. It is also added if the answer
/// names it together with something else. Its quote is the first word of that.
pub(super) fn element_asked(
    parsed: ParsedAnswer<'_>,
    ideas: &[Idea],
    nodes: &[ExtractedNode],
    edges: &[ExtractedEdge],
) -> Option<ExtractedNode> {
    let ParsedAnswer { context, answer, .. } = parsed;
    let (label, id) = context.focus.zip(context.focus_element)?;
    let hangs = edges.iter().find(|edge| edge.source_label == label || edge.target_label == label);
    let names = || ideas.iter().find(|idea| idea.known_as.as_deref() == Some(label));
    let quote = hangs.map(|edge| edge.quote).or_else(|| names().map(|idea| idea.phrase.quote))?;
    let is_known =
        context.known.iter().any(|known| known.label == label) || nodes.iter().any(|node| node.label == label);
    let node_type = focus_type(context).filter(|_| !is_known)?;
    let first = answer.tokens.iter().find(|token| token.kind == TokenKind::Word && token.start >= quote.start)?;
    Some(ExtractedNode {
        label: label.to_owned(),
        node_type: node_type.into(),
        quote: Span { start: first.start, end: first.end },
        elements: vec![id.clone()],
        reaction: None,
        kind: None,
        saying: None,
        is_ambiguous: false,
        confidence: ELEMENT_ONLY,
    })
}

/// Elements of which the person said something of their own: neither asked back nor left vague.
pub(super) fn understood(ideas: &[Idea]) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    for idea in ideas.iter().filter(|idea| !idea.is_ambiguous && idea.stance.reaction() != Some(Reaction::Curious)) {
        found.extend(idea.elements.iter().filter(|id| !found.contains(id)).cloned().collect::<Vec<_>>());
    }
    found
}

/// New ideas, and ideas of the graph that the answer voices again, under their known label and type.
pub(super) fn nodes(parsed: ParsedAnswer<'_>, ideas: &[Idea], reading: &Reading) -> Vec<ExtractedNode> {
    let context = parsed.context;
    let sayings = Sayings::of_tokens(context.pack, parsed.answer.clone());
    let mut nodes: Vec<ExtractedNode> = Vec::new();
    let node = |idea: &Idea, label: &str, node_type: Name| {
        let saying = sayings.saying(idea.phrase.quote, label);
        ExtractedNode { saying, ..node(parsed, idea, reading, label, node_type) }
    };
    for idea in ideas {
        let known = context.known.iter().rev().find(|known| idea.known_as.as_deref() == Some(known.label));
        match (&idea.known_as, known) {
            (None, _) => nodes.push(node(idea, &idea.phrase.label, idea.node_type.clone())),
            (Some(label), Some(known)) if !nodes.iter().any(|node| node.label == *label) => {
                nodes.push(node(idea, label, known.node_type.into()));
            }
            (Some(_), Some(_) | None) => {}
        }
    }
    nodes
}

fn node(parsed: ParsedAnswer<'_>, idea: &Idea, reading: &Reading, label: &str, node_type: Name) -> ExtractedNode {
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
        kind: kind(parsed.context, parsed.answer, idea),
        saying: None,
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

/// What an idea is as words. None where the lists of the language do not say.
fn kind(context: &ReadingContext<'_>, answer: &TokenizedAnswer<'_>, idea: &Idea) -> Option<IdeaKind> {
    let core = idea.phrase.core.clone();
    if answer.any(core.clone(), WordList::Affect) {
        return Some(IdeaKind::Feeling);
    }
    if context.ontology.node(&idea.node_type).is_some_and(|node| node.terminal) {
        return Some(IdeaKind::Value);
    }
    let has = |list: WordList| answer.any(core.clone(), list);
    if has(WordList::Past) {
        return Some(IdeaKind::Event);
    }
    if has(WordList::Finite) || has(WordList::Auxiliary) || has(WordList::Ability) || has(WordList::Inability) {
        return Some(IdeaKind::State);
    }
    let speaks = has(WordList::SelfWord) || has(WordList::Object) || has(WordList::Subject);
    let opens_as_noun = core.start.checked_sub(1).is_some_and(|before| answer.is(before, WordList::Determiner));
    (!speaks && (opens_as_noun || idea.names_element)).then_some(IdeaKind::Thing)
}
