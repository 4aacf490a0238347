//! Vectors of the policy `two_tier`, on the engine through scenarios of its specification.

mod documents;
mod graph;
mod probes;
mod scenario;
mod texts;

use serde_json::{Value, json};

use self::scenario::Scenario;

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
            println!("  modularity {}: {reached:.6}, reference {reference:.6}", input["name"]);
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

/// Runs every file of a folder that belongs to the policy; the number of failures.
fn run(folder: &std::path::Path) -> usize {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &std::path::PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> =
        files.filter(|path| name(path).starts_with("two_tier_") && name(path).ends_with(".json")).collect();
    files.sort();
    let mut failures = 0;
    for file in files {
        let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let mut failed = 0;
        for case in &cases {
            let actual = std::panic::catch_unwind(|| answer(&case["input"]));
            let found = match actual {
                Ok(actual) => difference(&case["input"], &case["expected"], &actual),
                Err(_) => Some("the engine or its adapter panicked".to_owned()),
            };
            if let Some(found) = found {
                failed += 1;
                println!("  {}: {found}", case["id"]);
            }
        }
        println!("{}: {} passed, {failed} failed", name(&file), cases.len() - failed);
        failures += failed;
    }
    failures
}

#[test]
fn the_policy_answers_as_specified() {
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut failures = run(&own);
    if let Some(folder) = std::env::var_os("QUERENT_VECTORS") {
        failures += run(std::path::Path::new(&folder));
    }
    assert_eq!(failures, 0);
}
