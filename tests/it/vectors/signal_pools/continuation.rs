//! Topic `continuation`: given counts, whether the interview goes on.

use querent_engine::engine::{
    dialogue::{Focus, Probe, Reading},
    id::{EdgeId, NodeId},
    policy::{Decision, Policy, Ranked, Tally},
    state::{Coverage, ElementCoverage, NodeState, State},
};

use super::{
    super::{
        Case,
        json::{Json, same},
    },
    scenario,
    world::{Rules, World, answered, depth, policy},
};

/// Enough nodes for the late phase.
const MANY: u32 = 99;

pub(super) fn continuation(case: &Case<'_>) -> Result<(), String> {
    let mut world = World::default();
    let methodology = Json::from([("strategies", vec![strategy("ask", false), strategy("close", true)])]);
    let methodology = scenario::methodology(&methodology, case.data);
    let concept = scenario::concept(&Json::Null(()));
    let mut limits = scenario::limits(case.input.at("limits"), &Json::Null(()));
    // Whether it is late is given; the last turns of the budget must not decide.
    limits.late_turns = 0;
    let rules = Rules { methodology: &methodology, concept: &concept, limits: &limits };
    let mut found = Json::Null(());
    for turn in case.input.at("history").list() {
        let number = turn.at("turn").count().unwrap();
        let reading = Reading { wants_to_stop: turn.at("stop").is_true(), ..Reading::default() };
        let mut exchange = answered(number, None, reading);
        exchange.new_edges = (0..turn.at("added").count().unwrap()).map(EdgeId).collect();
        place_nodes(&mut world, turn.at("nodes"), number);
        let state = state(turn, case.input.at("coverage"));
        world.course.record(&exchange, &state);
        world.history.push(exchange);
        let situation = world.situation(&rules, &state, number);
        let chosen = if turn.at("closes").is_true() { "close" } else { "ask" };
        let continuation = Policy::SignalPools(policy()).continuation(&situation, &decision(chosen));
        let reason = continuation.reason.map(|reason| Json::of(&reason));
        found = Json::from([
            ("should_continue", Json::from(reason.is_none())),
            ("reason", reason.unwrap_or_else(|| "".into())),
            ("turns_left", continuation.turns_left.into()),
            ("zero_yield", world.course.growth.zero_yield.into()),
            ("shallow", world.course.growth.shallow.into()),
            ("plateau", world.course.growth.plateau.into()),
        ]);
    }
    same(case.expected, &found)
}

fn strategy(name: &str, closes: bool) -> Json {
    Json::from([("name", Json::from(name)), ("closes", closes.into())])
}

/// The nodes there are at a turn, with what is said about them.
fn place_nodes(world: &mut World, nodes: &Json, turn: u32) {
    world.forget_graph();
    world.course.nodes.clear();
    for (name, node) in nodes.map() {
        world.add_node(&Json::from([("id", name.as_str())]), turn);
        // Only the distance to the last yield counts: a yield before the first turn is as good as a node made then.
        let since_yield = node.at("since_yield").count().unwrap_or(0);
        world.course.nodes.push(NodeState {
            focus_count: node.at("focus_count").count().unwrap_or(0),
            last_yield_turn: Some(turn.saturating_sub(since_yield)),
            all_response_depths: depth(node.at("last_depth")).into_iter().collect(),
            ..NodeState::default()
        });
    }
}

fn state(turn: &Json, coverage: &Json) -> State {
    let mut state = State::default();
    state.graph.max_depth = turn.at("max_depth").count().unwrap();
    state.graph.node_count = if turn.at("late").is_true() { MANY } else { 0 };
    let element = |(id, value): (&String, &Json)| ElementCoverage {
        element: id.as_str().into(),
        covered: value.at("covered").is_true(),
        linked_nodes: Vec::new(),
        types_found: Vec::new(),
        depth: value.at("depth").number().unwrap(),
        exact: true,
    };
    state.coverage =
        Coverage { elements: coverage.at("elements").map().iter().map(element).collect(), ..Coverage::default() };
    state
}

fn decision(strategy: &str) -> Decision {
    let probe = Probe {
        strategy: strategy.into(),
        focus: Focus::Node { node: NodeId(0) },
        anchor: None,
        description: String::new(),
    };
    Decision {
        phase: "mid".into(),
        candidates: 1,
        ties: 0,
        is_fallback: false,
        clarifies: None,
        chosen: Ranked { probe, score: Some(0.0), tally: Tally::default() },
        alternatives: Vec::new(),
        vetoes: Vec::new(),
    }
}
