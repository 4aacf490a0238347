//! Ideas and connections as a model wrote them, with every name held against the study. Whether the quotes stand in the
//! answer, and whether an end of a connection exists, is checked by whoever has the answer and the graph.

use serde_json::{Map, Value};

use super::{
    Drops,
    fields::{EDGE, EXTRACTION, NODE},
    value::{count_unknown, flag, folded, line, list, share, word},
};
use crate::{concept::Element, graph::Reaction, id::Name, llm::redaction::Allowed, methodology::Ontology};

/// Ideas and connections looked at. The rest of a longer list is dropped unread.
const MOST_ITEMS: usize = 100;

/// Characters of a label.
const LABEL: std::ops::RangeInclusive<usize> = 2..=80;

/// Confidence of an idea that states none, 0–1.
const NODE_CONFIDENCE: f64 = 0.8;

/// Confidence of a connection that states none, 0–1.
const EDGE_CONFIDENCE: f64 = 0.7;

/// What a model wrote of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft<'a> {
    /// Ideas, in order.
    pub nodes: Vec<DraftNode<'a>>,
    /// Connections, in order.
    pub edges: Vec<DraftEdge<'a>>,
    /// Elements whose meaning was grasped, in element order.
    pub understood: Vec<Name>,
}

/// An idea.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftNode<'a> {
    /// Its label, clean.
    pub label: String,
    /// Id of its type.
    pub node_type: Name,
    /// What the model quotes for it.
    pub quote: &'a str,
    /// Elements it is about.
    pub elements: Vec<Name>,
    /// Reaction to what it is about.
    pub reaction: Option<Reaction>,
    /// Whether it is too vague to build on, if the model says so.
    pub is_ambiguous: Option<bool>,
    /// How sure the model is, 0–1.
    pub confidence: f64,
}

/// A connection.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftEdge<'a> {
    /// Label of the idea it starts from, clean.
    pub source_label: String,
    /// Label of the idea it leads to, clean.
    pub target_label: String,
    /// Id of its type.
    pub relation_type: Name,
    /// What the model quotes for it.
    pub quote: &'a str,
    /// How sure the model is, 0–1.
    pub confidence: f64,
}

/// Reads the object with `nodes` and `edges`. What names no type of the ontology, has no label or no quote is dropped and
/// counted.
pub fn draft<'a>(
    object: &'a Map<String, Value>,
    ontology: &Ontology,
    elements: &[Element],
    marks: Allowed<'_>,
    drops: &mut Drops,
) -> Draft<'a> {
    count_unknown(object, &EXTRACTION, drops);
    let mut names = Names { ontology, elements, marks, drops };
    let nodes = names.each(object, "nodes", "too_many_nodes", Names::node);
    let edges = names.each(object, "edges", "too_many_edges", Names::edge);
    let understood: Vec<Name> =
        list(object.get("understood")).take(MOST_ITEMS).filter_map(|id| names.element(id)).collect();
    let understood = elements.iter().map(|element| &element.id).filter(|id| understood.contains(id)).cloned().collect();
    Draft { nodes, edges, understood }
}

/// Whether a label holds what no idea is made of: marks of HTML, Markdown and JSON, an address. The rules put labels into
/// their questions, so such a label would reach the respondent past the guard on a model's question.
fn is_code(label: &str) -> bool {
    label.contains(['<', '>', '[', ']', '{', '}', '|', '\\', '`', '@'])
        || label.contains("://")
        || label.split_whitespace().any(|word| word.starts_with("www.") || word.starts_with("javascript:"))
}

/// A label as it is compared and shown: one line without quotes around it and marks at its end, 2–80 characters.
pub(super) fn label(text: &str) -> Option<String> {
    let whole = line(text, text.len());
    let quotes = |c: char| matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | ' ');
    let ends = |c: char| quotes(c) || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '…' | '。' | '،' | '؛' | '؟');
    let label = line(whole.trim_start_matches(quotes).trim_end_matches(ends), *LABEL.end());
    LABEL.contains(&label.chars().count()).then_some(label)
}

/// Names of the study, and a count of what is not among them.
struct Names<'n> {
    ontology: &'n Ontology,
    elements: &'n [Element],
    marks: Allowed<'n>,
    drops: &'n mut Drops,
}

impl Names<'_> {
    fn each<'a, T>(
        &mut self,
        object: &'a Map<String, Value>,
        key: &str,
        beyond: &str,
        read: impl Fn(&mut Self, &'a Map<String, Value>) -> Result<T, &'static str>,
    ) -> Vec<T> {
        let count = list(object.get(key)).count();
        self.drops.add(beyond, u32::try_from(count.saturating_sub(MOST_ITEMS)).unwrap_or(u32::MAX));
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
        let types = self.ontology.nodes.iter().map(|known| &known.id);
        let node_type = named(text(node, "node_type"), types).ok_or("unknown_node_type")?;
        let label = text(node, "label").and_then(label).ok_or("empty_label")?;
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
        let types = self.ontology.edges.iter().map(|known| &known.id);
        let relation_type = named(text(edge, "relation_type"), types).ok_or("unknown_relation")?;
        let end = |key| text(edge, key).and_then(label).ok_or("edge_end_missing");
        Ok(DraftEdge {
            source_label: end("source_label")?,
            target_label: end("target_label")?,
            relation_type,
            quote: text(edge, "quote").ok_or("edge_quote_missing")?,
            confidence: share(edge.get("confidence")).unwrap_or(EDGE_CONFIDENCE),
        })
    }

    /// The element of this id, or the one that goes by this name.
    fn element(&mut self, id: &Value) -> Option<Name> {
        let given = id.as_str().unwrap_or_default();
        let by_id = named(Some(given), self.elements.iter().map(|element| &element.id));
        let goes_by = |name: &String| folded(name) == folded(given);
        let by_name = || {
            let mut elements = self.elements.iter();
            elements.find(|element| goes_by(&element.label) || element.aliases.iter().any(goes_by))
        };
        let found = by_id.or_else(|| by_name().map(|element| element.id.clone()));
        self.drops.add("unknown_element", u32::from(found.is_none()));
        found
    }
}

/// The name that is meant, in any spelling.
fn named<'n>(given: Option<&str>, mut names: impl Iterator<Item = &'n Name>) -> Option<Name> {
    let given = folded(given?);
    names.find(|name| folded(name) == given).cloned()
}

/// A text with something in it.
fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}
