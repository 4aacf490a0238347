//! An interview in the making: the graph by the ids of a scenario, the exchanges, what is carried from turn to turn.

use indexmap::{IndexMap, IndexSet};
use querent_engine::engine::{
    concept::Concept,
    dialogue::{Depth, Exchange, Focus, Probe, Reading},
    graph::{Edge, GraphDelta, KnowledgeGraph, Node, Operation},
    id::{EdgeId, NodeId},
    limits::Limits,
    methodology::Methodology,
    policy::signal_pools,
    state::{InterviewHistory, Situation, State, Trace},
};

use super::super::json::Json;

/// Nodes a scenario names that were never registered are given ids from here on.
const UNKNOWN: u32 = 1_000_000;

#[derive(Default)]
pub(super) struct World {
    pub(super) graph: KnowledgeGraph,
    pub(super) course: InterviewHistory,
    pub(super) history: Vec<Exchange>,
    ids: IndexMap<String, NodeId>,
    unknown: IndexSet<String>,
    ties: IndexSet<(NodeId, NodeId, String)>,
}

pub(super) struct Rules<'a> {
    pub(super) methodology: &'a Methodology,
    pub(super) concept: &'a Concept,
    pub(super) limits: &'a Limits,
}

impl World {
    /// A graph as it stands, in order of insertion.
    pub(super) fn of_graph(value: &Json) -> Self {
        let mut world = Self::default();
        for node in value.at("nodes").list() {
            world.add_node(node, 1);
        }
        for edge in value.at("edges").list() {
            world.add_edge(edge, 1);
        }
        world
    }

    /// Starts over with an empty graph.
    pub(super) fn forget_graph(&mut self) {
        self.graph = KnowledgeGraph::default();
        self.ids.clear();
    }

    pub(super) fn node(&self, id: &str) -> Option<NodeId> {
        self.ids.get(id).copied()
    }

    /// The scenario's name of a node.
    pub(super) fn name(&self, id: NodeId) -> String {
        let known = self.ids.iter().find(|(_, known)| **known == id).map(|(name, _)| name.clone());
        known.unwrap_or_else(|| panic!("{id} has no name in the scenario"))
    }

    pub(super) fn add_node(&mut self, value: &Json, turn: u32) -> NodeId {
        let id = NodeId(u32::try_from(self.graph.node_count()).unwrap());
        let name = value.at("id").text();
        let elements = value.at("linked_elements").list();
        let node = Node {
            id,
            label: value.at("label").as_text().unwrap_or(name).to_owned(),
            node_type: value.at("type").as_text().unwrap_or("unknown").into(),
            turn,
            confidence: 0.8,
            stance: 0,
            ambiguous: false,
            elements: elements.iter().map(super::scenario::element_id).collect(),
            quotes: Vec::new(),
            kind: None,
            saying: None,
            superseded_by: value.at("superseded_by").as_text().map(|_| NodeId(UNKNOWN)),
        };
        self.apply(Operation::AddNode(node));
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// An edge with a known end on both sides.
    pub(super) fn add_edge(&mut self, value: &Json, turn: u32) -> Option<EdgeId> {
        let (source, target) = (self.node(value.at("source").text())?, self.node(value.at("target").text())?);
        let id = EdgeId(u32::try_from(self.graph.edge_count()).unwrap());
        let edge = Edge {
            id,
            source,
            target,
            edge_type: value.at("type").as_text().unwrap_or("unknown").into(),
            turn,
            confidence: 0.8,
            permitted: true,
            quotes: Vec::new(),
        };
        self.apply(Operation::AddEdge(edge));
        Some(id)
    }

    fn apply(&mut self, operation: Operation) {
        self.graph.apply(&GraphDelta { operations: vec![operation] }).unwrap();
    }

    /// What an answer brings to the graph: known nodes and edges are mentions, loops are dropped.
    pub(super) fn grow(&mut self, turn: &Json, graph: &Json, exchange: &mut Exchange) {
        let number = exchange.turn;
        for id in turn.at("nodes_added").list() {
            if let Some(known) = self.node(id.text()) {
                exchange.mentioned_nodes.push(known);
            } else {
                let node = self.add_node(find(graph.at("nodes"), id.text()), number);
                exchange.new_nodes.push(node);
            }
        }
        for id in turn.at("edges_added").list() {
            let edge = find(graph.at("edges"), id.text());
            let ends = (self.node(edge.at("source").text()), self.node(edge.at("target").text()));
            let (Some(source), Some(target)) = ends else { continue };
            if source != target && self.ties.insert((source, target, edge.at("type").text().to_owned())) {
                exchange.new_edges.extend(self.add_edge(edge, number));
            }
        }
        let modified = turn.at("nodes_modified").list().iter().filter_map(|id| self.node(id.text()));
        exchange.refined_nodes.extend(modified);
    }

    /// A probe as a scenario writes it: a node by its id, an element by its decimal id, or nothing.
    pub(super) fn probe(&mut self, strategy: &Json, focus: &Json, concept: &Concept) -> Option<Probe> {
        let strategy = strategy.as_text()?.into();
        let focus = match focus.as_text() {
            None => Focus::Global,
            Some(id) if concept.element(id).is_some() => Focus::Element { element: id.into() },
            Some(id) => Focus::Node { node: self.node(id).unwrap_or_else(|| self.stranger(id)) },
        };
        Some(Probe { strategy, focus, anchor: None, description: String::new() })
    }

    fn stranger(&mut self, id: &str) -> NodeId {
        let (at, _) = self.unknown.insert_full(id.to_owned());
        NodeId(UNKNOWN + u32::try_from(at).unwrap())
    }

    pub(super) fn state(&self, rules: &Rules<'_>) -> State {
        State::of(&self.graph, rules.concept, rules.methodology, rules.limits)
    }

    pub(super) fn situation<'a>(&'a self, rules: &Rules<'a>, state: &'a State, turn: u32) -> Situation<'a> {
        Situation {
            pack: Default::default(),
            concept: rules.concept,
            methodology: rules.methodology,
            limits: rules.limits,
            graph: &self.graph,
            state,
            course: &self.course,
            history: &self.history,
            turn,
            declined: &[],
            trace: Trace::Whole,
        }
    }

    /// What a probe is about, as a scenario writes it.
    pub(super) fn focus_name(&self, focus: &Focus) -> Option<String> {
        focus.node().map(|node| self.name(node)).or_else(|| focus.element().map(ToString::to_string))
    }
}

fn find<'a>(list: &'a Json, id: &str) -> &'a Json {
    let found = list.list().iter().find(|item| item.at("id").as_text() == Some(id));
    found.unwrap_or_else(|| panic!("{id} is not in the scenario"))
}

/// An answered question.
pub(super) fn answered(turn: u32, probe: Option<Probe>, reading: Reading) -> Exchange {
    Exchange {
        turn,
        question: String::new(),
        probe,
        answer: Some(String::new()),
        reading: Some(reading),
        new_nodes: Vec::new(),
        new_edges: Vec::new(),
        mentioned_nodes: Vec::new(),
        refined_nodes: Vec::new(),
        reactions: Vec::new(),
        understood: Vec::new(),
        interest: Vec::new(),
    }
}

pub(super) fn depth(value: &Json) -> Option<Depth> {
    value.as_text().map(|word| serde_json::from_value(word.into()).unwrap())
}

pub(super) fn policy() -> signal_pools::SignalPoolsConfig {
    signal_pools::SignalPoolsConfig::default()
}
