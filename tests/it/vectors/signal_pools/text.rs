//! Topic `text`: what the words of an answer tell, what a model's scores tell, where depths are heading.

use querent_engine::engine::{
    dialogue::Reading,
    policy::Policy,
    signals::{self, ModelScores},
    state::Trend,
};

use super::{
    super::{
        Case,
        json::{Json, same},
    },
    scenario,
    world::{Rules, World, answered, depth, policy},
};

pub(super) fn text(case: &Case<'_>) -> Result<(), String> {
    if case.input.at("response").is_null() {
        let depths: Vec<_> = case.input.at("depths").list().iter().filter_map(depth).collect();
        let from = depths.len().min(1);
        let trends: Vec<Json> = (from..=depths.len()).map(|end| Json::of(&Trend::of(&depths[..end]))).collect();
        return same(case.expected, &Json::from([("trend_by_turn", trends)]));
    }
    let mut found = shown(reading(case.input), case);
    found.retain(|name, _| name.starts_with("llm.") && name != "llm.global_response_trend");
    same(case.expected, &Json::from([("signals", found)]))
}

/// The reading of a turn of a scenario.
pub(super) fn reading(turn: &Json) -> Reading {
    let answer = turn.at("response").text();
    let model = turn.at("model");
    if model.is_null() {
        return signals::read_words(answer);
    }
    let score = |name: &str| model.at(name).number();
    let scores = ModelScores {
        response_depth: score("response_depth"),
        valence: score("valence"),
        certainty: score("certainty"),
        specificity: score("specificity"),
        engagement: score("engagement"),
        intellectual_engagement: score("intellectual_engagement"),
    };
    signals::read_scores(answer, &scores)
}

fn shown(reading: Reading, case: &Case<'_>) -> indexmap::IndexMap<String, Json> {
    let mut world = World::default();
    world.history.push(answered(1, None, reading));
    let methodology = scenario::methodology(&Json::Null(()), case.data);
    let concept = scenario::concept(&Json::Null(()));
    let limits = scenario::limits(&Json::Null(()), &Json::Null(()));
    let rules = Rules { methodology: &methodology, concept: &concept, limits: &limits };
    let state = world.state(&rules);
    Json::of(&Policy::SignalPools(policy()).signals(&world.situation(&rules, &state, 1))).map().clone()
}
