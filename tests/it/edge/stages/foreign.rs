//! Records of another version, and records that come from elsewhere.

use querent_engine::edge::{jobs::recover, maintain};
use serde_json::{Value, json};

use super::house::{House, asked, by_rules, report, tools, with_models};
use crate::edge::world::{START, World};

/// The record of the session.
fn record(house: &House) -> Value {
    house.world.ask(&house.edge, asked("GET", &format!("sessions/{}", house.id))).json()
}

fn of_type<'a>(record: &'a Value, kind: &str) -> Vec<&'a Value> {
    record["stages"].as_array().unwrap().iter().filter(|stage| stage["stage_type"] == kind).collect()
}

/// Has all records of a house taken in somewhere else. Gives the session's id.
fn taken_in(house: &House, there: &World) -> String {
    let mut asked_for = asked("POST", "records").with("content-type", "application/json");
    asked_for.body = vec![house.world.ask(&house.edge, asked("GET", "records")).body];
    let taken = there.ask(&house.edge, asked_for);
    assert_eq!(taken.status, 201, "{}", taken.text());
    taken.json()["session"].as_str().unwrap().to_owned()
}

/// A stage of a type this version does not know, as a later one might write it.
fn later(house: &House) {
    house.world.database.execute(
        "INSERT INTO stage (stage_id, session_id, stage_name, stage_index, stage_type, status, result)
        VALUES ('st-99', 's7', 'Actions', 99, 'action', 'completed', '{\"type\": \"action\", \"executed\": [\"mail\"]}')",
    );
}

#[test]
fn a_stage_of_an_unknown_type_is_kept_and_shown_and_no_stage_is_told_of_it() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    later(&house);
    let shown = record(&house);
    let [action] = of_type(&shown, "action")[..] else { panic!("{shown}") };
    assert_eq!(action["result"], json!({"type": "action", "executed": ["mail"]}));
    house.say([report("52"), tools()]);
    assert_eq!(house.ask("POST", "score").status, 202);
    assert_eq!(house.ask("GET", "score").json()["total_score"], 52);
    let fetched = house.world.fetched.lock().unwrap();
    assert!(fetched.iter().all(|fetch| !String::from_utf8_lossy(&fetch.body).contains("mail")));
}

#[test]
fn a_record_with_a_stage_of_an_unknown_type_is_exported_and_taken_in_whole() {
    let house = House::new(by_rules);
    house.after();
    later(&house);
    let before = record(&house);
    let there = World::new();
    let there = there.ask(&house.edge, asked("GET", &format!("sessions/{}", taken_in(&house, &there)))).json();
    assert_eq!(of_type(&there, "action").len(), 1);
    assert_eq!(there["stages"], before["stages"]);
    assert_eq!(there["scores"], before["scores"], "with every score");
}

#[test]
fn what_is_taken_in_was_not_held_here_and_is_reported_on_and_scored_only_where_somebody_asks() {
    let house = House::new(with_models);
    let there = World::new();
    let session = taken_in(&house, &there);
    // As young as if it had been held here.
    there.database.execute(&format!("UPDATE collected SET touched_at = {START}"));
    there.pass(120_000);
    there.run(vec![recover(&house.edge, &there)]);
    there.run(vec![maintain(&house.edge, &there)]).remove(0).unwrap();
    assert_eq!(there.database.number("SELECT COUNT(*) FROM stage"), 0, "nobody asked");
    assert_eq!(there.calls(), 0);
    there.scripts.lock().unwrap().extend([report("52"), tools()]);
    let asked_for = there.ask(&house.edge, asked("POST", &format!("sessions/{session}/score")));
    assert_eq!(asked_for.status, 202, "{}", asked_for.text());
    let score = there.ask(&house.edge, asked("GET", &format!("sessions/{session}/score"))).json();
    assert_eq!((&score["total_score"], &score["status"]), (&json!(52), &json!("completed")));
}
