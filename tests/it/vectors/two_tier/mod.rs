//! Vectors of the policy `two_tier`, on the engine through scenarios of its specification.

mod documents;
mod graph;
mod probes;
mod scenario;
mod texts;

use serde_json::{Value, json};

use self::scenario::Scenario;
use super::{Case, Check, json::Json, say};

/// The check of a topic.
pub(super) fn check(topic: &str) -> Option<Check> {
    const TOPICS: [&str; 11] = [
        "config",
        "documents",
        "gates",
        "graph_utils",
        "phase",
        "probes",
        "scorers",
        "selection",
        "sentiment",
        "signals",
        "text_similarity",
    ];
    TOPICS.contains(&topic).then_some(case as Check)
}

fn case(case: &Case<'_>) -> Result<(), String> {
    let (input, expected) = (value(case.input), value(case.expected));
    difference(&input, &expected, &answer(&input)).map_or(Ok(()), Err)
}

/// The same with whole numbers as such, as the engine's types want them.
fn value(json: &Json) -> Value {
    match json {
        Json::Null(()) => Value::Null,
        Json::Flag(flag) => json!(flag),
        #[expect(clippy::cast_possible_truncation, reason = "whole numbers of vectors are small")]
        Json::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => json!(*number as i64),
        Json::Number(number) => json!(number),
        Json::Text(text) => json!(text),
        Json::List(list) => list.iter().map(value).collect(),
        Json::Map(map) => Value::Object(map.iter().map(|(key, entry)| (key.clone(), value(entry))).collect()),
    }
}

/// What the engine answers to the input of a case.
fn answer(input: &Value) -> Value {
    let operation = input["operation"].as_str().unwrap_or_default();
    match operation {
        "gate" => probes::gate(input),
        "score" => probes::score(input),
        "propose" => probes::propose(input),
        "rank" => probes::rank(input),
        "select" => probes::select(input),
        "determine_phase" => documents::phase(input),
        "weighted_sum" => documents::weighted_sum(input),
        "rank_sums" => documents::rank_sums(input),
        "band" => documents::band(input),
        "phase_multiplier" => documents::phase_multiplier(input),
        "strategy_weight" => documents::strategy_weight(input),
        "check_config" => documents::check_config(input),
        "graph_metrics" => graph::metrics(input),
        "modularity" => graph::modularity(input),
        "chain_depth" => graph::chain_depth(input),
        "chao1" => graph::chao1(input),
        "turns_since_last_jump" => json!({"turns": Scenario::of(input).facts().turns_since("bridge")}),
        "text_similarity" => texts::similarity(input),
        "max_text_similarity" => texts::max_of(input),
        "sentiment_from_text" => texts::sentiment_from_text(input),
        "sentiment_from_signal" => texts::sentiment_from_signal(input),
        "parse_signals" => texts::parse_signals(input),
        unknown => panic!("unknown operation `{unknown}`"),
    }
}

/// What an answer lacks, by path; none if it is right. Explanations and figures printed in documents are not compared.
fn difference(input: &Value, expected: &Value, actual: &Value) -> Option<String> {
    let mut expected = expected.clone();
    let operation = input["operation"].as_str().unwrap_or_default();
    if let Some(fields) = expected.as_object_mut() {
        fields.remove("stated");
        if matches!(operation, "gate" | "score") {
            fields.remove("signals");
        }
        if operation == "modularity" {
            let reference = fields.remove("reach_or_beat").and_then(|value| value.as_f64()).unwrap_or(1.0);
            let reached = actual["modularity"].as_f64().unwrap_or_default();
            say(&format!("  modularity {}: {reached:.6}, reference {reference:.6}", input["name"]));
            if reached < reference - 1e-9 {
                return Some(format!("modularity {reached} is below {reference}"));
            }
        }
    }
    if operation == "check_config" {
        return documents::difference(&expected, actual);
    }
    compare("", &expected, actual)
}

fn compare(path: &str, expected: &Value, actual: &Value) -> Option<String> {
    match (expected, actual) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            ((a - b).abs() > 1e-9).then(|| format!("{path}: expected {a}, got {b}"))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(index, (a, b))| compare(&format!("{path}/{index}"), a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let missing =
                a.iter().find_map(|(key, a)| compare(&format!("{path}/{key}"), a, b.get(key).unwrap_or(&Value::Null)));
            // A focus is compared whole: what the expectation leaves out must be absent.
            let surplus = || b.keys().find(|key| path.ends_with("focus") && !a.contains_key(*key));
            missing.or_else(|| surplus().map(|key| format!("{path}/{key}: expected none, got {}", b[key])))
        }
        (a, b) => (a != b).then(|| format!("{path}: expected {a}, got {b}")),
    }
}
