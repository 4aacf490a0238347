//! Ideas and connections of a reply, held against the answer and the graph: a quote has to stand in the answer, an end
//! has to be an idea. Which ideas are one, and which connections the ontology permits, is for `graph::resolve`.

use serde_json::{Map, Value};

use super::{
    Drops, Ground,
    draft::{DraftEdge, DraftNode, draft, label},
    quote::Said,
};
use crate::{
    graph::{ExtractedEdge, ExtractedNode, Extraction, Span},
    llm::rules::{List, MOST_EDGES, MOST_NODES},
};

/// Reads the part about ideas and connections; none if it has no list of ideas.
pub(super) fn extraction(
    object: &Map<String, Value>,
    ground: &Ground<'_>,
    said: &Said,
    drops: &mut Drops,
) -> Option<Extraction> {
    object.get("nodes")?.as_array()?;
    let draft = draft(object, ground.ontology, ground.elements, ground.marks, drops);
    let known = ground.known.iter().map(|known| (compared(known.label), known.label)).collect();
    let found = Extraction { extractable: true, ..Extraction::default() };
    let mut held = Held { ground, said, known, drops, found };
    for node in draft.nodes {
        if let Err(reason) = held.node(node) {
            held.drops.one(reason);
        }
    }
    for edge in draft.edges {
        if let Err(reason) = held.edge(&edge) {
            held.drops.one(reason);
        }
    }
    Some(Extraction { understood: draft.understood, ..held.found })
}

/// A label as it is compared: what a model repeats of one may have lost its marks.
pub(super) fn compared(known: &str) -> String {
    label(known).unwrap_or_else(|| known.to_owned()).to_lowercase()
}

struct Held<'h, 'a> {
    ground: &'h Ground<'a>,
    said: &'h Said,
    /// Ideas known before, with their labels as they are compared.
    known: Vec<(String, &'a str)>,
    drops: &'h mut Drops,
    found: Extraction,
}

impl Held<'_, '_> {
    fn node(&mut self, node: DraftNode<'_>) -> Result<(), &'static str> {
        if self.says_nothing(&node.label) {
            return Err("empty_label");
        }
        let (quote, trust) = self.quote(node.quote).ok_or("quote_mismatch")?;
        let (label, confidence) = (node.label.to_lowercase(), node.confidence * trust);
        let same =
            |known: &&mut ExtractedNode| known.node_type == node.node_type && known.label.to_lowercase() == label;
        if let Some(known) = self.found.nodes.iter_mut().find(same) {
            let new = node.elements.into_iter().filter(|element| !known.elements.contains(element));
            known.elements.extend(new.collect::<Vec<_>>());
            let strength = |reaction: &crate::graph::Reaction| reaction.strength();
            if node.reaction.as_ref().map(strength) > known.reaction.as_ref().map(strength) {
                known.reaction = node.reaction;
            }
            known.is_ambiguous = node.is_ambiguous.unwrap_or(known.is_ambiguous);
            known.confidence = known.confidence.max(confidence);
            return Err("repeated_node");
        }
        if self.found.nodes.len() == MOST_NODES {
            return Err("too_many_nodes");
        }
        self.found.nodes.push(ExtractedNode {
            label: node.label,
            node_type: node.node_type,
            quote,
            elements: node.elements,
            reaction: node.reaction,
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
        let (quote, trust) = self.quote(edge.quote).ok_or("edge_quote_mismatch")?;
        if self.found.edges.len() == MOST_EDGES {
            return Err("too_many_edges");
        }
        let (relation_type, confidence) = (edge.relation_type.clone(), edge.confidence * trust);
        self.found.edges.push(ExtractedEdge { source_label, target_label, relation_type, quote, confidence });
        Ok(())
    }

    /// The label of the idea an end names: one of this reply, the last one first, or one known before, the newest first.
    fn end(&self, label: &str) -> Option<String> {
        let label = label.to_lowercase();
        let new = self.found.nodes.iter().rev().find(|node| node.label.to_lowercase() == label);
        let known = || self.known.iter().rev().find(|(known, _)| *known == label).map(|(_, known)| *known);
        new.map(|node| node.label.as_str()).or_else(known).map(str::to_owned)
    }

    /// Where a quote stands, and what becomes of the confidence.
    fn quote(&self, quote: &str) -> Option<(Span, f64)> {
        let verified = self.said.find(quote).map(|span| (span, 1.0));
        verified.or_else(|| (!self.ground.strict_quotes).then(|| (self.said.about(quote), 0.5)))
    }

    /// Whether a label has no word but stop words.
    fn says_nothing(&self, label: &str) -> bool {
        let stop = self.ground.pack.list(List::Stop);
        let lower = label.to_lowercase();
        let words =
            lower.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'))).filter(|word| !word.is_empty());
        words.into_iter().all(|word| stop.iter().any(|listed| listed == word))
    }
}
