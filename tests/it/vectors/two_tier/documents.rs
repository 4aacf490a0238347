//! Figures of the source documents, phases, and configurations that are refused.

use querent_engine::engine::{
    diagnostic::Severity,
    policy::two_tier::{
        Candidate, TwoTierConfig,
        phase::{PhaseState, phase_at},
        scorers::{Scorer, saturation},
        validate::validate,
    },
};
use serde_json::{Value, json};

use super::{
    probes::terms,
    scenario::{Scenario, config, items, number, text},
};

pub(super) fn phase(input: &Value) -> Value {
    let config = config(input);
    let before: Option<PhaseState> = serde_json::from_value(input["phase_state"].clone()).unwrap();
    let coverage = input["coverage_ratio"].as_f64().unwrap_or_default();
    json!(phase_at(&config.phases, number(&input["turn"]), coverage, before.as_ref()))
}

/// A probe that carries its index as description.
fn probe(strategy: &str, index: usize) -> Value {
    json!({"strategy": strategy, "focus": {"focus_type": "closing", "focus_description": index.to_string()}})
}

fn index(probe: &Candidate) -> usize {
    probe.focus.description.parse().unwrap()
}

pub(super) fn weighted_sum(input: &Value) -> Value {
    let given = items(&input["terms"]);
    let scorers: Vec<Value> =
        given.iter().map(|term| json!({"id": term["source"], "weight": term["weight"]})).collect();
    let situation = json!({"config": {"gates": [], "scorers": scorers, "phase_profiles": input["phase_profiles"]}});
    let scenario = Scenario::of(&situation);
    let probes = vec![scenario.candidate(&probe(text(&input["strategy"]), 0))];
    let rate = |id: &str| given.iter().find(|term| term["source"] == id).and_then(|term| term["raw"].as_f64()).unwrap();
    let selection = scenario.config.rank_by(
        &scenario.facts(),
        probes,
        text(&input["phase"]),
        |_, _| Ok(false),
        |scorer, _| Ok(rate(scorer.scorer.id())),
    );
    let tally = &selection.unwrap().assessed[0].tally;
    json!({"terms": terms(tally), "score": tally.total()})
}

pub(super) fn rank_sums(input: &Value) -> Value {
    let given = items(&input["probes"]);
    let situation = json!({"config": {
        "gates": [], "scorers": [{"id": "novelty", "weight": 1}], "phase_profiles": input["phase_profiles"],
    }});
    let scenario = Scenario::of(&situation);
    let probes = given.iter().enumerate();
    let probes = probes.map(|(index, given)| scenario.candidate(&probe(text(&given["strategy"]), index))).collect();
    let sum = |probe: &Candidate| given[index(probe)]["scorer_sum"].as_f64().unwrap();
    let phase = text(&input["phase"]);
    let selection =
        scenario.config.rank_by(&scenario.facts(), probes, phase, |_, _| Ok(false), |_, probe| Ok(sum(probe)));
    let selection = selection.unwrap();
    let scores: Vec<f64> = selection.assessed.iter().map(|probe| probe.tally.total()).collect();
    json!({"scores": scores, "ranking": selection.ranking, "selected": selection.selected})
}

pub(super) fn band(input: &Value) -> Value {
    let strategy = text(&input["strategy"]);
    let scorer = Scorer::read(text(&input["scorer"]), json!({})).unwrap();
    let density = input["local_cluster_density"].as_f64().unwrap_or_default();
    let unvisited = number(&input["peripheral_candidate_count"]) as usize;
    let median = input["median_cluster_degree"].as_f64().unwrap_or_default();
    let opposed = input["has_opposite_stance"].as_bool().unwrap_or_default();
    let raw = match scorer {
        Scorer::PeripheralReadiness(scorer) => scorer.rate(strategy, || Some((density, unvisited))),
        Scorer::ContrastOpportunity(scorer) => scorer.rate(strategy, || opposed.then_some(density)),
        Scorer::ClusterSaturation(scorer) => scorer.rate(strategy, || Some((density, median))),
        Scorer::Ambiguity(_) => {
            let situation = json!({
                "config": {"scorers": [{"id": "ambiguity", "weight": 1, "params": {"use_llm_signals": true}}]},
                "signals": {"ambiguity": {"ambiguity": input["ambiguity"]}},
            });
            let scenario = Scenario::of(&situation);
            scenario.config.scorers[0].score(&scenario.candidate(&probe(strategy, 0)), &scenario.facts())
        }
        other => panic!("no band is known for `{}`", other.id()),
    };
    json!({"raw": raw, "saturation": saturation(density, median)})
}

pub(super) fn phase_multiplier(input: &Value) -> Value {
    let config: TwoTierConfig = config(input);
    json!({"multiplier": config.phase_multiplier(text(&input["phase"]), text(&input["strategy"]))})
}

pub(super) fn strategy_weight(input: &Value) -> Value {
    let scorer = json!({"id": input["scorer"], "strategy_weights": input["strategy_weights"]});
    let config = config(&json!({"config": {"scorers": [scorer]}}));
    json!({"weight": config.scorers[0].weight(text(&input["strategy"]))})
}

pub(super) fn check_config(input: &Value) -> Value {
    let problems = validate(&input["config"]);
    let errors = problems.into_iter().filter(|problem| problem.severity == Severity::Error);
    json!({"problems": errors.map(|problem| problem.path).collect::<Vec<_>>()})
}

/// Problems are compared in any order. `weight: w` is short for `strategy_weights: {default: w}`, and an entry of a
/// list may be named by the list.
pub(super) fn difference(expected: &Value, actual: &Value) -> Option<String> {
    let pointers = |value: &Value| {
        let mut all: Vec<String> = items(&value["problems"]).iter().map(|pointer| text(pointer).to_owned()).collect();
        all.sort();
        all
    };
    let (expected, actual) = (pointers(expected), pointers(actual));
    let same = |expected: &String, actual: &String| {
        let entry = actual.rsplit_once('/').filter(|(_, index)| index.parse::<usize>().is_ok());
        let short = actual.strip_suffix("/weight").map(|scorer| format!("{scorer}/strategy_weights/default"));
        expected == actual || entry.is_some_and(|(list, _)| list == expected) || short.as_ref() == Some(expected)
    };
    let equal = expected.len() == actual.len() && expected.iter().zip(&actual).all(|(a, b)| same(a, b));
    (!equal).then(|| format!("/problems: expected {expected:?}, got {actual:?}"))
}
