//! What the endpoint says it offers.

use querent_engine::edge::routes::openapi::{document, operation, requests};
use serde_json::Value;

use super::house::{House, by_rules};
use crate::edge::{asked::Asked, config::edge_with, world::World};

#[test]
fn every_operation_of_the_document_is_answered_by_its_own_route() {
    for (id, method, path) in requests() {
        assert_eq!(operation(method, &path), Some(id), "{method} {path}");
    }
}

#[test]
fn the_endpoint_hands_out_the_document_of_its_types() {
    let said = World::new().ask(&edge_with(|_| {}), Asked::new("GET", "openapi.json").without("origin"));
    assert_eq!((said.status, said.json()), (200, document()));
}

/// The schema of an operation's reply, complete with what it refers to.
fn schema(path: &str, method: &str, status: &str) -> jsonschema::Validator {
    let document = document();
    let reply = &document["paths"][format!("/api/v1/{path}")][method]["responses"][status];
    let mut schema = reply["content"]["application/json"]["schema"].clone();
    assert!(!schema.is_null(), "{path} {method} {status}");
    schema["components"] = document["components"].clone();
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn replies_are_of_the_form_the_document_says() {
    let house = House::new(by_rules);
    house.after();
    let score = house.scores()[0]["score_id"].as_str().unwrap().to_owned();
    let fits = |validator: &jsonschema::Validator, value: &Value| {
        let problems: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{problems:?} in {value}");
    };
    let of = "sessions/{session}";
    fits(&schema(&format!("{of}/score"), "get", "200"), &house.ask("GET", "score").json());
    fits(&schema(&format!("{of}/scores"), "get", "200"), &house.ask("GET", "scores").json());
    fits(
        &schema(&format!("{of}/scores/{{score}}"), "get", "200"),
        &house.ask("GET", &format!("scores/{score}")).json(),
    );
    house.world.pass(1_000);
    fits(&schema(&format!("{of}/score"), "post", "202"), &house.ask("POST", "score").json());
    fits(&schema(&format!("{of}/report"), "post", "202"), &house.ask("POST", "report").json());
    let question = house.asked("POST", "chat").json(&serde_json::json!({"question": "What of coffee?"}));
    fits(&schema(&format!("{of}/chat"), "post", "200"), &house.world.ask(&house.edge, question).json());
    let wrong = house.ask("GET", "scores?limit=0").json();
    fits(&schema(&format!("{of}/scores"), "get", "422"), &wrong);
    let list = house.world.ask(&house.edge, super::house::asked("GET", "sessions")).json();
    fits(&schema("sessions", "get", "200"), &list);
}
