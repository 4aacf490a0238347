//! Topic `nodes`: how each node was asked about, and what follows from it.

use indexmap::IndexMap;
use querent_engine::engine::{dialogue::Reading, signals::SignalSet, state::NodeState};

use super::{
    super::{
        Case,
        json::{Json, same},
    },
    scenario,
    world::{Rules, World, answered, depth},
};

/// Signals of a node that the reference does not have.
const OURS: [&str; 7] = [
    "graph.node.mentions",
    "graph.node.warmth",
    "graph.node.newness",
    "graph.node.said_late",
    "graph.node.focus_distance",
    "graph.node.element_gap",
    "graph.node.label_words",
];

pub(super) fn nodes(case: &Case<'_>) -> Result<(), String> {
    if case.input.at("node_states").is_null() { told(case) } else { given(case) }
}

/// Node states are given.
pub(super) fn given(case: &Case<'_>) -> Result<(), String> {
    let (states, config) = (case.input.at("node_states"), case.input.at("config"));
    let mut world = World::default();
    for (id, state) in states.map() {
        world.add_node(&Json::from([("id", id.as_str())]), 1);
        world.course.nodes.push(state_of(state));
    }
    for edge in case.input.at("graph").at("edges").list() {
        let edge = with_ends(&mut world, edge);
        world.add_edge(&edge, 1);
    }
    let turn = config.at("turn").count().unwrap();
    let methodology = scenario::methodology(&Json::Null(()), case.data);
    let concept = scenario::concept(&Json::Null(()));
    let probe = world.probe(&"any".into(), config.at("previous_focus"), &concept);
    let reading = Reading { response_depth: depth(config.at("response_depth")), ..Reading::default() };
    world.history.push(answered(turn, probe, reading));
    let mut signals = signals(&world, &methodology, turn).map().clone();
    signals.retain(|id, _| states.map().contains_key(id));
    same(case.expected, &Json::from([("node_signals", signals)]))
}

/// An edge whose ends are nodes: an end nothing is said about stands for another node each time it is named.
fn with_ends(world: &mut World, edge: &Json) -> Json {
    let mut edge = edge.map().clone();
    for end in ["source", "target"] {
        if world.node(edge[end].text()).is_none() {
            let other = format!("other {}", world.graph.node_count());
            world.add_node(&Json::from([("id", other.as_str())]), 1);
            edge[end] = other.into();
        }
    }
    Json::Map(edge)
}

fn state_of(value: &Json) -> NodeState {
    let count = |key: &str| value.at(key).count().unwrap_or(0);
    NodeState {
        created_at_turn: count("created_at_turn"),
        focus_count: count("focus_count"),
        last_focus_turn: value.at("last_focus_turn").count(),
        current_focus_streak: count("current_focus_streak"),
        last_yield_turn: value.at("last_yield_turn").count(),
        yield_count: count("yield_count"),
        all_response_depths: value.at("all_response_depths").list().iter().filter_map(depth).collect(),
        consecutive_same_strategy: count("consecutive_same_strategy"),
        ..NodeState::default()
    }
}

/// Turns are told, each with the probe chosen after it.
fn told(case: &Case<'_>) -> Result<(), String> {
    let mut world = World::default();
    let methodology = scenario::methodology(case.input.at("methodology"), case.data);
    let concept = scenario::concept(case.input.at("concept"));
    let limits = scenario::limits(case.input.at("limits"), &Json::Null(()));
    let (mut probe, mut yields, mut seen) = (None, Vec::new(), Json::Null(()));
    for turn in case.input.at("history").list() {
        let number = turn.at("turn").count().unwrap();
        let reading = Reading { response_depth: depth(turn.at("response_depth")), ..Reading::default() };
        let mut exchange = answered(number, probe.take(), reading);
        world.grow(turn, case.input.at("graph"), &mut exchange);
        let state = world.state(&Rules { methodology: &methodology, concept: &concept, limits: &limits });
        let before = credited(&world);
        world.course.record(&exchange, &state);
        if credited(&world) > before {
            yields.push(number);
        }
        world.history.push(exchange);
        seen = signals(&world, &methodology, number);
        probe = world.probe(turn.at("strategy"), turn.at("focus"), &concept);
        if let Some(probe) = &probe {
            world.course.focus(number, probe);
        }
    }
    let states: IndexMap<String, Json> = world
        .graph
        .nodes()
        .zip(&world.course.nodes)
        .map(|(node, state)| (world.name(node.id), Json::of(state)))
        .collect();
    let found = Json::from([("node_signals", seen), ("node_states", states.into()), ("yield_turns", yields.into())]);
    same(case.expected, &found)
}

fn credited(world: &World) -> u32 {
    world.course.nodes.iter().map(|node| node.yield_count).sum()
}

fn signals(world: &World, methodology: &querent_engine::engine::methodology::Methodology, turn: u32) -> Json {
    let concept = scenario::concept(&Json::Null(()));
    let limits = scenario::limits(&Json::Null(()), &Json::Null(()));
    let rules = Rules { methodology, concept: &concept, limits: &limits };
    let state = world.state(&rules);
    let set = SignalSet::of(&world.situation(&rules, &state, turn));
    let named = set.nodes.iter().map(|node| {
        let mut values = node.values();
        values.retain(|name, _| !OURS.contains(&&**name));
        (world.name(node.node), Json::of(&values))
    });
    Json::Map(named.collect())
}
