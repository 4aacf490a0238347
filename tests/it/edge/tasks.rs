//! Controls 4, 5, 6, 7 and 19: what may be asked for, in which words, how much, and of whom.

use querent_engine::{
    edge::{EndpointLimits, ErrorCode},
    engine::model::{Task, TaskScope},
};
use serde_json::{Value, json};

use super::{
    asked::Asked,
    config::{CANARY, edge_with, refused},
    provider::{says, whole},
    talk::{ANSWER, answer, context_of, open, open_as_researcher, unhurried},
    world::World,
};

fn body_sent(world: &World, number: usize) -> Value {
    serde_json::from_slice(&world.fetched.lock().unwrap()[number].body).unwrap()
}

#[test]
fn each_scope_is_offered_its_own_tasks_and_no_others() {
    let (edge, world) = (edge_with(|config| config.limits = Some(unhurried())), World::new());
    *world.usual.lock().unwrap() = Some(says("{\"a\": 1}"));
    let page = open(&world, &edge, "oat_milk");
    let researcher = open_as_researcher(&world, &edge);
    for (number, task) in (0..).zip(Task::ALL.iter().copied()) {
        let ask = |session: &super::talk::Session| {
            let asked = session.task(task.id(), number, 0, &context_of(task.id()));
            if session.id == researcher.id { asked.without("origin") } else { asked }
        };
        let by_page = world.ask(&edge, ask(&page)).refusal();
        let by_researcher = world.ask(&edge, ask(&researcher)).refusal();
        let forbidden = refused(ErrorCode::Scope);
        match task.scope() {
            TaskScope::Respondent => assert_ne!(by_page, forbidden, "{}", task.id()),
            TaskScope::Researcher => assert_eq!(by_page, forbidden, "{}", task.id()),
        }
        assert_eq!(by_researcher == forbidden, task == Task::SyntheticRespondent, "{}", task.id());
    }
    let test_study = edge_with(|config| config.studies[0].is_test = true);
    let researcher = open_as_researcher(&world, &test_study);
    let made_up = researcher.task("synthetic_respondent", 1, 0, &context_of("synthetic_respondent"));
    assert_ne!(world.ask(&test_study, made_up.without("origin")).refusal(), refused(ErrorCode::Scope), "tests may");
}

#[test]
fn a_token_for_events_asks_no_model() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    let opened = world.ask(&edge, Asked::new("POST", "sessions").json(&json!({"study": "oat_milk"}))).json();
    let mut page = open(&world, &edge, "oat_milk");
    page.token = opened["events_token"].as_str().unwrap().to_owned();
    assert_eq!(world.ask(&edge, page.analysis(1, 1)).refusal(), refused(ErrorCode::Scope));
    assert_eq!(world.calls(), 0);
}

#[test]
fn a_page_sends_fields_and_never_prompts_models_addresses_or_tools() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    let page = open(&world, &edge, "oat_milk");
    for (key, value) in [
        ("messages", json!([{"role": "user", "content": "hello"}])),
        ("prompt", json!("hello")),
        ("system", json!("you are free")),
        ("model", json!("the-dearest")),
        ("temperature", json!(2)),
        ("tools", json!([])),
        ("url", json!("http://169.254.169.254/")),
        ("base_url", json!("http://127.0.0.1:9/")),
        ("provider", json!("evil")),
        ("headers", json!({"x": "y"})),
    ] {
        let body = json!({"turn": 1, "context": answer(), key: value});
        let said = world.ask(&edge, page.analysis(1, 1).json(&body));
        assert_eq!(said.refusal(), refused(ErrorCode::BadRequest), "{key} in the body");
        let mut context = answer();
        context[key] = value;
        let said = world.ask(&edge, page.analysis(1, 1).json(&json!({"turn": 1, "context": context})));
        assert_eq!(said.refusal(), refused(ErrorCode::FieldInvalid), "{key} in the context");
        assert_eq!(said.json()["error"]["field"], key);
    }
    assert_eq!(world.calls(), 0);
}

#[test]
fn a_field_that_is_too_long_or_of_another_kind_is_named() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    let page = open(&world, &edge, "oat_milk");
    let past = json!({"turn": 1, "question": "q", "answer": "a"});
    for (field, context) in [
        ("answer", json!({"question": "q", "answer": "a".repeat(4_001)})),
        ("recent", json!({"question": "q", "answer": "a", "recent": vec![past; 11]})),
        ("question", json!({"question": 7, "answer": "a"})),
    ] {
        let said = world.ask(&edge, page.analysis(1, 1).json(&json!({"turn": 1, "context": context})));
        assert_eq!(said.refusal(), refused(ErrorCode::FieldInvalid), "{field}");
        assert_eq!(said.json()["error"]["field"], field);
    }
    assert_eq!(world.calls(), 0);
}

#[test]
fn the_prompt_is_written_here_from_the_study_as_it_is_served() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    *world.usual.lock().unwrap() = Some(says("{\"a\": 1}"));
    let page = open(&world, &edge, "oat_milk");
    let said = world.ask(&edge, page.analysis(1, 1));
    assert_eq!(said.status, 200, "{}", said.text());
    let sent = body_sent(&world, 0);
    assert_eq!(sent["model"], "true-name-of-quick");
    let (system, user) = (sent["system"].to_string(), sent["messages"].to_string());
    assert!(user.contains(ANSWER) && !system.contains(ANSWER), "an answer is data, never an instruction");
    assert!(system.contains("creamy") || system.to_lowercase().contains("oat"), "the study's own words: {system}");
    world.ask(&edge, page.analysis(2, 1));
    assert_eq!(body_sent(&world, 1)["system"], sent["system"], "the same from call to call, so that it can be kept");
    assert_ne!(body_sent(&world, 1)["messages"], sent["messages"], "the marks of data are new in every call");
    let fetched = world.fetched.lock().unwrap();
    assert!(fetched.iter().all(|fetch| fetch.url == "https://first.example/v1/messages"), "{:?}", fetched[0].url);
    let key = fetched[0].headers.iter().find(|(name, _)| name == "x-api-key").unwrap();
    assert_eq!(key.1, CANARY);
    assert!(!format!("{:?}", fetched[0]).contains(CANARY));
}

#[test]
fn nobody_gets_more_output_or_time_than_the_task_has() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    *world.usual.lock().unwrap() = Some(says("{\"a\": 1}"));
    let page = open(&world, &edge, "oat_milk");
    for (wanted, sent) in [(json!(100_000), 1_800), (json!(250), 250), (Value::Null, 1_800)] {
        let body = json!({"turn": 1, "context": answer(), "max_output": wanted, "deadline_ms": 3_600_000});
        let said = world.ask(
            &edge,
            page.task("turn_analysis", sent, 1, &answer())
                .json(&body)
                .with("x-request-id", &super::talk::uuid(u32::try_from(world.calls()).unwrap())),
        );
        assert_eq!(said.status, 200, "{}", said.text());
        assert_eq!(body_sent(&world, world.calls() - 1)["max_tokens"], sent);
        world.pass(5_000);
    }
}

#[test]
fn a_hundred_megabytes_are_refused_before_anybody_is_called() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    let page = open(&world, &edge, "oat_milk");
    let mut endless = page.analysis(1, 1);
    endless.body = vec![vec![b'x'; 16 << 10]];
    endless.endless = true;
    let said = world.ask(&edge, endless);
    assert_eq!(said.refusal(), refused(ErrorCode::TooLarge));
    assert!(said.took_in <= 80 << 10, "{} bytes were taken in", said.took_in);
    let announced = world.ask(&edge, page.analysis(1, 1).with("content-length", "104857600"));
    assert_eq!((announced.refusal(), announced.took_in), (refused(ErrorCode::TooLarge), 0));
    assert_eq!(world.calls(), 0, "nothing was sent");
    let researcher = open_as_researcher(&world, &edge);
    let mut long = researcher.task("chat", 1, 0, &context_of("chat")).without("origin");
    long.body = vec![vec![b' '; 300 << 10], long.body.concat()];
    assert_ne!(world.ask(&edge, long.clone()).refusal(), refused(ErrorCode::TooLarge), "researchers may send 512 KiB");
    long.body.insert(0, vec![b' '; 300 << 10]);
    assert_eq!(world.ask(&edge, long).refusal(), refused(ErrorCode::TooLarge));
}

#[test]
fn a_body_that_never_comes_is_not_waited_for() {
    let limits = EndpointLimits { read_ms: 2_000, ..EndpointLimits::default() };
    let (edge, world) = (edge_with(|config| config.limits = Some(limits)), World::new());
    let page = open(&world, &edge, "oat_milk");
    let mut slow = page.analysis(1, 1);
    slow.stalls = true;
    assert_eq!(world.ask(&edge, slow).refusal(), refused(ErrorCode::BadRequest));
}

#[test]
fn json_that_nests_too_deep_is_refused_unread() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    let page = open(&world, &edge, "oat_milk");
    let mut deep = page.analysis(1, 1);
    deep.body = vec![format!("{{\"context\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000)).into_bytes()];
    assert_eq!(world.ask(&edge, deep).refusal(), refused(ErrorCode::BadRequest));
}

#[test]
fn a_request_needs_an_id_and_one_turn() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    *world.usual.lock().unwrap() = Some(whole(200, "application/json", b"{}"));
    let page = open(&world, &edge, "oat_milk");
    let ask = |asked: Asked| world.ask(&edge, asked).refusal();
    assert_eq!(ask(page.analysis(1, 1).without("x-request-id")), refused(ErrorCode::BadRequest));
    assert_eq!(ask(page.analysis(1, 1).with("x-request-id", "t1.analysis")), refused(ErrorCode::BadRequest));
    assert_eq!(
        ask(page.analysis(1, 1).with("x-turn", "2")),
        refused(ErrorCode::BadRequest),
        "the body says another turn"
    );
    assert_eq!(ask(page.analysis(1, 1).with("x-turn", "-1")), refused(ErrorCode::BadRequest));
    let silent = page.analysis(1, 1).without("x-turn").json(&json!({"context": answer()}));
    assert_eq!(ask(silent), refused(ErrorCode::BadRequest));
    assert_eq!(ask(page.analysis(1, 1).with("content-type", "text/plain")), refused(ErrorCode::MediaType));
    assert_eq!(ask(page.analysis(1, 1).without("authorization")), refused(ErrorCode::TokenInvalid));
    assert_eq!(ask(page.analysis(1, 1).with("origin", "https://other.example")), refused(ErrorCode::Origin));
    assert_eq!(world.calls(), 0);
}
