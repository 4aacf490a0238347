//! Topic `sessions`: whole interviews, each choice following from what came before.

use indexmap::IndexMap;
use querent_engine::engine::policy::{Policy, StopReason, signal_pools::focus_text};

use super::{
    super::{
        Case,
        json::{Json, holds, same},
    },
    graph::shared,
    scenario,
    text::reading,
    world::{Rules, World, answered, policy},
};

pub(super) fn sessions(case: &Case<'_>) -> Result<(), String> {
    let mut world = World::default();
    let methodology = scenario::methodology(case.input.at("methodology"), case.data);
    let concept = scenario::concept(case.input.at("concept"));
    let limits = scenario::limits(case.input.at("limits"), case.input.at("config"));
    let rules = Rules { methodology: &methodology, concept: &concept, limits: &limits };
    let policy = Policy::SignalPools(policy());
    let (mut probe, mut turns, mut signals) = (None, Vec::new(), Json::Null(()));
    for turn in case.input.at("history").list() {
        let number = turn.at("turn").count().unwrap();
        let mut reading = reading(turn);
        reading.wants_to_stop = turn.at("stop").is_true();
        let mut exchange = answered(number, probe.take(), reading);
        world.grow(turn, case.input.at("graph"), &mut exchange);
        let state = world.state(&rules);
        world.course.record(&exchange, &state);
        world.history.push(exchange);
        let situation = world.situation(&rules, &state, number);
        let decision = policy.judge(&situation).map_err(|error| error.to_string())?.decision;
        let continuation = policy.continuation(&situation, &decision);
        let chosen = decision.chosen.probe;
        let strategy = methodology.strategy(&chosen.strategy).unwrap();
        turns.push(Json::from([
            ("turn", Json::from(number)),
            ("strategy", (*chosen.strategy).into()),
            ("focus", world.focus_name(&chosen.focus).into()),
            ("score", decision.chosen.score.unwrap_or(0.0).into()),
            ("candidates", decision.candidates.into()),
            ("phase", (*decision.phase).into()),
            ("focus_text", focus_text(strategy, &chosen.focus, &concept, &world.graph).into()),
            ("reason", continuation.reason.map_or_else(|| "".into(), |reason| Json::of(&reason))),
        ]));
        signals = Json::of(&shared(&policy, &situation));
        if matches!(continuation.reason, None | Some(StopReason::ClosingStrategy)) {
            world.course.focus(number, &chosen);
        }
        if continuation.reason.is_some() {
            break;
        }
        probe = Some(chosen);
    }
    same(case.expected.at("turns"), &turns.into())?;
    same(case.expected.at("signals"), &signals)?;
    holds(case.expected.at("node_states"), &focused(&world))
}

fn focused(world: &World) -> Json {
    let states = world.graph.nodes().zip(&world.course.nodes).filter(|(_, state)| state.focus_count > 0);
    let states: IndexMap<String, Json> = states.map(|(node, state)| (world.name(node.id), Json::of(state))).collect();
    states.into()
}
