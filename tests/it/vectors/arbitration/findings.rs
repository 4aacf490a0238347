//! What the vectors' specification finds in a reply: drafts of the engine's reader, held against a graph of untyped nodes
//! and without an answer.

use querent_engine::engine::{
    concept::Element,
    graph::{
        Reaction,
        matcher::{LabelCandidate, Matcher},
    },
    id::Name,
    language::english,
    methodology::{EdgeTypes, Ontology},
    redaction::AllowedPlaceholders,
    untrusted::{
        analysis::{
            DropCounts,
            draft::{DraftEdge, DraftNode, read_draft},
        },
        partial_json::{Completeness, ObjectShape, parse as parse_object},
    },
};

/// What the reply is held against.
#[derive(Clone, Debug)]
pub(super) struct Context<'a> {
    /// Types of nodes and edges.
    pub(super) ontology: &'a Ontology,
    /// The concept's elements, in order.
    pub(super) elements: &'a [Element],
    /// Nodes of the graph, in order of insertion.
    pub(super) nodes: Vec<KnownNode<'a>>,
    /// Edges of the graph; ends are positions among the nodes.
    pub(super) edges: Vec<KnownEdge<'a>>,
    /// How alike labels must be to name one idea.
    pub(super) matcher: Matcher,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownNode<'a> {
    /// Its label.
    pub(super) label: &'a str,
    /// Id of its type, if it has one.
    pub(super) node_type: Option<&'a str>,
    /// Whether it is too vague to build on.
    pub(super) is_ambiguous: bool,
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownEdge<'a> {
    /// Where it starts.
    pub(super) source: usize,
    /// Where it ends.
    pub(super) target: usize,
    /// Id of its type.
    pub(super) edge_type: &'a str,
}

/// What fits of a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    /// Whether there was anything to read.
    pub(super) extractable: bool,
    /// New nodes, in order.
    pub(super) nodes: Vec<FoundNode>,
    /// Nodes of the graph voiced again, in the order they were first touched.
    pub(super) mentions: Vec<Mention>,
    /// New edges, in order.
    pub(super) edges: Vec<FoundEdge>,
    /// Which node is about which element, in order, each pair once.
    pub(super) mappings: Vec<(End, Name)>,
    /// The strongest reaction to each element, in the order they were first reacted to.
    pub(super) reactions: Vec<(Name, Reaction)>,
    /// Elements whose meaning was grasped, in element order.
    pub(super) understood: Vec<Name>,
}

/// A new node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundNode {
    /// Its label.
    pub(super) label: String,
    /// Id of its type.
    pub(super) node_type: Name,
    /// Whether it is too vague to build on.
    pub(super) is_ambiguous: bool,
    /// Where it was said, in the model's words.
    pub(super) quote: String,
}

/// A node of the graph that was voiced again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// Its position among the nodes of the graph.
    pub(super) node: usize,
    /// Whether it is too vague to build on, now.
    pub(super) is_ambiguous: bool,
}

/// A new edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundEdge {
    /// Where it starts.
    pub(super) source: End,
    /// Where it ends.
    pub(super) target: End,
    /// Id of its type.
    pub(super) edge_type: Name,
    /// Where it was said, in the model's words.
    pub(super) quote: String,
    /// Whether the ontology permits it.
    pub(super) permitted: bool,
}

/// A node, by where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Position among the nodes of the graph.
    Known(usize),
    /// Position among the new nodes of the reply.
    New(usize),
}

/// Reads a reply. One that is no whole JSON object says nothing here; the engine keeps what is complete of it.
pub(super) fn parse(reply: &str, context: &Context<'_>) -> Findings {
    let shape = ObjectShape { keys: &[], open: &[] };
    let taken = parse_object(reply, shape).ok().filter(|taken| taken.ending == Completeness::Whole);
    let Some(taken) = taken else { return Findings::default() };
    let draft = read_draft(
        &taken.object,
        context.ontology,
        context.elements,
        AllowedPlaceholders::None,
        &mut DropCounts::default(),
    );
    let found = Findings { extractable: true, understood: draft.understood, ..Findings::default() };
    let mut reading = Reading { context, labels: Vec::new(), found };
    draft.nodes.iter().for_each(|node| reading.node(node));
    draft.edges.iter().for_each(|edge| reading.edge(edge));
    reading.found
}

struct Reading<'c, 'a> {
    context: &'c Context<'a>,
    /// Labels the reply gave, with the nodes they name.
    labels: Vec<(String, End)>,
    found: Findings,
}

impl Reading<'_, '_> {
    fn node(&mut self, node: &DraftNode<'_>) {
        let end = self.matching(&node.label, &node.node_type).unwrap_or(End::New(self.found.nodes.len()));
        self.touch(end, node.is_ambiguous);
        if end == End::New(self.found.nodes.len()) {
            self.found.nodes.push(FoundNode {
                label: node.label.clone(),
                node_type: node.node_type.clone(),
                is_ambiguous: node.is_ambiguous.unwrap_or_default(),
                quote: node.quote.to_owned(),
            });
        }
        self.labels.push((node.label.clone(), end));
        self.map(end, node);
    }

    /// The node of the graph or of this reply that the label names once more.
    fn matching(&self, label: &str, node_type: &str) -> Option<End> {
        let known = self.context.nodes.iter().map(|node| (node.label, node.node_type));
        let new = self.found.nodes.iter().map(|node| (node.label.as_str(), Some(&*node.node_type)));
        let candidates = known.chain(new).map(|(label, node_type)| LabelCandidate { label, node_type, cosine: None });
        let (position, _) = self.context.matcher.find(&english().label_rules(), label, node_type, candidates)?;
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

    /// Applies the mapping of a node and, where it is valid, the reaction.
    fn map(&mut self, end: End, node: &DraftNode<'_>) {
        for element in &node.elements {
            if !self.found.mappings.contains(&(end, element.clone())) {
                self.found.mappings.push((end, element.clone()));
            }
            let Some(reaction) = node.reaction else { continue };
            match self.found.reactions.iter_mut().find(|(known, _)| known == element) {
                Some((_, known)) if reaction.strength() > known.strength() => *known = reaction,
                Some(_) => {}
                None => self.found.reactions.push((element.clone(), reaction)),
            }
        }
    }

    fn edge(&mut self, edge: &DraftEdge<'_>) {
        let (Some(source), Some(target)) = (self.resolve(&edge.source_label), self.resolve(&edge.target_label)) else {
            return;
        };
        let (Some(source_type), Some(target_type)) = (self.type_of(source), self.type_of(target)) else { return };
        let edge_type = edge.relation_type.clone();
        if self.has_edge(source, target, &edge_type) {
            return;
        }
        let triple = EdgeTypes { source: source_type, target: target_type, edge_type: &edge_type };
        let permitted = self.context.ontology.permits(triple);
        self.found.edges.push(FoundEdge { source, target, edge_type, quote: edge.quote.to_owned(), permitted });
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
