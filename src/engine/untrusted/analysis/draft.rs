//! Ideas and connections of a reply, with the names of the study. The caller checks quotes and the ends of connections.

use serde_json::{Map, Value};

use super::{
    fields::{EDGE, EXTRACTION, NODE},
    types::DropCounts,
    value::{count_unknown, flag, folded, line, list, share, word},
};
use crate::engine::{
    concept::Element, graph::Reaction, id::Name, methodology::Ontology, redaction::AllowedPlaceholders,
};

/// Maximum items of a list that are read.
const MOST_ITEMS: usize = 100;

/// Length of a label in characters.
const LABEL: std::ops::RangeInclusive<usize> = 2..=80;

/// Default confidence of an idea, 0–1.
const NODE_CONFIDENCE: f64 = 0.8;

/// Default confidence of a connection, 0–1.
const EDGE_CONFIDENCE: f64 = 0.7;

/// The ideas and connections of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtractionDraft<'a> {
    /// Ideas, in order.
    pub nodes: Vec<DraftNode<'a>>,
    /// Connections, in order.
    pub edges: Vec<DraftEdge<'a>>,
    /// Elements that the respondent understands, in the concept's order.
    pub understood: Vec<Name>,
}

/// An idea.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftNode<'a> {
    /// Its normalised label.
    pub label: String,
    /// Id of its type.
    pub node_type: Name,
    /// The model's quote.
    pub quote: &'a str,
    /// Its elements.
    pub elements: Vec<Name>,
    /// The respondent's reaction.
    pub reaction: Option<Reaction>,
    /// Whether it is too vague, if the model says so.
    pub is_ambiguous: Option<bool>,
    /// The model's confidence, 0–1.
    pub confidence: f64,
}

/// A connection.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftEdge<'a> {
    /// Normalised label of its source.
    pub source_label: String,
    /// Normalised label of its target.
    pub target_label: String,
    /// Id of its type.
    pub relation_type: Name,
    /// The model's quote.
    pub quote: &'a str,
    /// The model's confidence, 0–1.
    pub confidence: f64,
}

/// Reads the object with `nodes` and `edges`. Items without a known type, a label or a quote are dropped and counted.
pub fn read_draft<'a>(
    object: &'a Map<String, Value>,
    ontology: &Ontology,
    elements: &[Element],
    marks: AllowedPlaceholders<'_>,
    drops: &mut DropCounts,
) -> ExtractionDraft<'a> {
    count_unknown(object, &EXTRACTION, drops);
    let mut reader = DraftReader { ontology, elements, marks, drops };
    let nodes = reader.each(object, "nodes", "too_many_nodes", DraftReader::node);
    let edges = reader.each(object, "edges", "too_many_edges", DraftReader::edge);
    let understood: Vec<Name> =
        list(object.get("understood")).take(MOST_ITEMS).filter_map(|id| reader.element(id)).collect();
    let understood = elements.iter().map(|element| &element.id).filter(|id| understood.contains(id)).cloned().collect();
    ExtractionDraft { nodes, edges, understood }
}

/// Whether a label contains markup or an address. The rules put labels into questions, which no guard checks.
fn is_code(label: &str) -> bool {
    label.contains(['<', '>', '[', ']', '{', '}', '|', '\\', '`', '@'])
        || label.contains("://")
        || label.split_whitespace().any(|word| word.starts_with("www.") || word.starts_with("javascript:"))
}

/// Normalises a label: one line without surrounding quotes and final punctuation, 2–80 characters.
pub(super) fn normalise_label(text: &str) -> Option<String> {
    let whole = line(text, text.len());
    let quotes = |c: char| matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | ' ');
    let ends = |c: char| quotes(c) || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '…' | '。' | '،' | '؛' | '؟');
    let label = line(whole.trim_start_matches(quotes).trim_end_matches(ends), *LABEL.end());
    LABEL.contains(&label.chars().count()).then_some(label)
}

/// Reads items with the names of the study, and counts unknown names.
struct DraftReader<'n> {
    ontology: &'n Ontology,
    elements: &'n [Element],
    marks: AllowedPlaceholders<'n>,
    drops: &'n mut DropCounts,
}

impl DraftReader<'_> {
    fn each<'a, T>(
        &mut self,
        object: &'a Map<String, Value>,
        key: &str,
        overflow_reason: &str,
        read: impl Fn(&mut Self, &'a Map<String, Value>) -> Result<T, &'static str>,
    ) -> Vec<T> {
        let count = list(object.get(key)).count();
        self.drops.add(overflow_reason, u32::try_from(count.saturating_sub(MOST_ITEMS)).unwrap_or(u32::MAX));
        let mut items = Vec::new();
        for item in list(object.get(key)).take(MOST_ITEMS) {
            match item.as_object().ok_or("malformed_item").and_then(|item| read(self, item)) {
                Ok(item) => items.push(item),
                Err(reason) => self.drops.one(reason),
            }
        }
        items
    }

    fn node<'a>(&mut self, node: &'a Map<String, Value>) -> Result<DraftNode<'a>, &'static str> {
        count_unknown(node, &NODE, self.drops);
        let types: Vec<_> = self.ontology.nodes.iter().map(|known| (&known.id, known.name.as_str())).collect();
        let node_type = find_type(text(node, "node_type"), &types).ok_or("unknown_node_type")?;
        let label = text(node, "label").and_then(normalise_label).ok_or("empty_label")?;
        if is_code(&self.marks.strip(&label)) {
            return Err("label_with_code");
        }
        let quote = text(node, "quote").ok_or("quote_missing")?;
        let reaction = word(node.get("reaction"));
        if reaction.is_none() && node.get("reaction").is_some_and(|given| !given.is_null()) {
            self.drops.one("unknown_reaction");
        }
        let mut elements: Vec<Name> = Vec::new();
        let given = node.get("element_mapping").filter(|given| !given.is_null());
        for id in given.into_iter().chain(list(node.get("elements")).take(MOST_ITEMS)) {
            elements.extend(self.element(id).filter(|id| !elements.contains(id)));
        }
        Ok(DraftNode {
            label,
            node_type,
            quote,
            elements,
            reaction,
            is_ambiguous: flag(node.get("is_ambiguous")),
            confidence: share(node.get("confidence")).unwrap_or(NODE_CONFIDENCE),
        })
    }

    fn edge<'a>(&mut self, edge: &'a Map<String, Value>) -> Result<DraftEdge<'a>, &'static str> {
        count_unknown(edge, &EDGE, self.drops);
        let types: Vec<_> = self.ontology.edges.iter().map(|known| (&known.id, known.name.as_str())).collect();
        let relation_type = find_type(text(edge, "relation_type"), &types).ok_or("unknown_relation")?;
        let end = |key| text(edge, key).and_then(normalise_label).ok_or("edge_end_missing");
        Ok(DraftEdge {
            source_label: end("source_label")?,
            target_label: end("target_label")?,
            relation_type,
            quote: text(edge, "quote").ok_or("edge_quote_missing")?,
            confidence: share(edge.get("confidence")).unwrap_or(EDGE_CONFIDENCE),
        })
    }

    /// The element with this id, label or alias.
    fn element(&mut self, id: &Value) -> Option<Name> {
        let given = id.as_str().unwrap_or_default();
        let by_id = find_name(Some(given), self.elements.iter().map(|element| &element.id));
        let is_named = |name: &String| folded(name) == folded(given);
        let by_name = || {
            let mut elements = self.elements.iter();
            elements.find(|element| is_named(&element.label) || element.aliases.iter().any(is_named))
        };
        let found = by_id.or_else(|| by_name().map(|element| element.id.clone()));
        self.drops.add("unknown_element", u32::from(found.is_none()));
        found
    }
}

/// Shortest beginning of a type that stands for it, in letters.
const TYPE_BEGINNING: usize = 4;

/// Finds a type by its id or name in any spelling, or by the beginning of only one of them: "psychosocial".
fn find_type(given: Option<&str>, types: &[(&Name, &str)]) -> Option<Name> {
    let given = folded(given?);
    let spellings = |(id, name): &(&Name, &str)| [folded(id), folded(name)];
    let exact = types.iter().find(|known| spellings(known).contains(&given));
    let begins = |known: &&(&Name, &str)| {
        spellings(known)
            .iter()
            .any(|spelling| !spelling.is_empty() && (spelling.starts_with(&given) || given.starts_with(spelling)))
    };
    let beginning = || {
        let mut found = types.iter().filter(begins).filter(|_| given.chars().count() >= TYPE_BEGINNING);
        found.next().filter(|_| found.next().is_none())
    };
    exact.or_else(beginning).map(|(id, _)| (*id).clone())
}

/// Finds a name in any spelling.
fn find_name<'n>(given: Option<&str>, mut names: impl Iterator<Item = &'n Name>) -> Option<Name> {
    let given = folded(given?);
    names.find(|name| folded(name) == given).cloned()
}

/// A text that is not blank.
fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}
