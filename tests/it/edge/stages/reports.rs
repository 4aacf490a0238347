//! Synthesis, summary and answers.

use querent_engine::edge::ErrorCode;
use serde_json::{Value, json};

use super::house::{House, reported, with_models};
use crate::edge::{
    config::refused,
    provider::{fails, says},
};

/// Results of the stages of a type, oldest first.
fn results(house: &House, kind: &str) -> Vec<Value> {
    let rows = house.table("SELECT stage_type, result FROM stage ORDER BY stage_index");
    rows.into_iter().filter(|row| row.0 == kind).map(|row| serde_json::from_str(&row.1).unwrap_or_default()).collect()
}

fn providers(house: &House) -> Vec<(String, String)> {
    house.table("SELECT e.provider, e.error_message FROM execution e JOIN stage s ON s.stage_id = e.stage_id ORDER BY s.stage_index")
}

#[test]
fn a_model_reports_on_a_session_and_only_what_was_said_is_quoted() {
    let house = House::new(|study| {
        with_models(study);
        study.scoring.enabled = false;
    });
    house.say(reported());
    house.after();
    let synthesis = results(&house, "synthesis").remove(0);
    let themes = &synthesis["synthesis"]["themes"];
    assert_eq!(themes[0]["title"], "Taste");
    assert_eq!(themes[0]["quotes"].as_array().unwrap().len(), 1, "{themes}");
    assert_eq!(results(&house, "exec_summary")[0]["lines"], json!(["They like it.", "Mornings matter."]));
    let referenced = "SELECT (SELECT stage_type FROM stage i WHERE i.stage_id = s.referenced_stage_id), '' FROM stage s
        WHERE stage_type = 'synthesis'";
    assert_eq!(house.table(referenced)[0].0, "investigation");
}

#[test]
fn without_a_model_the_local_forms_report() {
    let house = House::new(|_| {});
    house.after();
    assert_eq!(house.world.calls(), 0);
    assert!(!results(&house, "synthesis")[0]["synthesis"]["chains"].as_array().unwrap().is_empty());
    assert!(!results(&house, "exec_summary")[0]["lines"].as_array().unwrap().is_empty());
    assert!(providers(&house).iter().all(|(provider, error)| provider == "rules" && error.is_empty()));
}

#[test]
fn where_models_fail_the_local_forms_stand_in_and_say_why() {
    let house = House::new(|study| study.models = vec!["quick".to_owned()]);
    house.say([says("no report at all"), fails(400, "invalid_request_error")]);
    house.after();
    assert_eq!(house.stages().iter().map(|stage| stage.1.as_str()).collect::<Vec<_>>(), ["completed"; 3]);
    let found = providers(&house);
    assert_eq!((found[1].0.as_str(), found[2].0.as_str()), ("rules", "rules"));
    assert!(found[1].1.starts_with("model: ") && found[2].1.starts_with("model: "), "{found:?}");
}

#[test]
fn a_report_asked_for_anew_is_added_and_the_earlier_one_is_kept() {
    let house = House::new(|_| {});
    house.after();
    let said = house.ask("POST", "report");
    assert_eq!((said.status, &said.json()["status"]), (202, &json!("pending")));
    assert_eq!(results(&house, "synthesis").len(), 2);
    assert_eq!(results(&house, "exec_summary").len(), 2);
    assert_eq!(results(&house, "investigation").len(), 1);
}

fn question(house: &House, question: &str) -> crate::edge::asked::Said {
    house.world.ask(&house.edge, house.asked("POST", "chat").json(&json!({"question": question})))
}

#[test]
fn an_answer_keeps_only_marks_of_turns_that_exist_and_knows_what_was_asked_before() {
    let house = House::new(|study| study.models = vec!["quick".to_owned()]);
    house.say([says("It is creamy [t1]. And more [t999]."), says("As I said [t1].")]);
    let before = house.record();
    let stage = question(&house, "What is it like?").json()["stage"].clone();
    assert_eq!(stage["status"], "completed");
    assert_eq!(stage["result"]["answer"], "It is creamy [t1].");
    question(&house, "Are you sure?");
    let sent = String::from_utf8(house.world.fetched.lock().unwrap()[1].body.clone()).unwrap();
    assert!(sent.contains("What is it like?") && sent.contains("It is creamy [t1]"));
    assert_eq!(house.record(), before);
    // A chat is no part of what a judge sees.
    assert_eq!(house.stages().len(), 2);
}

#[test]
fn without_a_model_a_question_finds_the_turns_that_hold_its_words() {
    let house = House::new(|_| {});
    let answer =
        question(&house, "What about oat milk, coffee and the morning?").json()["stage"]["result"]["answer"].clone();
    assert!(answer.as_str().unwrap().contains("[t"), "{answer}");
}

#[test]
fn a_question_has_one_to_two_thousand_characters() {
    let house = House::new(|_| {});
    for wrong in ["", "   ", &"ü".repeat(2_001)] {
        assert_eq!(question(&house, wrong).refusal(), refused(ErrorCode::FieldInvalid));
    }
    assert_eq!(question(&house, &"ü".repeat(2_000)).status, 200);
    let other = house.asked("POST", "chat").json(&json!({"question": "What?", "model": "x"}));
    assert_eq!(house.world.ask(&house.edge, other).refusal(), refused(ErrorCode::BadRequest));
}

#[test]
fn one_question_of_a_session_is_answered_at_a_time() {
    let house = House::new(|study| study.models = vec!["quick".to_owned()]);
    house.say([says("One [t1]."), says("Two [t1].")]);
    let ask = || house.asked("POST", "chat").json(&json!({"question": "What?"}));
    let said = house.world.ask_all(&house.edge, vec![ask(), ask()]);
    let mut statuses: Vec<u16> = said.iter().map(|said| said.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}
