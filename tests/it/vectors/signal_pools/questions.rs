//! Topic `questions`: what a focus is called, why a probe was chosen, how a model's question is cleaned.

use querent_engine::engine::{
    policy::{Op, Tally, signal_pools::focus_text},
    signals::{SignalValue, Values},
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
                Json::Flag(flag) => SignalValue::Flag(*flag),
                Json::Number(number) => SignalValue::Number(*number),
                Json::Text(text) => SignalValue::Word(text.clone().into()),
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

/// Depth of the conversation in a word, by the nodes on the longest chain.
fn depth_word(max_depth: u32) -> &'static str {
    match max_depth {
        0 => "starting",
        1 => "surface",
        2 => "developing",
        3 => "deep",
        4.. => "very deep",
    }
}

/// Reasons for a probe: notable signals, the strategy, and the three largest additions to the score.
fn reasons(max_depth: u32, signals: &Values, strategy: &str, tally: &Tally) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut because = |holds: bool, reason: &str| {
        if holds {
            reasons.push(reason.to_owned());
        }
    };
    let is_word = |name: &str, word: &str| matches!(signals.get(name), Some(SignalValue::Word(found)) if found == word);
    let is_number =
        |name: &str, test: fn(f64) -> bool| matches!(signals.get(name), Some(SignalValue::Number(n)) if test(*n));
    because(max_depth < 2, "low_depth");
    because(max_depth >= 4, "deep_values");
    let complete = signals.get("graph.chain_completion.has_complete");
    because(complete == Some(&SignalValue::Flag(false)), "no_complete_chain");
    because(is_word("llm.response_depth", "surface"), "surface_response");
    because(is_word("llm.response_depth", "deep"), "deep_response");
    because(is_number("llm.certainty", |certainty| certainty <= 0.25), "uncertain");
    because(is_number("llm.certainty", |certainty| certainty >= 0.75), "confident");
    reasons.push(format!("strategy_{strategy}"));
    reasons.extend(largest_additions(tally).map(|(key, points)| format!("{key}: + {points:.2}")));
    reasons
}

fn largest_additions(tally: &Tally) -> impl Iterator<Item = (&str, f64)> {
    let adds = tally.terms.iter().filter(|term| term.op == Op::Add);
    let mut points: Vec<(&str, f64)> = adds
        .map(|term| (&*term.source, term.weight * term.raw.unwrap_or(0.0)))
        .filter(|(_, points)| *points > 0.0)
        .collect();
    points.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    points.into_iter().take(3)
}

/// A model's question without quotes, ending as a sentence.
fn clean(question: &str) -> String {
    let unquoted = |text: &'_ str, quote: char| {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        inner.map_or_else(|| text.to_owned(), |inner| inner.trim().to_owned())
    };
    let text = unquoted(&unquoted(question.trim(), '"'), '\'');
    if text.is_empty() || text.ends_with(['.', '?', '!']) { text } else { text + "?" }
}
