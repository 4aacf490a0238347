//! Validates ideas and connections against the answer and the graph. The answer must contain each quote, and each end of
//! a connection must be an idea. `graph::resolve` merges equal ideas and checks the ontology.

use serde_json::{Map, Value};

use super::{
    draft::{DraftEdge, DraftNode, normalise_label, read_draft},
    types::{DropCounts, ValidationContext},
};
use crate::engine::{
    graph::{ExtractedEdge, ExtractedNode, Extraction, Reaction, Span},
    language::WordList,
    reader::{MOST_EDGES, MOST_NODES, Sayings},
    text,
    untrusted::quote::SearchableText,
};

/// Validates the section with ideas and connections; none if it has no list of ideas.
pub(super) fn extraction(
    object: &Map<String, Value>,
    ground: &ValidationContext<'_>,
    answer: &SearchableText,
    drops: &mut DropCounts,
) -> Option<Extraction> {
    object.get("nodes")?.as_array()?;
    let draft = read_draft(object, ground.ontology, ground.elements, ground.marks, drops);
    let known = ground.known.iter().map(|known| (comparable_label(known.label), known.label)).collect();
    let found = Extraction { extractable: true, ..Extraction::default() };
    let sayings = Sayings::of(ground.pack, ground.answer);
    let mut validator = Validator { ground, answer, known, sayings, drops, found };
    for node in draft.nodes {
        if let Err(reason) = validator.node(node) {
            validator.drops.one(reason);
        }
    }
    for edge in draft.edges {
        if let Err(reason) = validator.edge(&edge) {
            validator.drops.one(reason);
        }
    }
    Some(Extraction { understood: draft.understood, ..validator.found })
}

/// A label for comparison, normalised as the labels of a reply.
pub(super) fn comparable_label(known: &str) -> String {
    normalise_label(known).unwrap_or_else(|| known.to_owned()).to_lowercase()
}

/// The only one of these labels that holds the words of another one in a row, or the other way round.
fn only_similar<'l>(label: &str, labels: impl Iterator<Item = &'l str>) -> Option<&'l str> {
    let words = text::word_list(label);
    let holds =
        |long: &[String], short: &[String]| !short.is_empty() && long.windows(short.len()).any(|part| part == short);
    let mut found: Vec<&str> = labels
        .filter(|known| {
            let known = text::word_list(known);
            holds(&known, &words) || holds(&words, &known)
        })
        .collect();
    found.dedup();
    match found.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

struct Validator<'h, 'a> {
    ground: &'h ValidationContext<'a>,
    answer: &'h SearchableText,
    /// Known ideas: comparable label, label.
    known: Vec<(String, &'a str)>,
    sayings: Sayings<'a>,
    drops: &'h mut DropCounts,
    found: Extraction,
}

impl Validator<'_, '_> {
    fn node(&mut self, node: DraftNode<'_>) -> Result<(), &'static str> {
        if self.is_empty_label(&node.label) {
            return Err("empty_label");
        }
        let (quote, factor) = self.quote(node.quote).ok_or("quote_mismatch")?;
        let (label, confidence) = (node.label.to_lowercase(), node.confidence * factor);
        let same =
            |known: &&mut ExtractedNode| known.node_type == node.node_type && known.label.to_lowercase() == label;
        if let Some(known) = self.found.nodes.iter_mut().find(same) {
            let new = node.elements.into_iter().filter(|element| !known.elements.contains(element));
            known.elements.extend(new.collect::<Vec<_>>());
            if node.reaction.map(Reaction::strength) > known.reaction.map(Reaction::strength) {
                known.reaction = node.reaction;
            }
            known.is_ambiguous = node.is_ambiguous.unwrap_or(known.is_ambiguous);
            known.confidence = known.confidence.max(confidence);
            return Err("repeated_node");
        }
        if self.found.nodes.len() == MOST_NODES {
            return Err("too_many_nodes");
        }
        let saying = self.sayings.saying(quote, &node.label);
        self.found.nodes.push(ExtractedNode {
            label: node.label,
            node_type: node.node_type,
            quote,
            elements: node.elements,
            reaction: node.reaction,
            kind: None,
            saying,
            is_ambiguous: node.is_ambiguous.unwrap_or_default(),
            confidence,
        });
        Ok(())
    }

    fn edge(&mut self, edge: &DraftEdge<'_>) -> Result<(), &'static str> {
        let (Some(source_label), Some(target_label)) = (self.end(&edge.source_label), self.end(&edge.target_label))
        else {
            return Err("edge_end_missing");
        };
        if source_label.to_lowercase() == target_label.to_lowercase() {
            return Err("self_loop");
        }
        let same = |known: &ExtractedEdge| {
            known.relation_type == edge.relation_type
                && known.source_label == source_label
                && known.target_label == target_label
        };
        if self.found.edges.iter().any(same) {
            return Err("repeated_edge");
        }
        let (quote, factor) = self.quote(edge.quote).ok_or("edge_quote_mismatch")?;
        if self.found.edges.len() == MOST_EDGES {
            return Err("too_many_edges");
        }
        let (relation_type, confidence) = (edge.relation_type.clone(), edge.confidence * factor);
        self.found.edges.push(ExtractedEdge { source_label, target_label, relation_type, quote, confidence });
        Ok(())
    }

    /// The label of the idea at an end: the latest of this reply, else the newest of the graph. A shortened or lengthened
    /// label counts if it fits only one idea.
    fn end(&self, label: &str) -> Option<String> {
        let label = label.to_lowercase();
        let new = self.found.nodes.iter().rev().find(|node| node.label.to_lowercase() == label);
        let known = || self.known.iter().rev().find(|(known, _)| *known == label).map(|(_, known)| *known);
        let exact = new.map(|node| node.label.as_str()).or_else(known);
        let similar = || {
            let new = self.found.nodes.iter().map(|node| node.label.as_str());
            only_similar(&label, new).or_else(|| only_similar(&label, self.known.iter().map(|(_, known)| *known)))
        };
        exact.or_else(similar).map(str::to_owned)
    }

    /// Span of a quote, and the factor for the confidence.
    fn quote(&self, quote: &str) -> Option<(Span, f64)> {
        let verified = self.answer.find(quote).map(|span| (span, 1.0));
        verified.or_else(|| (!self.ground.strict_quotes).then(|| (self.answer.find_similar(quote), 0.5)))
    }

    /// Whether a label consists of stop words.
    fn is_empty_label(&self, label: &str) -> bool {
        let stop = self.ground.pack.list(WordList::Stop);
        let lower = label.to_lowercase();
        let words =
            lower.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'))).filter(|word| !word.is_empty());
        words.into_iter().all(|word| stop.iter().any(|listed| listed == word))
    }
}
