//! Topic `questions`: what a focus is called, why a probe was chosen, how a model's question is cleaned.

use querent_engine::{
    policy::{
        Tally,
        signal_pools::{clean, depth_word, focus_text, reasons},
    },
    signals::{Value, Values},
};

use super::{
    super::{
        Case,
        json::{Json, same},
    },
    scenario,
    world::World,
};

pub(super) fn questions(case: &Case<'_>) -> Result<(), String> {
    match case.input.at("ask").text() {
        "clean" => same(case.expected, &Json::from([("question", clean(case.input.at("raw").text()))])),
        "reasons" => why(case),
        "focus" => focus(case),
        ask => Err(format!("nothing here answers `{ask}`")),
    }
}

pub(super) fn why(case: &Case<'_>) -> Result<(), String> {
    let max_depth = case.input.at("graph_state").at("max_depth").count().unwrap();
    let signals: Values = case
        .input
        .at("signals")
        .map()
        .iter()
        .filter_map(|(name, value)| {
            let value = match value {
                Json::Flag(flag) => Value::Flag(*flag),
                Json::Number(number) => Value::Number(*number),
                Json::Text(text) => Value::Word(text.clone().into()),
                Json::Null(()) | Json::List(_) | Json::Map(_) => return None,
            };
            Some((name.clone().into(), value))
        })
        .collect();
    let strategy = case.input.at("strategy").text();
    let found = reasons(max_depth, &signals, strategy, &Tally::default());
    same(case.expected, &Json::from([("reasons", Json::from(found)), ("depth_word", depth_word(max_depth).into())]))
}

fn focus(case: &Case<'_>) -> Result<(), String> {
    let mut world = World::of_graph(case.input);
    let concept = Json::from([
        ("context", Json::from([("topic", case.input.at("topic").clone())])),
        ("elements", case.input.at("elements").clone()),
    ]);
    let concept = scenario::concept(&concept);
    let methodology = Json::from([("strategies", Json::List(vec![named(case.input.at("strategy"))]))]);
    let methodology = scenario::methodology(&methodology, case.data);
    let strategy = methodology.strategy("asked").unwrap();
    let probe = world.probe(&"asked".into(), case.input.at("probe").at("focus"), &concept).unwrap();
    let found = focus_text(strategy, &probe.focus, &concept, &world.graph);
    same(case.expected, &Json::from([("focus", found)]))
}

fn named(strategy: &Json) -> Json {
    let mut strategy = strategy.map().clone();
    strategy.insert("name".to_owned(), "asked".into());
    Json::Map(strategy)
}
