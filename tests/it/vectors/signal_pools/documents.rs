//! Topic `documents`: figures printed in the documents behind the policy.

use std::fs;

use querent_engine::engine::{dialogue::Reading, policy::Policy};

use super::{
    super::{
        Case,
        json::{Json, same},
    },
    graph, nodes, questions, ranking, scenario,
    world::{Rules, World, answered, policy},
};

pub(super) fn figures(case: &Case<'_>) -> Result<(), String> {
    match case.input.at("ask").text() {
        "coverage" => graph::coverage(case),
        "node" => nodes::given(case),
        "rank" => ranking::ranking(case),
        "phase" => phase(case),
        "reasons" => questions::why(case),
        "descriptions" => descriptions(case),
        ask => Err(format!("nothing here answers `{ask}`")),
    }
}

fn phase(case: &Case<'_>) -> Result<(), String> {
    let mut world = World::default();
    world.history.push(answered(1, None, Reading::default()));
    let methodology = scenario::methodology(&Json::Null(()), case.data);
    let concept = scenario::concept(&Json::Null(()));
    let limits = scenario::limits(&Json::Null(()), &Json::Null(()));
    let rules = Rules { methodology: &methodology, concept: &concept, limits: &limits };
    let mut state = world.state(&rules);
    state.graph.node_count = case.input.at("node_count").count().unwrap();
    state.graph.orphan_count = case.input.at("orphan_count").count().unwrap();
    let signals = Policy::SignalPools(policy()).signals(&world.situation(&rules, &state, 1));
    same(case.expected, &Json::from([("phase", Json::of(&signals["meta.interview.phase"]))]))
}

/// Strategies of the methodologies that vectors name which lack a description.
fn descriptions(case: &Case<'_>) -> Result<(), String> {
    let mut missing = Vec::new();
    for file in fs::read_dir(case.data).unwrap() {
        let path = file.unwrap().path();
        if !path.file_name().unwrap().to_string_lossy().starts_with("signal_pools_") {
            continue;
        }
        let methodology = scenario::methodology(&Json::read(&path), case.data);
        let without = methodology.strategies.iter().filter(|strategy| strategy.description.trim().is_empty());
        missing.extend(without.map(|strategy| strategy.id.to_string()));
    }
    missing.sort();
    same(case.expected, &Json::from([("missing", missing)]))
}
