//! Computes the changes by an extraction. The same label and type is the same idea.

use std::borrow::Cow;

use super::matcher::Matcher;
use super::{
    Edge, ExtractedEdge, ExtractedNode, Extraction, GraphDelta, KnowledgeGraph, Node, Operation, Quote, REVISES, Span,
};
use crate::engine::{
    id::{EdgeId, Name, NodeId},
    methodology::{EdgeTypes, Ontology},
    text::lowercase,
};

/// Computes the changes by an extraction.
///
/// A concept matches an active node of its type with an equal label, ignoring case, or a similar one. Edge ends match
/// this answer's concepts first, then active nodes, newest first. An edge with an unknown end or type is dropped, and
/// so is a loop. An edge that the ontology does not permit is kept as said and marked, because a question about the tension
/// may follow. It is never reversed: that would be a connection nobody spoke of.
pub fn resolve(
    graph: &KnowledgeGraph,
    extraction: &Extraction,
    ontology: &Ontology,
    matcher: &Matcher,
    turn: u32,
) -> GraphDelta {
    let mut resolver = Resolver { graph, ontology, matcher, turn, delta: GraphDelta::default(), said: Vec::new() };
    for node in &extraction.nodes {
        resolver.node(node);
    }
    for edge in &extraction.edges {
        resolver.edge(edge);
    }
    resolver.delta
}

struct Resolver<'a> {
    graph: &'a KnowledgeGraph,
    ontology: &'a Ontology,
    matcher: &'a Matcher,
    turn: u32,
    delta: GraphDelta,
    /// This answer's concepts: label in lower case, type, node.
    said: Vec<(Cow<'a, str>, Name, NodeId)>,
}

impl<'a> Resolver<'a> {
    fn node(&mut self, found: &'a ExtractedNode) {
        let label = lowercase(&found.label);
        let quote = self.quote(found.quote);
        if let Some((_, _, id)) =
            self.said.iter().find(|(said, node_type, _)| *said == label && *node_type == found.node_type)
        {
            let node = *id;
            self.delta.operations.push(Operation::MentionNode { node, quote });
            return;
        }
        let fits = |id: &NodeId| self.active(*id).is_some_and(|node| node.node_type == found.node_type);
        let labels = &self.graph.labels;
        let named = labels.named(&label).iter().copied().find(fits);
        let known = named.or_else(|| labels.alike(&found.label, self.matcher.jaccard_threshold).find(fits));
        let known = known.and_then(|id| self.graph.node(id));
        let id = match known {
            Some(node) => {
                self.mention(node, found, quote);
                node.id
            }
            None => self.add(found, quote),
        };
        self.said.push((label, found.node_type.clone(), id));
    }

    fn add(&mut self, found: &ExtractedNode, quote: Quote) -> NodeId {
        let id = NodeId(number(self.graph.node_count() + self.delta.new_nodes().count()));
        self.delta.operations.push(Operation::AddNode(Node {
            id,
            label: found.label.clone(),
            node_type: found.node_type.clone(),
            kind: found.kind,
            saying: found.saying.clone(),
            turn: self.turn,
            confidence: found.confidence,
            stance: found.reaction.map_or(0, super::Reaction::stance),
            ambiguous: found.is_ambiguous,
            elements: found.elements.clone(),
            quotes: vec![quote],
            superseded_by: None,
        }));
        id
    }

    fn mention(&mut self, known: &Node, found: &ExtractedNode, quote: Quote) {
        let node = known.id;
        self.delta.operations.push(Operation::MentionNode { node, quote });
        let elements: Vec<Name> =
            found.elements.iter().filter(|element| !known.elements.contains(element)).cloned().collect();
        let stance = found.reaction.map_or(known.stance, super::Reaction::stance);
        if !elements.is_empty() || stance != known.stance {
            self.delta.operations.push(Operation::RefineNode { node, elements, stance });
        }
        if found.is_ambiguous != known.ambiguous {
            self.delta.operations.push(Operation::MarkNode { node, ambiguous: found.is_ambiguous });
        }
    }

    fn edge(&mut self, found: &ExtractedEdge) {
        let (Some((source, source_type)), Some((target, target_type))) =
            (self.end(&found.source_label), self.end(&found.target_label))
        else {
            return;
        };
        if source == target || self.ontology.edge(&found.relation_type).is_none() {
            return;
        }
        let types = EdgeTypes { source: &source_type, target: &target_type, edge_type: &found.relation_type };
        let permitted = self.ontology.permits(types);
        self.connect(found, source, target, permitted);
    }

    fn connect(&mut self, found: &ExtractedEdge, source: NodeId, target: NodeId, permitted: bool) {
        let quote = self.quote(found.quote);
        let same =
            |edge: &&Edge| edge.source == source && edge.target == target && edge.edge_type == found.relation_type;
        let added = self.delta.operations.iter().filter_map(|operation| match operation {
            Operation::AddEdge(edge) => Some(edge),
            _ => None,
        });
        let known = self.graph.edges_between(source, target).chain(added).filter(same).map(|edge| edge.id).min();
        if let Some(edge) = known {
            self.delta.operations.push(Operation::MentionEdge { edge, quote });
            return;
        }
        let id = EdgeId(number(self.graph.edge_count() + self.delta.new_edges().count()));
        self.delta.operations.push(Operation::AddEdge(Edge {
            id,
            source,
            target,
            edge_type: found.relation_type.clone(),
            turn: self.turn,
            confidence: found.confidence,
            permitted,
            quotes: vec![quote],
        }));
        let is_current = self.graph.node(source).is_none_or(|node| node.superseded_by.is_none());
        if &*found.relation_type == REVISES && is_current {
            self.delta.operations.push(Operation::Supersede { node: target, by: source });
        }
    }

    fn end(&self, label: &str) -> Option<(NodeId, Name)> {
        let label = lowercase(label);
        let said = self.said.iter().rev().find(|(said, _, _)| *said == label);
        said.map(|(_, node_type, id)| (*id, node_type.clone())).or_else(|| {
            let known = self.graph.labels.named(&label).iter().rev().find_map(|id| self.active(*id));
            known.map(|node| (node.id, node.node_type.clone()))
        })
    }

    fn active(&self, id: NodeId) -> Option<&Node> {
        self.graph.node(id).filter(|node| node.superseded_by.is_none())
    }

    fn quote(&self, span: Span) -> Quote {
        Quote { turn: self.turn, start: span.start, end: span.end }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the graph numbers its nodes with 32 bits")]
fn number(index: usize) -> u32 {
    index as u32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    fn ontology() -> Ontology {
        serde_json::from_value(serde_json::json!({
            "nodes": [
                {"id": "feature", "name": "Feature", "level": 1, "description": "d"},
                {"id": "goal", "name": "Goal", "level": 2, "terminal": true, "description": "d"},
            ],
            "edges": [
                {"id": "leads_to", "name": "leads to", "description": "d", "permitted": [["feature", "goal"]]},
                {"id": "revises", "name": "revises", "description": "d", "permitted": [["*", "*"]]},
            ],
        }))
        .unwrap()
    }

    fn node(label: &str, node_type: &str) -> serde_json::Value {
        serde_json::json!({"label": label, "node_type": node_type, "quote": {"start": 0, "end": 3}, "confidence": 0.8})
    }

    fn edge(source: &str, target: &str, relation: &str) -> serde_json::Value {
        serde_json::json!({"source_label": source, "target_label": target, "relation_type": relation,
            "quote": {"start": 0, "end": 3}, "confidence": 0.7})
    }

    fn apply(
        graph: &mut KnowledgeGraph,
        turn: u32,
        nodes: &[serde_json::Value],
        edges: &[serde_json::Value],
    ) -> GraphDelta {
        let extraction =
            serde_json::from_value(serde_json::json!({"extractable": true, "nodes": nodes, "edges": edges})).unwrap();
        let delta = resolve(graph, &extraction, &ontology(), &Matcher::default(), turn);
        graph.apply(&delta).unwrap();
        delta
    }

    #[test]
    fn the_same_label_and_type_is_the_same_node() {
        let mut graph = KnowledgeGraph::default();
        apply(&mut graph, 1, &[node("Creamy", "feature")], &[]);
        let delta = apply(&mut graph, 2, &[node("creamy", "feature"), node("creamy", "goal")], &[]);
        assert_eq!(delta.new_nodes().count(), 1);
        assert_eq!(delta.mentioned_nodes().collect::<Vec<_>>(), [NodeId(0)]);
        assert_eq!(graph.node(NodeId(0)).unwrap().quotes.len(), 2);
    }

    #[test]
    fn a_label_of_like_words_is_the_same_node_unless_one_of_them_is_negated() {
        let mut graph = KnowledgeGraph::default();
        apply(&mut graph, 1, &[node("lasting energy boost", "goal"), node("added sugar", "feature")], &[]);
        let again = [node("energy boosts lasting", "goal"), node("no added sugar", "feature")];
        let delta = apply(&mut graph, 2, &again, &[]);
        assert_eq!(delta.mentioned_nodes().collect::<Vec<_>>(), [NodeId(0)]);
        assert_eq!(delta.new_nodes().count(), 1);
    }

    #[test]
    fn an_edge_the_wrong_way_round_stays_as_said_and_is_marked() {
        let mut graph = KnowledgeGraph::default();
        apply(&mut graph, 1, &[node("a", "feature"), node("b", "goal")], &[edge("b", "a", "leads_to")]);
        let edge = graph.edge(EdgeId(0)).unwrap();
        assert_eq!((edge.source, edge.target, edge.permitted), (NodeId(1), NodeId(0), false));
    }

    #[test]
    fn an_edge_the_ontology_does_not_permit_is_kept_and_marked() {
        let mut graph = KnowledgeGraph::default();
        apply(&mut graph, 1, &[node("a", "feature"), node("b", "feature")], &[edge("a", "b", "leads_to")]);
        assert!(!graph.edge(EdgeId(0)).unwrap().permitted);
    }

    #[test]
    fn loops_and_unknown_ends_are_dropped() {
        let mut graph = KnowledgeGraph::default();
        let edges = [edge("a", "A", "leads_to"), edge("a", "nowhere", "leads_to"), edge("a", "b", "nothing")];
        apply(&mut graph, 1, &[node("a", "feature"), node("b", "goal")], &edges);
        assert_eq!(graph.edge_count(), 0);
    }

    #[test]
    fn a_repeated_edge_is_a_mention() {
        let mut graph = KnowledgeGraph::default();
        apply(
            &mut graph,
            1,
            &[node("a", "feature"), node("b", "goal")],
            &[edge("a", "b", "leads_to"), edge("a", "b", "leads_to")],
        );
        assert_eq!((graph.edge_count(), graph.edge(EdgeId(0)).unwrap().quotes.len()), (1, 2));
    }

    #[test]
    fn a_revised_idea_is_kept_and_superseded() {
        let mut graph = KnowledgeGraph::default();
        apply(&mut graph, 1, &[node("a", "feature")], &[]);
        apply(&mut graph, 2, &[node("b", "feature")], &[edge("b", "a", "revises")]);
        assert_eq!(graph.node(NodeId(0)).unwrap().superseded_by, Some(NodeId(1)));
        assert_eq!(graph.active_nodes().count(), 1);
    }

    #[test]
    fn a_new_stance_or_element_refines_a_node() {
        let mut graph = KnowledgeGraph::default();
        apply(&mut graph, 1, &[node("a", "feature")], &[]);
        let mut again = node("a", "feature");
        again["reaction"] = "negative".into();
        again["elements"] = serde_json::json!(["x"]);
        assert_eq!(apply(&mut graph, 2, &[again.clone()], &[]).refined_nodes().count(), 1);
        assert_eq!(apply(&mut graph, 3, &[again], &[]).refined_nodes().count(), 0);
    }

    #[test]
    fn a_delta_that_does_not_fit_is_refused_whole() {
        let mut graph = KnowledgeGraph::default();
        let delta = GraphDelta {
            operations: vec![
                Operation::AddNode(Node {
                    id: NodeId(0),
                    label: "a".into(),
                    node_type: "feature".into(),
                    turn: 1,
                    confidence: 1.0,
                    stance: 0,
                    ambiguous: false,
                    elements: vec![],
                    quotes: vec![],
                    kind: None,
                    saying: None,
                    superseded_by: None,
                }),
                Operation::MarkNode { node: NodeId(7), ambiguous: true },
            ],
        };
        assert_eq!(graph.apply(&delta), Err(super::super::DeltaError::UnknownNode(NodeId(7))));
        assert_eq!(graph.node_count(), 0);
    }
}
