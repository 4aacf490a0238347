//! Topic `config`: problems of methodologies and concepts.
//!
//! Three of them are found where the scenario is read, since the types of the engine cannot hold them: a kind of focus
//! that does not exist, an element's id that is not a number, a concept made for another methodology.

use querent_engine::policy::signal_pools::{Code, Problem, check_elements, check_methodology, check_signals};

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
        found.extend(check_signals(pool, names.list().iter().map(Json::text)).iter().map(shown));
    }
    found.extend(check_methodology(&methodology).iter().map(shown));
    found.extend(unreadable(given, concept));
    found.extend(check_elements(&scenario::concept(concept).elements).iter().map(shown));
    same(case.expected, &Json::from([("problems", found)]))
}

/// A problem as vectors write it: tactics were techniques there, and go without the value.
fn shown(problem: &Problem) -> String {
    match problem.code {
        Code::UnknownTactic => {
            Problem { value: None, ..problem.clone() }.to_string().replace("unknown_tactic", "unknown_technique")
        }
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
