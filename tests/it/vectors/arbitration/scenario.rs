//! Scenarios of the vectors as facts of the policy.

use indexmap::{IndexMap, IndexSet};
use querent_engine::engine::{
    concept::Requirements,
    dialogue::{Focus, GapKind, Level, Probe},
    graph::Reaction,
    id::{EdgeId, Name, NodeId},
    methodology::{self, Ontology},
    policy::{
        Policy,
        arbitration::{
            ArbitrationConfig, ArbitrationFacts, EdgeFact, EngagementState, FocusTracker, Network, NodeFact,
            RequiredCoverage, RequiredElement, TurnFact, Understanding,
        },
    },
};
use serde::Deserialize;
use serde_json::Value;

use super::schema::{Schema, ontology};
use crate::shipped::policy;

#[derive(Deserialize)]
pub(super) struct Scenario {
    pub(super) schema: Schema,
    #[serde(default)]
    pub(super) concept: Concept,
    #[serde(default)]
    pub(super) graph: Graph,
    #[serde(default)]
    history: Vec<Turn>,
    #[serde(default)]
    coverage: Option<Heard>,
    #[serde(default)]
    momentum: Option<Momentum>,
    #[serde(default)]
    trackers: Option<Trackers>,
    #[serde(default)]
    pub(super) config: Overrides,
    #[serde(default)]
    pub(super) probe: Option<ScorerProbe>,
    #[serde(default)]
    pub(super) events: Vec<Event>,
    #[serde(default)]
    pub(super) reply: String,
}

#[derive(Default, Deserialize)]
pub(super) struct Concept {
    pub(super) elements: Vec<Element>,
}

#[derive(Deserialize)]
pub(super) struct Element {
    pub(super) id: String,
    #[serde(default)]
    requirements: Requirements,
}

#[derive(Default, Deserialize)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    pub(super) id: String,
    pub(super) label: String,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    timestamp: i64,
    #[serde(default)]
    pub(super) ambiguous: bool,
}

#[derive(Deserialize)]
pub(super) struct Edge {
    pub(super) id: String,
    pub(super) source: String,
    pub(super) target: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
}

#[derive(Deserialize)]
struct Turn {
    question: String,
    response: String,
    strategy: String,
    focus: WrittenFocus,
    #[serde(default)]
    extracted_nodes: Vec<String>,
    #[serde(default)]
    extracted_edges: Vec<(String, String)>,
    #[serde(default)]
    mentioned_nodes: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum WrittenFocus {
    None,
    Node {
        node: String,
    },
    NodePair {
        nodes: (String, String),
        #[serde(default)]
        edge: Option<String>,
    },
    Gap {
        element: String,
        gap: GapKind,
        #[serde(default)]
        target: Option<String>,
    },
    Element {
        element: String,
    },
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Heard {
    mappings: IndexMap<String, Vec<String>>,
    reactions: IndexMap<String, Option<Reaction>>,
    comprehension: IndexMap<String, bool>,
    focus_counts: IndexMap<String, u32>,
    exhausted: Vec<String>,
    exhaustion_threshold: Option<u32>,
}

#[derive(Deserialize)]
struct Momentum {
    level: Level,
    consecutive_low: u32,
    fatigue_threshold: u32,
}

#[derive(Deserialize)]
struct Trackers {
    nodes: WrittenTracker,
    edges: WrittenTracker,
}

#[derive(Deserialize)]
struct WrittenTracker {
    focus_counts: IndexMap<String, u32>,
    exhausted: Vec<String>,
    threshold: u32,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Overrides {
    scorers: IndexMap<String, IndexMap<String, Value>>,
    base: IndexMap<String, f64>,
    max_turns: Option<u32>,
    pub(super) fatigue_threshold: Option<u32>,
    pub(super) similarity_threshold: Option<f64>,
    pub(super) jaccard_threshold: Option<f64>,
}

#[derive(Deserialize)]
pub(super) struct ScorerProbe {
    pub(super) scorer: String,
    pub(super) strategy: String,
    pub(super) focus: WrittenFocus,
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Event {
    Map { element: String, node: String },
    Reaction { element: String, value: Option<Reaction> },
    Comprehension { element: String, value: bool },
    Focus { element: String },
}

/// What facts borrow from: ids as numbers, probes, lists.
pub(super) struct Stage<'s> {
    pub(super) scenario: &'s Scenario,
    pub(super) ontology: Ontology,
    nodes: IndexSet<&'s str>,
    edges: IndexSet<&'s str>,
    turns: Vec<StagedTurn>,
}

struct StagedTurn {
    probe: Probe,
    new_nodes: Vec<NodeId>,
    mentioned_nodes: Vec<NodeId>,
    new_edges: Vec<(NodeId, NodeId)>,
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap()
}

impl Scenario {
    /// What the scenario says of counters of focus and exhausted elements.
    pub(super) fn focus_record(&self) -> (IndexMap<String, u32>, Vec<String>) {
        let heard = self.coverage.as_ref();
        heard.map(|heard| (heard.focus_counts.clone(), heard.exhausted.clone())).unwrap_or_default()
    }
}

impl<'s> Stage<'s> {
    pub(super) fn of(scenario: &'s Scenario) -> Self {
        let mut stage = Self {
            scenario,
            ontology: ontology(&scenario.schema),
            nodes: scenario.graph.nodes.iter().map(|node| node.id.as_str()).collect(),
            edges: scenario.graph.edges.iter().map(|edge| edge.id.as_str()).collect(),
            turns: Vec::new(),
        };
        for turn in &scenario.history {
            let staged = StagedTurn {
                probe: stage.probe(&turn.strategy, &turn.focus),
                new_nodes: turn.extracted_nodes.iter().map(|id| stage.node(id)).collect(),
                mentioned_nodes: turn.mentioned_nodes.iter().map(|id| stage.node(id)).collect(),
                new_edges: turn.extracted_edges.iter().map(|(a, b)| (stage.node(a), stage.node(b))).collect(),
            };
            stage.turns.push(staged);
        }
        stage
    }

    /// The number of a node; one the graph does not have gets a number past all others.
    pub(super) fn node(&mut self, id: &'s str) -> NodeId {
        NodeId(number(self.nodes.insert_full(id).0))
    }

    fn edge(&mut self, id: &'s str) -> EdgeId {
        EdgeId(number(self.edges.insert_full(id).0))
    }

    pub(super) fn node_name(&self, id: NodeId) -> &'s str {
        self.nodes[id.index()]
    }

    pub(super) fn edge_name(&self, id: EdgeId) -> &'s str {
        self.edges[id.index()]
    }

    pub(super) fn probe(&mut self, strategy: &str, focus: &'s WrittenFocus) -> Probe {
        let focus = match focus {
            WrittenFocus::None => Focus::Global,
            WrittenFocus::Node { node } => Focus::Node { node: self.node(node) },
            WrittenFocus::NodePair { nodes: (a, b), edge } => {
                Focus::Pair { a: self.node(a), b: self.node(b), edge: edge.as_ref().map(|edge| self.edge(edge)) }
            }
            WrittenFocus::Gap { element, gap, target } => Focus::Gap {
                element: Name::from(element.as_str()),
                gap: *gap,
                target: target.as_deref().map(Name::from),
            },
            WrittenFocus::Element { element } => Focus::Element { element: Name::from(element.as_str()) },
        };
        Probe { strategy: Name::from(strategy), focus, anchor: None, description: String::new() }
    }

    pub(super) fn network(&mut self) -> Network<'s> {
        let graph = &self.scenario.graph;
        let type_of = |id: &str| graph.nodes.iter().rev().find(|node| node.id == id)?.kind.as_deref();
        let mut nodes = Vec::new();
        for node in &graph.nodes {
            let node_type = node.kind.as_deref();
            nodes.push(NodeFact {
                id: self.node(&node.id),
                label: &node.label,
                node_type,
                time: node.timestamp,
                is_ambiguous: node.ambiguous,
                is_terminal: node_type.and_then(|id| self.ontology.node(id)).is_some_and(|found| found.terminal),
            });
        }
        let mut edges = Vec::new();
        for edge in &graph.edges {
            let typed = type_of(&edge.source).zip(type_of(&edge.target));
            let is_invalid = typed.is_some_and(|(source, target)| {
                !self.ontology.permits(methodology::EdgeTypes { source, target, edge_type: &edge.kind })
            });
            let (source, target) = (self.node(&edge.source), self.node(&edge.target));
            edges.push(EdgeFact { id: self.edge(&edge.id), source, target, is_invalid });
        }
        Network::new(nodes, edges)
    }

    fn coverage(&mut self, graph: &Network<'_>) -> RequiredCoverage {
        let nothing = Heard::default();
        let heard = self.scenario.coverage.as_ref().unwrap_or(&nothing);
        let elements = self.scenario.concept.elements.iter();
        let elements = elements.map(|one| RequiredElement::new(&Name::from(one.id.as_str()), &one.requirements));
        let mut coverage = RequiredCoverage::new(elements, heard.exhaustion_threshold.unwrap_or(3));
        let mappings = self.scenario.coverage.iter().flat_map(|heard| &heard.mappings);
        for (element, id) in mappings.flat_map(|(element, ids)| ids.iter().map(move |id| (element, id))) {
            let node = self.node(id);
            coverage.link(element, node, graph);
        }
        for (element, reaction) in &heard.reactions {
            coverage.record_reaction(element, *reaction);
        }
        for (element, understood) in &heard.comprehension {
            coverage.record_understanding(element, understanding(*understood));
        }
        for (element, count) in &heard.focus_counts {
            if let Some(element) = coverage.element_mut(element) {
                element.focus_count = *count;
            }
        }
        for element in &heard.exhausted {
            if let Some(element) = coverage.element_mut(element) {
                element.is_exhausted = true;
            }
        }
        coverage
    }

    fn trackers(&mut self) -> (FocusTracker<NodeId>, FocusTracker<EdgeId>) {
        let Some(written) = &self.scenario.trackers else { return (FocusTracker::new(2), FocusTracker::new(2)) };
        let (mut nodes, mut edges) =
            (FocusTracker::new(written.nodes.threshold), FocusTracker::new(written.edges.threshold));
        written.nodes.focus_counts.iter().for_each(|(id, count)| nodes.set(self.node(id), *count));
        written.nodes.exhausted.iter().for_each(|id| nodes.exhaust(self.node(id)));
        written.edges.focus_counts.iter().for_each(|(id, count)| edges.set(self.edge(id), *count));
        written.edges.exhausted.iter().for_each(|id| edges.exhaust(self.edge(id)));
        (nodes, edges)
    }

    pub(super) fn facts(&mut self) -> ArbitrationFacts<'_> {
        let graph = self.network();
        let coverage = self.coverage(&graph);
        let (node_tracker, edge_tracker) = self.trackers();
        let momentum = self.scenario.momentum.as_ref();
        let engagement = momentum.map(|one| EngagementState { level: one.level, consecutive_low: one.consecutive_low });
        let turns = self.scenario.history.iter().zip(&self.turns).map(|(written, staged)| TurnFact {
            question: &written.question,
            answer: &written.response,
            probe: Some(&staged.probe),
            new_nodes: &staged.new_nodes,
            mentioned_nodes: &staged.mentioned_nodes,
            new_edges: staged.new_edges.clone(),
        });
        ArbitrationFacts {
            pack: Default::default(),
            turns: turns.collect(),
            graph,
            coverage,
            node_tracker,
            edge_tracker,
            engagement: engagement.unwrap_or_default(),
            max_turns: self.scenario.config.max_turns.unwrap_or(20),
            min_turns: 5,
            declined: &[],
        }
    }
}

pub(super) fn understanding(is_shown: bool) -> Understanding {
    if is_shown { Understanding::Shown } else { Understanding::Open }
}

/// The policy as shipped, with a scenario's overrides. Parameters the policy does not have are left out.
pub(super) fn config(scenario: &Scenario) -> ArbitrationConfig {
    let mut settings = policy("arbitration");
    let Policy::Arbitration(config) = &mut settings else { panic!("the file is of another policy") };
    let overrides = &scenario.config;
    let mut scorers = serde_json::to_value(&config.scorers).unwrap();
    for (name, parameters) in &overrides.scorers {
        for (parameter, value) in parameters {
            if let Some(slot) = scorers.get_mut(name).and_then(|scorer| scorer.get_mut(parameter)) {
                // Turns are counted from 0: fewer than none is none.
                let is_negative = slot.is_u64() && value.as_f64().is_some_and(|value| value < 0.0);
                *slot = if is_negative { Value::from(0) } else { value.clone() };
            }
        }
    }
    config.scorers = serde_json::from_value(scorers).unwrap();
    if let Some(momentum) = &scenario.momentum {
        config.closing.fatigue_threshold = overrides.fatigue_threshold.unwrap_or(momentum.fatigue_threshold);
    }
    let mut strategies = serde_json::to_value(&config.strategies).unwrap();
    for strategy in strategies.as_array_mut().unwrap() {
        if let Some(base) = strategy["id"].as_str().and_then(|id| overrides.base.get(id)) {
            strategy["base"] = Value::from(*base);
        }
    }
    config.strategies = serde_json::from_value(strategies).unwrap();
    (**config).clone()
}
