//! Controls 8, 10, 11, 12, 17, 18 and 19: what is paid, what comes back, what is kept, and what never gets out.

use querent_engine::edge::{EndpointLimits, ErrorCode, Spending};
use serde_json::json;

use super::{
    asked::{Asked, Said},
    config::{CANARY, SECRET, edge_with, oat_milk, refused, study},
    provider::{UPSTREAM, completes, fails, says, streams, whole},
    talk::{ANSWER, Session, open, open_as_researcher, unhurried, uuid},
    world::{End, PAGE, Script, World},
};

const QUESTION: &str = "What comes to your mind first when you think of oat milk?";

fn script(world: &World, scripts: impl IntoIterator<Item = Script>) {
    world.scripts.lock().unwrap().extend(scripts);
}

/// Secrets, a provider's words and a respondent's words that must not be found in this.
fn holds_nothing_secret(place: &str, text: &str) {
    for secret in [CANARY, "sk-canary-second", SECRET, "canary-signing-key", UPSTREAM, "true-name", "Erdmuthe"] {
        assert!(!text.contains(secret), "{place} holds {secret}: {text}");
    }
}

#[test]
fn a_reply_tells_what_it_took_and_what_is_left_but_not_who_gave_it() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    script(&world, [says(QUESTION)]);
    let page = open(&world, &edge, "oat_milk");
    let said = world.ask(&edge, page.opening(1));
    assert_eq!(said.status, 200, "{}", said.text());
    let reply = said.json();
    assert_eq!(
        (&reply["output"], &reply["finish"], &reply["request_id"]),
        (&json!(QUESTION), &json!("stop"), &json!(uuid(1)))
    );
    assert_eq!(reply["usage"], json!({"input": 900, "output": 40}));
    // 900 tokens at 1 dollar and 40 at 5 dollars a million.
    assert_eq!(reply["cost_nano_usd"], 900_000 + 200_000);
    assert_eq!(reply["budget_left"], json!({"calls": 59, "tokens": 190_000 - 940}));
    assert_eq!((&reply["model_class"], &reply["attempts"]), (&json!("question"), &json!(1)));
    holds_nothing_secret("the reply", &said.text());
    let researcher = open_as_researcher(&world, &edge);
    script(&world, [says(QUESTION)]);
    let told = world.ask(&edge, researcher.opening(2).without("origin")).json();
    assert_eq!(told["model"], "quick");
}

#[test]
fn fifty_calls_at_once_reach_a_provider_as_often_as_the_budget_says() {
    let mut limits = unhurried();
    limits.session = Spending { calls: 7, ..limits.session };
    let (edge, world) = (edge_with(|config| config.limits = Some(limits)), World::new());
    *world.usual.lock().unwrap() = Some(says(QUESTION));
    let page = open(&world, &edge, "oat_milk");
    let said = world.ask_all(&edge, (0..50).map(|number| page.opening(number)).collect());
    assert_eq!(said.iter().filter(|said| said.status == 200).count(), 7);
    assert_eq!(world.calls(), 7);
    let refusals: Vec<_> = said.iter().filter(|said| said.status != 200).map(Said::refusal).collect();
    assert!(refusals.iter().all(|refusal| *refusal == refused(ErrorCode::BudgetExhausted)), "{refusals:?}");
    assert_eq!(said.last().unwrap().json()["error"]["retryable"], false);
    assert_eq!(world.database.number("SELECT calls FROM session"), 7);
}

#[test]
fn retries_and_fallbacks_are_paid_from_the_same_budget() {
    let mut limits = unhurried();
    limits.session = Spending { calls: 4, ..limits.session };
    let (edge, world) = (edge_with(|config| config.limits = Some(limits)), World::new());
    *world.usual.lock().unwrap() = Some(fails(500, "api_error"));
    let page = open(&world, &edge, "oat_milk");
    for number in 0..20 {
        assert_ne!(world.ask(&edge, page.opening(number)).status, 200);
    }
    assert!(world.calls() <= 4, "{} requests went out", world.calls());
}

#[test]
fn the_same_request_is_answered_again_without_a_second_bill_for_ten_minutes() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    *world.usual.lock().unwrap() = Some(says(QUESTION));
    let page = open(&world, &edge, "oat_milk");
    let first = world.ask(&edge, page.opening(1));
    let again = world.ask(&edge, page.opening(1));
    assert_eq!((again.status, world.calls()), (200, 1));
    assert_eq!(first.json(), again.json());
    let other = page.opening(1).json(&json!({"turn": 0, "context": {"turns_left": 3}}));
    assert_eq!(world.ask(&edge, other).refusal(), refused(ErrorCode::Replay), "another body under the same id");
    let other_task = page.task("question_closing", 1, 0, &super::talk::opening());
    assert_eq!(world.ask(&edge, other_task).refusal(), refused(ErrorCode::Replay), "another task under the same id");
    let stranger = open(&world, &edge, "oat_milk");
    assert_eq!(world.ask(&edge, stranger.opening(1)).status, 200);
    assert_eq!(world.calls(), 2, "another session's id is another request");
    world.pass(600_000);
    assert_eq!(world.ask(&edge, page.opening(1)).status, 200);
    assert_eq!(world.calls(), 3, "kept for ten minutes and no longer");
}

#[test]
fn a_request_sent_twice_at_once_is_made_once() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    *world.usual.lock().unwrap() = Some(says(QUESTION));
    let page = open(&world, &edge, "oat_milk");
    let said = world.ask_all(&edge, vec![page.opening(1), page.opening(1)]);
    assert_eq!((said[0].status, said[1].refusal()), (200, refused(ErrorCode::RateLimited)));
    assert_eq!(said[1].json()["error"]["retryable"], true);
    assert_eq!(world.calls(), 1);
}

#[test]
fn a_request_that_failed_may_be_made_again_under_its_id() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    script(&world, [fails(401, "authentication_error"), fails(401, "authentication_error"), says(QUESTION)]);
    let page = open(&world, &edge, "oat_milk");
    assert_eq!(world.ask(&edge, page.opening(1)).refusal(), refused(ErrorCode::Upstream));
    assert_eq!(world.ask(&edge, page.opening(1)).status, 200);
}

#[test]
fn turns_come_in_order_and_a_renewal_takes_up_those_that_went_by() {
    let (edge, world) = (edge_with(|config| config.limits = Some(unhurried())), World::new());
    *world.usual.lock().unwrap() = Some(says("{\"a\": 1}"));
    let page = open(&world, &edge, "oat_milk");
    let mut number = 0;
    let mut ask = |turn: u32| {
        number += 1;
        world.ask(&edge, page.analysis(number, turn))
    };
    assert_eq!(ask(1).status, 200);
    assert_eq!(ask(1).status, 200, "a turn has several calls");
    assert_eq!(ask(2).status, 200);
    assert_eq!(ask(1).refusal(), refused(ErrorCode::TurnOrder), "an earlier turn");
    assert_eq!(ask(4).refusal(), refused(ErrorCode::TurnOrder), "a turn too far");
    let path = format!("sessions/{}/token", page.id);
    let renewal = Asked::new("POST", &path).bearing(&page.token).json(&json!({"turn": 6}));
    assert_eq!(world.ask(&edge, renewal).status, 200);
    assert_eq!(ask(2).refusal(), refused(ErrorCode::TurnOrder));
    assert_eq!(ask(6).status, 200);
}

#[test]
fn a_session_that_ended_asks_nobody_any_more() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    *world.usual.lock().unwrap() = Some(says(QUESTION));
    let page = open(&world, &edge, "oat_milk");
    assert_eq!(world.ask(&edge, page.opening(1)).status, 200);
    let end = Asked::new("DELETE", &format!("sessions/{}", page.id)).bearing(&page.token);
    assert_eq!(world.ask(&edge, end).status, 204);
    assert_eq!(world.ask(&edge, page.opening(2)).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(
        world.ask(&edge, page.opening(1)).refusal(),
        refused(ErrorCode::TokenInvalid),
        "its replies are forgotten"
    );
    assert_eq!(world.calls(), 1);
}

/// Everything a provider can do wrong, with what the page is told.
fn misbehaviours() -> Vec<(&'static str, Script, ErrorCode, &'static str)> {
    let packed = Script {
        headers: vec![("content-type", "application/json".to_owned()), ("content-encoding", "gzip".to_owned())],
        ..says("x")
    };
    let redirect =
        Script { headers: vec![("location", "http://127.0.0.1:9/".to_owned())], ..whole(307, "text/html", b"") };
    let endless_line =
        Script { end: End::Endless, pieces: vec![(1, [b"data: ".as_slice(), &[b'x'; 60_000]].concat())], ..says("x") };
    let comments = Script { end: End::Endless, pieces: vec![(900, b": keep-alive\n\n".to_vec())], ..says("x") };
    let says_bit = |end| Script { end, pieces: says(QUESTION).pieces[..4].to_vec(), ..says("x") };
    vec![
        ("does not know the key", fails(401, "authentication_error"), ErrorCode::Upstream, "auth"),
        ("forbids it", fails(403, "permission_error"), ErrorCode::Upstream, "permission"),
        ("wants money", fails(402, "billing_error"), ErrorCode::Upstream, "quota_exhausted"),
        ("is too busy", fails(429, "rate_limit_error"), ErrorCode::Unavailable, "rate_limited"),
        ("is overloaded", fails(529, "overloaded_error"), ErrorCode::Unavailable, "overloaded"),
        ("fails inside", fails(500, "api_error"), ErrorCode::Unavailable, "overloaded"),
        ("does not take the request", fails(400, "invalid_request_error"), ErrorCode::Upstream, "invalid_request"),
        (
            "answers HTML",
            whole(200, "text/html", format!("<html>{UPSTREAM}</html>").as_bytes()),
            ErrorCode::Upstream,
            "bad_output",
        ),
        ("answers garbage", whole(200, "application/json", &[0xff, 0x00, 0x7b]), ErrorCode::Upstream, "bad_output"),
        ("redirects", redirect, ErrorCode::Upstream, "invalid_request"),
        ("sends a packed body", packed, ErrorCode::Upstream, "bad_output"),
        ("sends a line without end", endless_line, ErrorCode::Upstream, "bad_output"),
        ("never answers", Script { after_ms: 10_000_000, ..says("x") }, ErrorCode::UpstreamTimeout, "timeout_total"),
        ("sends comments only", comments, ErrorCode::UpstreamTimeout, "timeout_total"),
        ("stops half-way", says_bit(End::Hangs), ErrorCode::UpstreamTimeout, "timeout_stall"),
        ("breaks off", says_bit(End::Breaks), ErrorCode::Upstream, "transport"),
        ("trickles for ever", streams(&"word ".repeat(100), 2_000), ErrorCode::UpstreamTimeout, "timeout_total"),
        ("writes markup", says("What about <img src=x onerror=alert(1)> milk?"), ErrorCode::Upstream, "bad_output"),
        ("writes an address", says("Would you look at https://evil.example/x?"), ErrorCode::Upstream, "bad_output"),
        ("asks for a password", says("Could you tell me your password please?"), ErrorCode::Upstream, "bad_output"),
        ("writes no question", says("I will not."), ErrorCode::Upstream, "bad_output"),
    ]
}

#[test]
fn whatever_a_provider_does_the_page_gets_a_code_of_ours_in_time() {
    for (what, script, code, kind) in misbehaviours() {
        let only_first = edge_with(|config| {
            config.env.remove("SECOND_KEY");
        });
        let world = World::new();
        *world.usual.lock().unwrap() = Some(script);
        let page = open(&world, &only_first, "oat_milk");
        let said = world.ask(&only_first, page.opening(1));
        assert_eq!(said.refusal(), refused(code), "it {what}: {}", said.text());
        assert_eq!(said.json()["error"]["kind"], kind, "it {what}");
        holds_nothing_secret(what, &said.text());
        assert!(world.passed() <= 11_000, "it {what}: {} ms passed, a question has 10 s", world.passed());
        let records = serde_json::to_string(&*world.records.lock().unwrap()).unwrap();
        holds_nothing_secret("the records", &records.replace("true-name", ""));
        assert!(!records.contains("true-name"), "records use the configuration's names");
        assert_eq!(world.database.number("SELECT COUNT(*) FROM call"), 0, "the reservation is gone");
        let calls = i64::try_from(world.calls()).unwrap();
        assert_eq!(world.database.number("SELECT calls FROM session"), calls, "every request was charged");
    }
}

#[test]
fn when_one_provider_fails_the_next_is_asked_and_it_is_said_which_choice_it_was() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    script(&world, [fails(401, "authentication_error"), completes(QUESTION)]);
    let page = open(&world, &edge, "oat_milk");
    let reply = world.ask(&edge, page.opening(1)).json();
    assert_eq!((&reply["output"], &reply["attempts"]), (&json!(QUESTION), &json!(2)));
    assert_eq!((&reply["model_class"], &reply["fallback_from"]), (&json!("question-2"), &json!("question")));
    assert_eq!(world.fetched.lock().unwrap()[1].url, "https://second.example/v1/chat/completions");
    let records = world.records.lock().unwrap();
    assert_eq!((records[0].model.as_str(), records[1].model.as_str()), ("quick", "spare"));
    assert_eq!(records[1].fallback_from.as_deref(), Some("quick"));
}

#[test]
fn a_price_nobody_knows_is_no_price_and_its_tokens_count() {
    let (edge, world) = (edge_with(|config| drop(config.env.remove("FIRST_KEY"))), World::new());
    script(&world, [completes(QUESTION)]);
    let page = open(&world, &edge, "oat_milk");
    let reply = world.ask(&edge, page.opening(1)).json();
    assert_eq!((reply.get("cost_nano_usd"), &reply["budget_left"]["tokens"]), (None, &json!(190_000 - 830)));
}

#[test]
fn a_study_without_models_and_an_endpoint_without_keys_call_nobody() {
    let silent = edge_with(|config| config.studies[0].study.models.clear());
    let in_page = edge_with(|config| config.studies[0].study.models = vec!["browser".to_owned()]);
    let keyless = edge_with(|config| config.env.clear());
    for edge in [silent, in_page, keyless] {
        let world = World::new();
        let page = open(&world, &edge, "oat_milk");
        let said = world.ask(&edge, page.opening(1));
        assert_eq!((said.refusal(), world.calls()), (refused(ErrorCode::Unavailable), 0));
        assert_eq!(said.json()["error"]["kind"], "unavailable");
    }
}

#[test]
fn a_model_that_tells_what_it_was_told_is_not_repeated() {
    let (edge, world) = (edge_with(|config| drop(config.env.remove("SECOND_KEY"))), World::new());
    let page = open(&world, &edge, "oat_milk");
    script(&world, [says(QUESTION)]);
    world.ask(&edge, page.opening(1));
    let sent: serde_json::Value = serde_json::from_slice(&world.fetched.lock().unwrap()[0].body).unwrap();
    let system = &sent["system"];
    let told = system.as_str().or_else(|| system[0]["text"].as_str()).unwrap();
    let plain: Vec<&str> = told.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).collect();
    let words: Vec<&str> = told.split_whitespace().collect();
    let run =
        words.windows(9).find(|run| run.iter().all(|word| plain.contains(word))).expect("nine plain words").join(" ");
    *world.usual.lock().unwrap() = Some(says(&format!("{run}?")));
    world.pass(60_000);
    let said = world.ask(&edge, page.opening(2));
    assert_eq!(said.refusal(), refused(ErrorCode::Upstream), "{run}: {}", said.text());
}

#[test]
fn a_study_whose_provider_fails_takes_nothing_from_another() {
    let edge = edge_with(|config| {
        config.limits = Some(unhurried());
        config.env.remove("SECOND_KEY");
        let calm = querent_engine::engine::study::Study { models: vec!["quick".to_owned()], ..study("meal_kit") };
        let origins = vec![PAGE.to_owned()];
        config.studies.push(querent_engine::edge::StudyConfig { study: calm, origins, ..oat_milk() });
    });
    let world = World::new();
    let [loud, calm] = [open(&world, &edge, "oat_milk"), open(&world, &edge, "meal_kit")];
    *world.usual.lock().unwrap() = Some(fails(500, "api_error"));
    for number in 0..10 {
        world.ask(&edge, loud.opening(number));
    }
    let before = world.calls();
    assert_eq!(world.ask(&edge, loud.opening(99)).refusal(), refused(ErrorCode::Unavailable));
    assert_eq!(world.calls(), before, "the provider is left alone by now");
    *world.usual.lock().unwrap() = Some(says("What comes to your mind first when you think of cooking?"));
    let said = world.ask(&edge, calm.opening(1));
    assert_eq!(said.status, 200, "{}", said.text());
}

#[test]
fn records_hold_numbers_and_blinded_names_and_the_database_no_word_of_anybody_for_long() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    script(&world, [says("{\"extraction\": {\"nodes\": [{\"label\": \"Erdmuthe\"}]}}")]);
    let page = open(&world, &edge, "oat_milk");
    assert_eq!(world.ask(&edge, page.analysis(1, 1)).status, 200);
    let records = serde_json::to_string(&*world.records.lock().unwrap()).unwrap();
    for word in [ANSWER, "Erdmuthe", page.id.as_str(), uuid(1).as_str(), page.token.as_str(), CANARY] {
        assert!(!records.contains(word), "{word} is in {records}");
    }
    let record = world.records.lock().unwrap()[0].clone();
    assert_eq!((record.usage.input, record.usage.output, record.attempt, record.turn), (900, 40, 1, 1));
    assert_eq!(record.cost_nano_usd, Some(1_100_000));
    assert_eq!(record.first_chunk_ms, Some(100));
    let kept = world.database.texts();
    assert!(!kept.contains(ANSWER) && !kept.contains(CANARY) && !kept.contains(&page.token), "{kept}");
    world.pass(86_400_000);
    script(&world, [says("{\"a\": 1}")]);
    let next_day = open(&world, &edge, "oat_milk");
    assert_eq!(world.ask(&edge, next_day.task("turn_analysis", 1, 1, &super::talk::answer())).status, 200);
    assert!(!world.database.texts().contains("Erdmuthe"), "kept replies lapse");
    assert_ne!(world.records.lock().unwrap()[1].call, record.call, "the same request is blinded anew each day");
}

#[test]
fn replies_that_are_too_long_are_cut_off_while_they_come() {
    let limits = EndpointLimits { output: 2_000, ..EndpointLimits::default() };
    let edge = edge_with(|config| {
        config.limits = Some(limits);
        config.env.remove("SECOND_KEY");
    });
    let world = World::new();
    *world.usual.lock().unwrap() = Some(says(&(0..5_000).map(|n: u32| n.to_string()).collect::<Vec<_>>().join(" ")));
    let page: Session = open(&world, &edge, "oat_milk");
    assert_eq!(world.ask(&edge, page.analysis(1, 1)).refusal(), refused(ErrorCode::Upstream));
}
