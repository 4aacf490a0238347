//! Topics `chains`, `depth` and `signals`: what is read off a graph.

use querent_engine::engine::{
    concept::Concept,
    dialogue::Reading,
    graph::ActiveGraph,
    policy::Policy,
    signals::Values,
    state::{Coverage, Situation},
};

use super::{
    super::{
        Case,
        json::{Json, holds, same},
    },
    scenario,
    world::{Rules, World, answered, depth, policy},
};

pub(super) fn chains(case: &Case<'_>) -> Result<(), String> {
    let world = World::of_graph(case.input.at("graph"));
    let methodology = scenario::methodology(case.input.at("methodology"), case.data);
    let limits = scenario::limits(case.input.at("limits"), case.input.at("config"));
    let concept = scenario::concept(case.input.at("concept"));
    let state = world.state(&Rules { methodology: &methodology, concept: &concept, limits: &limits });
    let active = ActiveGraph::of(&world.graph);
    let found = Json::from([
        ("max_depth", Json::from(state.graph.max_depth)),
        ("exact", state.graph.max_depth_exact.into()),
        ("active_nodes", active.nodes.iter().map(|node| world.name(node.id)).collect::<Vec<_>>().into()),
        ("active_edges", state.graph.edge_count.into()),
    ]);
    same(case.expected, &found)
}

pub(super) fn coverage(case: &Case<'_>) -> Result<(), String> {
    let world = World::of_graph(case.input.at("graph"));
    let methodology = scenario::methodology(case.input.at("methodology"), case.data);
    let limits = scenario::limits(case.input.at("limits"), case.input.at("config"));
    let concept = scenario::concept(case.input.at("concept"));
    let state = world.state(&Rules { methodology: &methodology, concept: &concept, limits: &limits });
    holds(case.expected, &shown(&state.coverage, &world))
}

fn shown(coverage: &Coverage, world: &World) -> Json {
    let elements = coverage.elements.iter().map(|element| {
        let mut nodes: Vec<String> = element.linked_nodes.iter().map(|node| world.name(*node)).collect();
        nodes.sort();
        let types: Vec<&str> = element.types_found.iter().map(|name| &**name).collect();
        let shown = Json::from([
            ("covered", Json::from(element.covered)),
            ("linked_node_ids", nodes.into()),
            ("types_found", types.into()),
            ("depth", element.depth.into()),
            ("exact", element.exact.into()),
        ]);
        (element.element.to_string(), shown)
    });
    Json::from([
        ("elements", Json::Map(elements.collect())),
        ("elements_covered", coverage.elements_covered.into()),
        ("elements_total", coverage.elements_total.into()),
        ("overall_depth", coverage.overall_depth.into()),
        ("max_depth", coverage.max_depth.into()),
    ])
}

pub(super) fn signals(case: &Case<'_>) -> Result<(), String> {
    let (mut world, config) = (World::of_graph(case.input.at("graph")), case.input.at("config"));
    let methodology = scenario::methodology(case.input.at("methodology"), case.data);
    let limits = scenario::limits(case.input.at("limits"), config);
    let concept = scenario::concept(case.input.at("concept"));
    world.course.depths = config.at("depths").list().iter().filter_map(depth).collect();
    world.course.growth.new_nodes = config.at("new_nodes").count().unwrap_or(0);
    world.course.growth.peak_new_nodes = config.at("peak").count().unwrap_or(0);
    tell(&mut world, case.input.at("history"), &concept);
    let rules = Rules { methodology: &methodology, concept: &concept, limits: &limits };
    let state = world.state(&rules);
    let turn = config.at("turn").count().unwrap_or(1);
    let signals = of_interview(&world.situation(&rules, &state, turn));
    let found = Json::from([("graph_state", Json::of(&state.graph)), ("signals", signals)]);
    same(case.expected, &found)
}

/// The opening question, then one for each probe of the history; all of them answered.
fn tell(world: &mut World, history: &Json, concept: &Concept) {
    world.history.push(answered(1, None, Reading::default()));
    for (turn, probe) in (2..).zip(history.list()) {
        let probe = world.probe(probe.at("strategy"), probe.at("focus"), concept);
        world.history.push(answered(turn, probe, Reading::default()));
    }
}

/// Signals of the interview that the reference does not have.
const OURS: [&str; 2] = ["meta.conversation.line_open", "meta.coverage_pressure"];

/// Global signals that the reference has too.
pub(super) fn shared(policy: &Policy, situation: &Situation<'_>) -> Values {
    let mut signals = policy.signals(situation);
    signals.retain(|name, _| !OURS.contains(&&**name));
    signals
}

/// Global signals other than those of the answer alone.
fn of_interview(situation: &Situation<'_>) -> Json {
    let mut signals = shared(&Policy::SignalPools(policy()), situation);
    signals.retain(|name, _| !name.starts_with("llm.") || name == "llm.global_response_trend");
    Json::of(&signals)
}
