//! Topic `config`: problems of methodologies and concepts.
//!
//! Some are found in the scenario, since the engine finds them elsewhere or its types cannot hold them: unknown signals of a
//! pool, repeated elements, an unknown kind of focus, an element id that is not a number, a concept of another methodology.

use querent_engine::engine::{
    policy::signal_pools::{Code, MethodologyProblem, check_methodology},
    signals,
};

use super::{
    super::{
        Case,
        json::{Json, same},
    },
    scenario,
};

pub(super) fn problems(case: &Case<'_>) -> Result<(), String> {
    let (given, concept) = (case.input.at("methodology"), case.input.at("concept"));
    let methodology = scenario::methodology(given, case.data);
    let mut found = Vec::new();
    for (pool, names) in given.at("signals").map() {
        let unknown =
            names.list().iter().map(Json::text).filter(|name| signals::names().all(|(known, _)| known != *name));
        found.extend(unknown.map(|name| format!("signals.{pool}: unknown_signal {name}")));
    }
    found.extend(check_methodology(&methodology).iter().map(shown));
    found.extend(unreadable(given, concept));
    let elements = scenario::concept(concept).elements;
    let is_repeated = |at: usize| elements[..at].iter().any(|earlier| earlier.id == elements[at].id);
    let repeated = (0..elements.len()).filter(|at| is_repeated(*at));
    found.extend(repeated.map(|_| "concept.elements: duplicate_id".to_owned()));
    same(case.expected, &Json::from([("problems", found)]))
}

/// A problem as vectors write it: tactics were techniques there, and go without the value.
fn shown(problem: &MethodologyProblem) -> String {
    match problem.code {
        Code::UnknownTactic => MethodologyProblem { value: None, ..problem.clone() }
            .to_string()
            .replace("unknown_tactic", "unknown_technique"),
        _ => problem.to_string(),
    }
}

fn unreadable(methodology: &Json, concept: &Json) -> Vec<String> {
    let mut found = Vec::new();
    for strategy in methodology.at("strategies").list() {
        let kind = strategy.at("focus").at("kind").as_text().unwrap_or("node");
        if !["node", "element", "global"].contains(&kind) {
            found.push(format!("strategies.{}: unknown_focus_kind", strategy.at("name").text()));
        }
    }
    if concept.at("methodology").as_text().is_some_and(|named| Some(named) != methodology.at("name").as_text()) {
        found.push("concept.methodology: other_methodology".to_owned());
    }
    for id in concept.at("elements").list().iter().filter_map(|element| element.at("id").as_text()) {
        found.push(format!("concept.elements: bad_id {id}"));
    }
    found
}
