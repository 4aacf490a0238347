//! Replies as events: pieces as the model writes them, then what it took, then the whole; or what went wrong.

use querent_engine::edge::ErrorCode;
use serde_json::json;

use super::{
    config::{edge_with, refused},
    provider::{completes, fails, says, streams},
    talk::open,
    world::{End, PAGE, Script, World},
};

const QUESTION: &str = "What comes to your mind first when you think of oat milk?";

#[test]
fn a_question_comes_word_by_word_then_its_tokens_then_all_of_it() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    world.scripts.lock().unwrap().push_back(streams(QUESTION, 20));
    let page = open(&world, &edge, "oat_milk");
    let said = world.ask(&edge, page.opening(1).with("accept", "text/event-stream"));
    assert_eq!((said.status, said.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(said.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(said.header("cache-control"), Some("no-store"));
    let events = said.events();
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[names.len() - 2..], ["usage", "done"]);
    let pieces: String =
        events.iter().filter(|(name, _)| name == "delta").map(|(_, data)| data["text"].as_str().unwrap()).collect();
    assert_eq!(pieces, QUESTION);
    assert!(events.len() > 10, "{names:?}");
    let done = &events.last().unwrap().1;
    assert_eq!((&done["output"], &done["budget_left"]["calls"]), (&json!(QUESTION), &json!(59)));
    let again = world.ask(&edge, page.opening(1).with("accept", "text/event-stream"));
    assert_eq!(again.events().last().unwrap().1["output"], QUESTION);
    assert_eq!(world.calls(), 1, "the same request costs nothing more as events either");
}

#[test]
fn a_call_that_fails_ends_with_an_error_event_and_one_that_is_refused_with_a_status() {
    let (edge, world) = (edge_with(|config| drop(config.env.remove("SECOND_KEY"))), World::new());
    *world.usual.lock().unwrap() = Some(fails(401, "authentication_error"));
    let page = open(&world, &edge, "oat_milk");
    let ask = |number| world.ask(&edge, page.opening(number).with("accept", "text/event-stream"));
    let events = ask(1).events();
    assert_eq!((events.len(), events[0].0.as_str()), (1, "error"));
    assert_eq!(events[0].1["error"]["code"], "upstream");
    let late = page.task("question_opening", 2, 9, &super::talk::opening()).with("accept", "text/event-stream");
    assert_eq!(world.ask(&edge, late).refusal(), refused(ErrorCode::TurnOrder));
}

#[test]
fn a_second_attempt_says_that_the_first_is_to_be_forgotten() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    let broken = Script { end: End::Breaks, pieces: says("What a strange").pieces[..4].to_vec(), ..says("") };
    world.scripts.lock().unwrap().extend([broken.clone(), says(QUESTION), completes(QUESTION)]);
    let page = open(&world, &edge, "oat_milk");
    let said = world.ask(&edge, page.opening(1).with("accept", "text/event-stream"));
    let deltas: Vec<_> = said.events().into_iter().filter(|(name, _)| name == "delta").map(|(_, data)| data).collect();
    let restart = deltas.iter().position(|data| data["restart"] == true).expect("a restart");
    assert!(restart > 0);
    let after: String = deltas[restart..].iter().map(|data| data["text"].as_str().unwrap()).collect();
    assert_eq!(after, QUESTION);
}

#[test]
fn whoever_goes_away_finds_the_reply_when_coming_back() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    world.scripts.lock().unwrap().push_back(streams(QUESTION, 20));
    let page = open(&world, &edge, "oat_milk");
    let mut leaving = page.opening(1).with("accept", "text/event-stream");
    leaving.leaves_after = Some(2);
    let cut = world.ask(&edge, leaving);
    assert!(!cut.text().contains("done"), "{}", cut.text());
    let back = world.ask(&edge, page.opening(1));
    assert_eq!((back.status, &back.json()["output"], world.calls()), (200, &json!(QUESTION), 1));
}

#[test]
fn a_reader_who_does_not_read_is_not_waited_for() {
    let (edge, world) = (edge_with(|_| {}), World::new());
    world.scripts.lock().unwrap().push_back(streams(QUESTION, 20));
    let page = open(&world, &edge, "oat_milk");
    let mut stuck = page.opening(1).with("accept", "text/event-stream");
    stuck.stops_reading = true;
    world.ask(&edge, stuck);
    assert!(world.passed() < 20_000, "{} ms", world.passed());
    assert_eq!(world.database.number("SELECT COUNT(*) FROM call WHERE is_settled = 1"), 1);
}
