//! A model's reply about one answer, held against the schema and the graph: what does not fit is dropped.
//!
//! Pure: text in, findings out. Whether the quotes stand in the answer is for the caller to verify.

use serde_json::{Map, Value};

use crate::{
    graph::{
        Reaction,
        matcher::{Candidate, Matcher},
    },
    id::Name,
    methodology::{Edge, Ontology},
};

/// What the reply is held against.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// Types of nodes and edges.
    pub ontology: &'a Ontology,
    /// Ids of the concept's elements, in order.
    pub elements: &'a [Name],
    /// Nodes of the graph, in order of insertion.
    pub nodes: Vec<KnownNode<'a>>,
    /// Edges of the graph; ends are positions among the nodes.
    pub edges: Vec<KnownEdge<'a>>,
    /// How alike labels must be to name one idea.
    pub matcher: Matcher,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub struct KnownNode<'a> {
    /// Its label.
    pub label: &'a str,
    /// Id of its type, if it has one.
    pub node_type: Option<&'a str>,
    /// Whether it is too vague to build on.
    pub is_ambiguous: bool,
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownEdge<'a> {
    /// Where it starts.
    pub source: usize,
    /// Where it ends.
    pub target: usize,
    /// Id of its type.
    pub edge_type: &'a str,
}

/// What fits of a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Whether there was anything to read.
    pub extractable: bool,
    /// New nodes, in order.
    pub nodes: Vec<FoundNode>,
    /// Nodes of the graph voiced again, in the order they were first touched.
    pub mentions: Vec<Mention>,
    /// New edges, in order.
    pub edges: Vec<FoundEdge>,
    /// Which node is about which element, in order, each pair once.
    pub mappings: Vec<(End, Name)>,
    /// The strongest reaction to each element, in the order they were first reacted to.
    pub reactions: Vec<(Name, Reaction)>,
    /// Elements whose meaning was grasped, in element order.
    pub understood: Vec<Name>,
}

/// A new node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundNode {
    /// Its label.
    pub label: String,
    /// Id of its type.
    pub node_type: Name,
    /// Whether it is too vague to build on.
    pub is_ambiguous: bool,
    /// Where it was said, in the model's words.
    pub quote: String,
}

/// A node of the graph that was voiced again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Its position among the nodes of the graph.
    pub node: usize,
    /// Whether it is too vague to build on, now.
    pub is_ambiguous: bool,
}

/// A new edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundEdge {
    /// Where it starts.
    pub source: End,
    /// Where it ends.
    pub target: End,
    /// Id of its type.
    pub edge_type: Name,
    /// Where it was said, in the model's words.
    pub quote: String,
    /// Whether the ontology permits it.
    pub permitted: bool,
}

/// A node, by where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Position among the nodes of the graph.
    Known(usize),
    /// Position among the new nodes of the reply.
    New(usize),
}

/// Reads a reply. One that is no JSON object says nothing.
pub fn parse(reply: &str, context: &Context<'_>) -> Findings {
    let Ok(Value::Object(reply)) = serde_json::from_str(without_fence(reply)) else {
        return Findings::default();
    };
    let mut reading = Reading { context, labels: Vec::new(), found: Findings::default() };
    reading.found.extractable = true;
    objects(&reply, "nodes").for_each(|node| reading.node(node));
    objects(&reply, "edges").for_each(|edge| reading.edge(edge));
    let understood: Vec<&str> = list(&reply, "understood").filter_map(Value::as_str).collect();
    let elements = context.elements.iter().filter(|element| understood.contains(&&***element));
    reading.found.understood = elements.cloned().collect();
    reading.found
}

/// Cuts a Markdown fence around the reply.
fn without_fence(reply: &str) -> &str {
    let reply = reply.trim();
    let Some(fenced) = reply.strip_prefix("```") else { return reply };
    let body = fenced.split_once('\n').map_or(fenced, |(_, body)| body).trim_end();
    body.strip_suffix("```").unwrap_or(body).trim()
}

fn list<'a>(object: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Value> {
    object.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn objects<'a>(object: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Map<String, Value>> {
    list(object, key).filter_map(Value::as_object)
}

/// A text with something in it.
fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

struct Reading<'c, 'a> {
    context: &'c Context<'a>,
    /// Labels the reply gave, with the nodes they name.
    labels: Vec<(String, End)>,
    found: Findings,
}

impl Reading<'_, '_> {
    fn node(&mut self, node: &Map<String, Value>) {
        let (Some(label), Some(node_type), Some(quote)) =
            (text(node, "label").map(str::trim), text(node, "node_type"), text(node, "quote"))
        else {
            return;
        };
        let Some(node_type) = self.context.ontology.node(node_type).map(|known| known.id.clone()) else { return };
        let ambiguous = node.get("is_ambiguous").and_then(Value::as_bool);
        let end = self.matching(label, &node_type).unwrap_or(End::New(self.found.nodes.len()));
        self.touch(end, ambiguous);
        if end == End::New(self.found.nodes.len()) {
            let (label, quote) = (label.to_owned(), quote.to_owned());
            let is_ambiguous = ambiguous.unwrap_or_default();
            self.found.nodes.push(FoundNode { label, node_type, is_ambiguous, quote });
        }
        self.labels.push((label.to_owned(), end));
        self.map(end, node);
    }

    /// The node of the graph or of this reply that the label names once more.
    fn matching(&self, label: &str, node_type: &str) -> Option<End> {
        let known = self.context.nodes.iter().map(|node| (node.label, node.node_type));
        let new = self.found.nodes.iter().map(|node| (node.label.as_str(), Some(&*node.node_type)));
        let candidates = known.chain(new).map(|(label, node_type)| Candidate { label, node_type, cosine: None });
        let (position, _) = self.context.matcher.find(label, node_type, candidates)?;
        Some(match position.checked_sub(self.context.nodes.len()) {
            Some(new) => End::New(new),
            None => End::Known(position),
        })
    }

    /// Notes that a node was voiced again. What is explicit about its vagueness counts, silence leaves it.
    fn touch(&mut self, end: End, ambiguous: Option<bool>) {
        match end {
            End::New(position) => {
                if let Some(node) = self.found.nodes.get_mut(position) {
                    node.is_ambiguous = ambiguous.unwrap_or(node.is_ambiguous);
                }
            }
            End::Known(node) => {
                if let Some(mention) = self.found.mentions.iter_mut().find(|mention| mention.node == node) {
                    mention.is_ambiguous = ambiguous.unwrap_or(mention.is_ambiguous);
                } else {
                    let before = self.context.nodes.get(node).is_some_and(|node| node.is_ambiguous);
                    self.found.mentions.push(Mention { node, is_ambiguous: ambiguous.unwrap_or(before) });
                }
            }
        }
    }

    /// Applies the mapping of a node and, where it is valid, the reaction. `elements` may name several.
    fn map(&mut self, end: End, node: &Map<String, Value>) {
        let reaction = node.get("reaction").and_then(|value| serde_json::from_value::<Reaction>(value.clone()).ok());
        let named = node.get("element_mapping").into_iter().chain(list(node, "elements")).filter_map(Value::as_str);
        for element in named.filter_map(|id| self.context.elements.iter().find(|element| &***element == id)) {
            if !self.found.mappings.contains(&(end, element.clone())) {
                self.found.mappings.push((end, element.clone()));
            }
            let Some(reaction) = reaction else { continue };
            match self.found.reactions.iter_mut().find(|(known, _)| known == element) {
                Some((_, known)) if reaction.strength() > known.strength() => *known = reaction,
                Some(_) => {}
                None => self.found.reactions.push((element.clone(), reaction)),
            }
        }
    }

    fn edge(&mut self, edge: &Map<String, Value>) {
        let (Some(relation), Some(quote)) = (text(edge, "relation_type"), text(edge, "quote")) else { return };
        let end = |key| text(edge, key).and_then(|label| self.resolve(label.trim()));
        let (Some(source), Some(target)) = (end("source_label"), end("target_label")) else { return };
        let (Some(source_type), Some(target_type)) = (self.type_of(source), self.type_of(target)) else { return };
        let Some(edge_type) = self.context.ontology.edge(relation).map(|known| known.id.clone()) else { return };
        if self.has_edge(source, target, &edge_type) {
            return;
        }
        let triple = Edge { source: source_type, target: target_type, edge_type: &edge_type };
        let permitted = self.context.ontology.permits(triple);
        self.found.edges.push(FoundEdge { source, target, edge_type, quote: quote.to_owned(), permitted });
    }

    /// The node a label names: of this reply by the exact label, then ignoring case (later ones win), then of the graph.
    fn resolve(&self, label: &str) -> Option<End> {
        let lowered = label.to_lowercase();
        let given = self.labels.iter().rev();
        let exact = given.clone().find(|(known, _)| known == label);
        let found = exact.or_else(|| given.clone().find(|(known, _)| known.to_lowercase() == lowered));
        let known = || self.context.nodes.iter().position(|node| node.label.to_lowercase() == lowered);
        found.map(|(_, end)| *end).or_else(|| known().map(End::Known))
    }

    fn type_of(&self, end: End) -> Option<&str> {
        match end {
            End::Known(position) => self.context.nodes.get(position)?.node_type,
            End::New(position) => self.found.nodes.get(position).map(|node| &*node.node_type),
        }
    }

    fn has_edge(&self, source: End, target: End, edge_type: &str) -> bool {
        let same = |edge: &FoundEdge| edge.source == source && edge.target == target && &*edge.edge_type == edge_type;
        let is_known = if let (End::Known(source), End::Known(target)) = (source, target) {
            self.context.edges.contains(&KnownEdge { source, target, edge_type })
        } else {
            false
        };
        is_known || self.found.edges.iter().any(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(ontology: &Ontology) -> Context<'_> {
        Context { ontology, elements: &[], nodes: Vec::new(), edges: Vec::new(), matcher: Matcher::default() }
    }

    #[test]
    fn a_reply_that_is_no_object_is_not_extractable() {
        assert_eq!(parse("[1, 2]", &context(&Ontology::default())), Findings::default());
        assert!(!parse("I could not read that.", &context(&Ontology::default())).extractable);
    }

    #[test]
    fn a_fence_around_the_reply_is_cut() {
        assert!(parse("```json\n{\"nodes\": 7}\n```", &context(&Ontology::default())).extractable);
    }

    #[test]
    fn a_value_of_the_wrong_kind_counts_as_absent() {
        let found = parse(r#"{"nodes": [{"label": 7}, "x"], "edges": {}}"#, &context(&Ontology::default()));
        assert_eq!((found.nodes.len(), found.edges.len()), (0, 0));
    }
}
