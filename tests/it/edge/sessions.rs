//! Controls 1, 2, 3, 7, 10 and 18 as far as sessions go: who may open one, renew it, end it, and from which page.

use querent_engine::edge::{
    Endpoint, EndpointLimits, ErrorCode, HiddenText, SigningKey,
    auth::{InviteTicket, TokenScope},
};
use serde_json::json;

use super::{
    asked::Asked,
    config::{SECRET, edge_with, oat_milk, refused, signing_keys, study},
    world::{PAGE, START, World},
};

fn edge() -> Endpoint {
    edge_with(|_| {})
}

fn open() -> Asked {
    Asked::new("POST", "sessions").json(&json!({"study": "oat_milk"}))
}

#[test]
fn a_page_opens_a_session_for_a_study_and_gets_tokens_and_a_budget() {
    let (edge, world) = (edge(), World::new());
    let said = world.ask(&edge, open());
    assert_eq!(said.status, 201, "{}", said.text());
    let reply = said.json();
    assert_eq!(reply["session"].as_str().unwrap().len(), 36);
    assert_eq!(reply["expires_at"], START + 7_200_000);
    assert_eq!(reply["events_expires_at"], START + 30 * 86_400_000);
    assert_eq!(reply["budget_left"], json!({"calls": 60, "tokens": 190_000}));
    let tasks: Vec<&str> = reply["tasks"].as_array().unwrap().iter().filter_map(|task| task.as_str()).collect();
    assert!(tasks.contains(&"turn_analysis") && tasks.contains(&"question_followup"), "{tasks:?}");
    assert!(!tasks.contains(&"synthesis") && !tasks.contains(&"chat"), "{tasks:?}");
    let claims = signing_keys().verify(reply["token"].as_str().unwrap(), START).unwrap();
    assert_eq!((claims.scope, claims.origin.as_str(), claims.study.as_str()), (TokenScope::Tasks, PAGE, "oat_milk"));
    let events = signing_keys().verify(reply["events_token"].as_str().unwrap(), START).unwrap();
    assert_eq!((events.scope, events.sid), (TokenScope::Events, claims.sid));
    assert_eq!(said.header("cache-control"), Some("no-store"));
    assert_eq!(said.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(said.header("vary"), Some("Origin"));
}

#[test]
fn a_page_may_name_its_session_once() {
    let (edge, world) = (edge(), World::new());
    let named = |id: &str| world.ask(&edge, open().json(&json!({"study": "oat_milk", "session": id})));
    assert_eq!(named("7b1e2a9c-0000-4000-8000-000000000001").json()["session"], "7b1e2a9c-0000-4000-8000-000000000001");
    assert_eq!(named("7b1e2a9c-0000-4000-8000-000000000001").refusal(), refused(ErrorCode::Replay));
    for bad in ["", "a b", "../x", &"a".repeat(65), "ü"] {
        assert_eq!(named(bad).refusal(), refused(ErrorCode::FieldInvalid), "{bad}");
    }
}

#[test]
fn a_study_nobody_serves_and_another_version_of_one_are_refused() {
    let (edge, world) = (edge(), World::new());
    let ask = |body| world.ask(&edge, open().json(&body)).refusal();
    assert_eq!(ask(json!({"study": "unknown"})), refused(ErrorCode::NotFound));
    assert_eq!(ask(json!({"study": "oat_milk", "study_hash": "00"})), refused(ErrorCode::StudyChanged));
    assert_eq!(ask(json!({"study": "oat_milk", "messages": []})), refused(ErrorCode::BadRequest));
    assert_eq!(ask(json!({})), refused(ErrorCode::BadRequest));
    let right = json!({"study": "oat_milk", "study_hash": oat_milk().study.hash()});
    assert_eq!(world.ask(&edge, open().json(&right)).status, 201);
}

#[test]
fn sessions_of_an_address_and_of_a_study_are_opened_so_often_an_hour_and_no_more() {
    let limits = EndpointLimits { sessions_per_address: 3, sessions_per_study: 5, ..EndpointLimits::default() };
    let (edge, world) = (edge_with(|config| config.limits = Some(limits)), World::new());
    let from = |address: &str| {
        let mut asked = open();
        asked.request.address = Some(address.to_owned());
        world.ask(&edge, asked)
    };
    for _ in 0..3 {
        assert_eq!(from("192.0.2.1").status, 201);
    }
    let said = from("192.0.2.1");
    assert_eq!(said.refusal(), refused(ErrorCode::RateLimited));
    assert_eq!(said.json()["error"]["retryable"], true);
    assert!(said.header("retry-after").unwrap().parse::<u64>().unwrap() <= 3_600);
    assert_eq!(from("192.0.2.2").status, 201, "another address");
    assert_eq!(from("192.0.2.3").status, 201, "whom the address keeps out takes no place in the study");
    assert_eq!(from("192.0.2.4").refusal(), refused(ErrorCode::RateLimited), "the study is full");
    world.pass(3_600_000);
    assert_eq!(from("192.0.2.1").status, 201, "an hour later");
    assert!(!world.database.texts().contains("192.0.2"), "addresses are kept blinded");
}

#[test]
fn a_study_with_tickets_lets_nobody_in_without_one_of_its_own() {
    let secret = "3".repeat(32);
    let survey = SigningKey::new("survey", secret.clone().into_bytes()).unwrap();
    let strict = edge_with(|config| config.studies[0].ticket_secret = Some(HiddenText(secret)));
    let (edge, world) = (strict, World::new());
    let ask = |ticket: Option<String>| world.ask(&edge, open().json(&json!({"study": "oat_milk", "ticket": ticket})));
    let ticket =
        |study: &str, exp_s: u64| InviteTicket { study: study.to_owned(), respondent: "r1".to_owned(), exp: exp_s };
    let now_s = START / 1_000;
    assert_eq!(ask(None).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(ask(Some(ticket("other", now_s + 60).seal(&survey))).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(ask(Some(ticket("oat_milk", now_s).seal(&survey))).refusal(), refused(ErrorCode::TokenInvalid));
    let stranger = SigningKey::new("survey", vec![4; 32]).unwrap();
    assert_eq!(ask(Some(ticket("oat_milk", now_s + 60).seal(&stranger))).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(ask(Some(ticket("oat_milk", now_s + 60).seal(&survey))).status, 201);
}

#[test]
fn every_other_origin_and_none_at_all_is_refused_and_gets_no_permission_to_read() {
    let (edge, world) = (edge(), World::new());
    for origin in [
        "https://page.example.evil.com",
        "http://page.example",
        "https://page.example:8443",
        "null",
        "https://PAGE.example",
    ] {
        let said = world.ask(&edge, open().with("origin", origin));
        assert_eq!(said.refusal(), refused(ErrorCode::Origin), "{origin}");
        assert_eq!(said.header("access-control-allow-origin"), None, "{origin}");
        assert_eq!(said.header("vary"), Some("Origin"));
    }
    assert_eq!(world.ask(&edge, open().without("origin")).refusal(), refused(ErrorCode::Origin));
    let mut twice = open();
    twice.request.headers.push(("origin".to_owned(), PAGE.to_owned()));
    assert_eq!(world.ask(&edge, twice).refusal(), refused(ErrorCode::Origin), "two origins are none");
}

#[test]
fn a_preflight_is_answered_for_ten_minutes_to_pages_that_may_ask_and_to_no_others() {
    let (edge, world) = (edge(), World::new());
    let said = world.ask(&edge, Asked::new("OPTIONS", "tasks/turn_analysis"));
    assert_eq!(said.status, 204);
    assert_eq!(said.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(said.header("access-control-max-age"), Some("600"));
    assert!(said.header("access-control-allow-headers").unwrap().contains("x-request-id"));
    assert_eq!(said.header("access-control-allow-credentials"), None);
    let other = world.ask(&edge, Asked::new("OPTIONS", "sessions").with("origin", "https://other.example"));
    assert_eq!((other.status, other.header("access-control-allow-origin")), (403, None));
}

#[test]
fn a_native_client_needs_the_researchers_secret() {
    let (edge, world) = (edge(), World::new());
    let ask = |secret: &str| {
        let body = json!({"study": "oat_milk", "scope": "researcher"});
        world.ask(&edge, open().without("origin").bearing(secret).json(&body))
    };
    assert_eq!(ask("wrong").refusal(), refused(ErrorCode::TokenInvalid));
    let reply = ask(SECRET);
    assert_eq!(reply.status, 201, "{}", reply.text());
    assert!(reply.json()["tasks"].as_array().unwrap().contains(&json!("synthesis")));
    let minted = signing_keys().verify(reply.json()["token"].as_str().unwrap(), START).unwrap();
    assert_eq!(minted.scope, TokenScope::Researcher);
    let from_page = world.ask(&edge, open().json(&json!({"study": "oat_milk", "scope": "researcher"})));
    assert_eq!(from_page.refusal(), refused(ErrorCode::TokenInvalid), "a page without the secret");
    let closed = edge_with(|config| config.researcher_secret = None);
    let body = json!({"study": "oat_milk", "scope": "researcher"});
    let said = world.ask(&closed, open().bearing("").json(&body));
    assert_eq!(said.refusal(), refused(ErrorCode::TokenInvalid), "an endpoint without a secret has no researchers");
}

#[test]
fn renewing_gives_a_later_token_for_the_own_session_only() {
    let (edge, world) = (edge(), World::new());
    let [mine, other] = [world.ask(&edge, open()).json(), world.ask(&edge, open()).json()];
    let renew = |session: &serde_json::Value, token: &serde_json::Value| {
        let path = format!("sessions/{}/token", session.as_str().unwrap());
        world.ask(&edge, Asked::new("POST", &path).bearing(token.as_str().unwrap()))
    };
    world.pass(3_600_000);
    let renewed = renew(&mine["session"], &mine["token"]);
    assert_eq!((renewed.status, &renewed.json()["expires_at"]), (200, &json!(START + 3_600_000 + 7_200_000)));
    assert_eq!(renew(&other["session"], &mine["token"]).refusal(), refused(ErrorCode::Scope));
    let events = renew(&mine["session"], &mine["events_token"]);
    assert_eq!(events.json()["scope"], "events", "a token for events gives no token for tasks");
    world.pass(2 * 3_600_000);
    assert_eq!(renew(&mine["session"], &mine["token"]).refusal(), refused(ErrorCode::TokenExpired));
}

#[test]
fn an_ended_session_is_over_for_all_its_tokens() {
    let (edge, world) = (edge(), World::new());
    let mine = world.ask(&edge, open()).json();
    let path = format!("sessions/{}", mine["session"].as_str().unwrap());
    let token = mine["token"].as_str().unwrap();
    assert_eq!(world.ask(&edge, Asked::new("DELETE", &path)).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(world.ask(&edge, Asked::new("DELETE", &path).bearing(token)).status, 204);
    assert_eq!(
        world.ask(&edge, Asked::new("DELETE", &path).bearing(token)).refusal(),
        refused(ErrorCode::TokenInvalid)
    );
    let renewal = Asked::new("POST", &format!("{path}/token")).bearing(token);
    assert_eq!(world.ask(&edge, renewal).refusal(), refused(ErrorCode::TokenInvalid));
}

#[test]
fn a_token_is_worth_nothing_from_another_page_or_for_a_study_that_changed() {
    let world = World::new();
    let mine = world.ask(&edge(), open()).json();
    let path = format!("sessions/{}/token", mine["session"].as_str().unwrap());
    let ask = |edge: &Endpoint, origin: &str| {
        world.ask(edge, Asked::new("POST", &path).bearing(mine["token"].as_str().unwrap()).with("origin", origin))
    };
    let wide = edge_with(|config| config.studies[0].origins.push("https://second.example".to_owned()));
    assert_eq!(ask(&wide, "https://second.example").refusal(), refused(ErrorCode::Origin));
    let changed = edge_with(|config| config.studies[0].study.title.push('!'));
    assert_eq!(ask(&changed, PAGE).refusal(), refused(ErrorCode::TokenInvalid));
    let gone = edge_with(|config| config.studies[0].study = study("meal_kit"));
    assert_eq!(ask(&gone, PAGE).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(ask(&edge(), PAGE).status, 200);
}

#[test]
fn a_body_without_end_is_refused_while_it_is_read() {
    let (edge, world) = (edge(), World::new());
    let mut endless = open();
    endless.body = vec![vec![b' '; 1_000]];
    endless.endless = true;
    let said = world.ask(&edge, endless);
    assert_eq!(said.refusal(), refused(ErrorCode::TooLarge));
    assert!(said.took_in < 8_000, "{} bytes were taken in", said.took_in);
    let announced = world.ask(&edge, open().with("content-length", "104857600"));
    assert_eq!((announced.refusal(), announced.took_in), (refused(ErrorCode::TooLarge), 0));
    let heavy = world.ask(&edge, open().with("x-heavy", &"h".repeat(9_000)));
    assert_eq!((heavy.refusal(), heavy.took_in), (refused(ErrorCode::TooLarge), 0));
}

#[test]
fn what_is_no_json_is_said_to_be_none() {
    let (edge, world) = (edge(), World::new());
    assert_eq!(world.ask(&edge, open().with("content-type", "text/plain")).refusal(), refused(ErrorCode::MediaType));
    let mut broken = open();
    broken.body = vec![b"{\"study\":".to_vec()];
    assert_eq!(world.ask(&edge, broken).refusal(), refused(ErrorCode::BadRequest));
    let mut deep = open();
    deep.body = vec![format!("{{\"study\":{}1{}}}", "[".repeat(12), "]".repeat(12)).into_bytes()];
    assert_eq!(world.ask(&edge, deep).refusal(), refused(ErrorCode::BadRequest));
    for path in ["", "nothing", "sessions/x/y/z", "tasks", "sessions/a%20b/token"] {
        assert_eq!(world.ask(&edge, Asked::new("POST", path)).refusal(), refused(ErrorCode::NotFound), "{path}");
    }
    assert_eq!(world.ask(&edge, Asked::new("POST", "tasks/make_coffee")).refusal(), refused(ErrorCode::Task));
}

#[test]
fn health_is_open_to_all_and_names_no_provider() {
    let (edge, world) = (edge(), World::new());
    let said = world.ask(&edge, Asked::new("GET", "health").without("origin"));
    assert_eq!((said.status, &said.json()["ok"]), (200, &json!(true)));
    assert_eq!(said.json()["version"], env!("CARGO_PKG_VERSION"));
}
