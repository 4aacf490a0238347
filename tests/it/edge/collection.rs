//! Collection: entries come once, in order, from the page they belong to; what was acknowledged stays until it is deleted.

use std::sync::OnceLock;

use querent_engine::{
    edge::{Endpoint, ErrorCode, Maintenance, StudyConfig, chain_hash, maintain},
    engine::{
        interview::{Interview, Step},
        session::{Input, LogEntry, StoppedBy},
        study::{Privacy, Study},
    },
};
use serde_json::{Value, json};

use super::{
    asked::{Asked, Said},
    config::{SECRET, edge_with, refused, study},
    world::{PAGE, START, World, wait},
};

const DAY: u64 = 86_400_000;

/// The oat-milk study as it is collected, without any model.
fn collecting() -> Study {
    Study { collect: true, ..study("oat_milk") }
}

fn served(study: Study) -> StudyConfig {
    StudyConfig { study, origins: vec![PAGE.to_owned()], ticket_secret: None, is_test: false }
}

fn endpoint(study: Study) -> Endpoint {
    edge_with(|config| {
        config.studies = vec![served(study)];
        config.env.clear();
    })
}

fn kept_for(days: u32) -> Study {
    Study { privacy: Privacy { retention_days: Some(days), ..Privacy::default() }, ..collecting() }
}

/// A way to have a session deleted: its name, and what gives the status.
type Way<'a> = (&'a str, &'a dyn Fn(&Page) -> u16);

/// What a respondent's page holds of a session here.
struct Page {
    id: String,
    token: String,
    tasks: String,
    code: String,
    hash: String,
}

/// A session of its own for each number.
fn uuid(number: u32) -> String {
    format!("7b1e2a9c-0000-4000-8000-{number:012}")
}

impl Page {
    fn open(world: &World, edge: &Endpoint, number: u32) -> Self {
        let mut asked = Asked::new("POST", "sessions").json(&json!({"study": "oat_milk", "session": uuid(number)}));
        asked.request.address = Some(format!("192.0.2.{}", number % 200));
        let said = world.ask(edge, asked);
        assert_eq!(said.status, 201, "{}", said.text());
        let reply = said.json();
        let text = |key: &str| reply[key].as_str().unwrap_or_default().to_owned();
        Self {
            id: text("session"),
            token: text("events_token"),
            tasks: text("token"),
            code: text("deletion_code"),
            hash: collecting().hash(),
        }
    }

    fn upload(&self, from: usize, entries: &[String]) -> Asked {
        Asked::new("PUT", &format!("sessions/{}/events", self.id))
            .bearing(&self.token)
            .json(&json!({"from": from, "study_hash": self.hash, "entries": entries}))
    }

    fn send(&self, world: &World, edge: &Endpoint, from: usize, entries: &[String]) -> Said {
        world.ask(edge, self.upload(from, entries))
    }

    fn finish(&self, world: &World, edge: &Endpoint, entries: &[String]) -> Said {
        let hash = chain_hash(entries);
        let asked = Asked::new("POST", &format!("sessions/{}/finish", self.id)).bearing(&self.token);
        world.ask(edge, asked.json(&json!({"have": entries.len(), "hash": hash})))
    }

    fn delete(&self, world: &World, edge: &Endpoint) -> Said {
        world.ask(edge, Asked::new("DELETE", &format!("sessions/{}", self.id)).bearing(&self.token))
    }

    /// A whole interview, sent entry by entry and finished.
    fn interviewed(world: &World, edge: &Endpoint, number: u32) -> (Self, Vec<String>) {
        let page = Self::open(world, edge, number);
        let log = log_of(&page.id, number);
        for (place, entry) in log.iter().enumerate() {
            let said = page.send(world, edge, place, std::slice::from_ref(entry));
            assert_eq!(said.status, 200, "{}", said.text());
        }
        assert_eq!(page.finish(world, edge, &log).status, 200);
        (page, log)
    }
}

const ANSWERS: [&str; 3] = [
    "It is creamy in my coffee, so I feel that my morning begins well with Erdmuthe.",
    "Because it foams so well that it feels like the café.",
    "It matters because I like to take my time.",
];

/// The log of an interview held by the rules, as its page would send it.
fn log_of(session: &str, number: u32) -> Vec<String> {
    static HELD: OnceLock<Vec<String>> = OnceLock::new();
    let mut log = HELD.get_or_init(|| held(&uuid(0))).clone();
    // Only the start says whose it is and when it was.
    log[0] = log[0].replace(&uuid(0), session).replace(&START.to_string(), &(START + u64::from(number)).to_string());
    log
}

fn held(session: &str) -> Vec<String> {
    let mut interview = Interview::new(collecting()).unwrap();
    let at = START;
    let start = Input::Start { session: session.to_owned(), seed: 0, locale: "en".to_owned(), at };
    let mut step = interview.handle(start).unwrap();
    for (turn, text) in (1..).zip(ANSWERS) {
        assert!(matches!(step, Step::Ask { .. }));
        let answer = Input::Answer { text: text.to_owned(), at: at + turn * 1_000, manner: None };
        step = interview.handle(answer).unwrap();
    }
    step = interview.handle(Input::Stop { by: StoppedBy::Respondent, at: at + 9_000 }).unwrap();
    assert!(matches!(step, Step::Finished { .. }));
    interview.log().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect()
}

fn remark(text: &str) -> String {
    let said =
        Input::Remark { text: text.to_owned(), fit: Some(4), correction: String::new(), disputed: vec![], at: START };
    serde_json::to_string(&LogEntry::Input(said)).unwrap()
}

fn researcher(method: &str, path: &str) -> Asked {
    Asked::new(method, path).without("origin").bearing(SECRET)
}

fn list(world: &World, edge: &Endpoint, query: &str) -> Value {
    let said = world.ask(edge, researcher("GET", &format!("sessions?{query}")));
    assert_eq!(said.status, 200, "{}", said.text());
    said.json()
}

fn names(page: &Value) -> Vec<String> {
    let sessions = page["sessions"].as_array().unwrap();
    sessions.iter().map(|session| session["session"].as_str().unwrap().to_owned()).collect()
}

fn world() -> (Endpoint, World) {
    (endpoint(collecting()), World::new())
}

#[test]
fn a_session_is_collected_without_any_model_and_its_respondent_gets_a_code() {
    let (edge, world) = world();
    let (page, log) = Page::interviewed(&world, &edge, 1);
    assert_eq!(page.code.len(), 14, "{}", page.code);
    assert_eq!(world.calls(), 0);
    let listed = list(&world, &edge, "");
    let found = &listed["sessions"][0];
    assert_eq!(listed["total"], 1);
    assert_eq!(found["session"], page.id);
    assert_eq!((&found["status"], &found["replays"]), (&json!("completed"), &json!(true)));
    assert_eq!((&found["answers"], &found["entries"]), (&json!(3), &json!(log.len())));
    assert_eq!(found["reason"], "respondent_stopped");
    assert_eq!((&found["latest_score"], &found["scoring_status"]), (&Value::Null, &json!("not_scored")));
    assert_eq!(world.ask(&edge, Asked::new("GET", "health")).json()["collects"], true);
    assert!(!world.database.texts().contains(&page.code), "the code itself is not kept");
}

#[test]
fn the_overview_brought_forward_entry_by_entry_is_that_of_the_whole_file() {
    let (edge, world) = world();
    let (page, _) = Page::interviewed(&world, &edge, 1);
    let record = world.ask(&edge, researcher("GET", &format!("sessions/{}", page.id))).json();
    let whole = querent_engine::engine::session::Overview::of(&record["session"].to_string()).unwrap();
    let listed: querent_engine::engine::session::Overview = serde_json::from_value(record["overview"].clone()).unwrap();
    assert_eq!(listed, whole);
}

#[test]
fn uploads_may_be_repeated_and_overlap_and_nothing_is_there_twice() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    let hash = chain_hash(&log[..3]);
    for _ in 0..3 {
        let said = page.send(&world, &edge, 0, &log[..3]);
        assert_eq!((said.status, said.json()), (200, json!({"have": 3, "hash": hash})));
    }
    assert_eq!(page.send(&world, &edge, 1, &log[1..5]).json()["have"], 5);
    assert_eq!(page.send(&world, &edge, 0, &log[..2]).json()["have"], 5, "all there");
    assert_eq!(page.send(&world, &edge, 5, &[]).json()["have"], 5, "a question where it stands");
    assert_eq!(world.database.number("SELECT COUNT(*) FROM event"), 5);
}

#[test]
fn uploads_at_the_same_moment_leave_each_entry_once() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    let all: Vec<Asked> = (0..20).map(|most| page.upload(0, &log[..=most % log.len()])).collect();
    for said in world.ask_all(&edge, all) {
        assert_eq!(said.status, 200, "{}", said.text());
    }
    let said = page.send(&world, &edge, 0, &log);
    assert_eq!(said.json(), json!({"have": log.len(), "hash": chain_hash(&log)}));
    assert_eq!(world.database.number("SELECT COUNT(*) FROM event"), i64::try_from(log.len()).unwrap());
}

#[test]
fn a_gap_and_a_difference_are_refused_with_what_is_there() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    assert_eq!(page.send(&world, &edge, 1, &log[1..3]).refusal(), refused(ErrorCode::Gap), "reordered");
    page.send(&world, &edge, 0, &log[..2]);
    let said = page.send(&world, &edge, 4, &log[4..]);
    assert_eq!((said.refusal(), &said.json()["have"]), (refused(ErrorCode::Gap), &json!(2)));
    let mut other = log.clone();
    other[1] = remark("not what was sent before");
    let said = page.send(&world, &edge, 0, &other[..3]);
    assert_eq!((said.refusal(), &said.json()["have"]), (refused(ErrorCode::Conflict), &json!(2)));
    assert_eq!(world.database.number("SELECT COUNT(*) FROM event"), 2, "nothing of it was taken");
    assert_eq!(page.send(&world, &edge, 2, &log[2..]).status, 200, "and it goes on from there");
}

#[test]
fn what_is_no_entry_of_this_session_is_refused_by_its_place() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    let field = |entries: &[String]| {
        let said = page.send(&world, &edge, 0, entries);
        (said.refusal(), said.json()["error"]["field"].clone())
    };
    let invalid = |place: usize| (refused(ErrorCode::FieldInvalid), json!(format!("entries[{place}]")));
    for bad in ["", "{}", "[]", "null", r#"{"entry":"input"}"#, r#"{"entry":"other"}"#, "{\"entry\"", "\u{0}"] {
        assert_eq!(field(&[log[0].clone(), bad.to_owned()]), invalid(1), "{bad}");
    }
    assert_eq!(field(&log[1..2]), invalid(0), "a log begins with its start");
    assert_eq!(field(&log_of(&uuid(2), 2)[..1]), invalid(0), "the start of another session");
    let cut = log[2][..log[2].len() / 2].to_owned();
    assert_eq!(field(&[log[0].clone(), log[1].clone(), cut]), invalid(2), "cut");
    let too_long = remark(&"x".repeat(300 << 10));
    let said = page.send(&world, &edge, 0, &[log[0].clone(), too_long]);
    assert_eq!((said.refusal(), &said.json()["error"]["field"]), (refused(ErrorCode::TooLarge), &json!("entries[1]")));
    let mut huge = page.upload(0, &[]);
    huge.body = vec![vec![b' '; 600 << 10], vec![b' '; 600 << 10]];
    assert_eq!(world.ask(&edge, huge).refusal(), refused(ErrorCode::TooLarge));
    let mut wrong = Page { hash: "0".repeat(64), ..Page::open(&world, &edge, 3) };
    assert_eq!(wrong.send(&world, &edge, 0, &log_of(&wrong.id, 3)).refusal(), refused(ErrorCode::StudyChanged));
    wrong.hash = page.hash.clone();
    assert_eq!(wrong.send(&world, &edge, 0, &log_of(&wrong.id, 3)).status, 200);
    assert_eq!(world.database.number("SELECT COUNT(*) FROM event WHERE session LIKE '%1'"), 0);
}

#[test]
fn a_log_ends_at_two_thousand_entries() {
    let edge = edge_with(|config| {
        config.studies = vec![served(collecting())];
        config.limits.as_mut().unwrap().entries = 4;
    });
    let world = World::new();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    assert_eq!(page.send(&world, &edge, 0, &log[..5]).refusal(), refused(ErrorCode::SessionFull));
    assert_eq!(page.send(&world, &edge, 0, &log[..4]).status, 200);
    assert_eq!(page.send(&world, &edge, 4, &log[4..5]).refusal(), refused(ErrorCode::SessionFull));
}

#[test]
fn only_the_events_token_of_the_session_itself_appends() {
    let (edge, world) = world();
    let (one, other) = (Page::open(&world, &edge, 1), Page::open(&world, &edge, 2));
    let log = log_of(&one.id, 1);
    let with = |token: &str| world.ask(&edge, one.upload(0, &log).bearing(token));
    assert_eq!(with(&other.token).refusal(), refused(ErrorCode::Scope));
    assert_eq!(with(&one.tasks).refusal(), refused(ErrorCode::Scope));
    assert_eq!(with(SECRET).refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(with("").refusal(), refused(ErrorCode::TokenInvalid));
    assert_eq!(
        world.ask(&edge, one.upload(0, &log).without("authorization")).refusal(),
        refused(ErrorCode::TokenInvalid)
    );
    assert_eq!(
        world.ask(&edge, one.upload(0, &log).with("origin", "https://evil.example")).refusal(),
        refused(ErrorCode::Origin)
    );
    assert_eq!(world.ask(&edge, one.upload(0, &log).without("origin")).refusal(), refused(ErrorCode::Origin));
    let stolen = Page { id: one.id.clone(), ..other };
    assert_eq!(stolen.finish(&world, &edge, &[]).refusal(), refused(ErrorCode::Scope));
    assert_eq!(stolen.delete(&world, &edge).refusal(), refused(ErrorCode::Scope));
    let again = Asked::new("POST", "sessions").json(&json!({"study": "oat_milk", "session": one.id}));
    world.pass(2 * DAY);
    Page::open(&world, &edge, 3);
    assert_eq!(world.ask(&edge, again).refusal(), refused(ErrorCode::Replay), "nobody opens a kept session anew");
}

#[test]
fn a_page_without_a_network_for_weeks_sends_its_log_under_a_study_that_was_replaced() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    page.send(&world, &edge, 0, &log[..3]);
    world.pass(29 * DAY);
    let later = endpoint(Study { version: "2".to_owned(), ..collecting() });
    Page::open(&world, &later, 2);
    assert_eq!(world.database.number("SELECT COUNT(*) FROM session WHERE id LIKE '%1'"), 0, "its counters have lapsed");
    assert_eq!(page.send(&world, &later, 3, &log[3..]).status, 200);
    let renewed = world.ask(&later, Asked::new("POST", &format!("sessions/{}/token", page.id)).bearing(&page.token));
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    world.pass(2 * DAY);
    assert_eq!(page.finish(&world, &later, &log).refusal(), refused(ErrorCode::TokenExpired));
    let page = Page { token: renewed.json()["token"].as_str().unwrap().to_owned(), ..page };
    assert_eq!(page.finish(&world, &later, &log).status, 200);
    assert_eq!(list(&world, &later, "")["sessions"][0]["replays"], true);
}

#[test]
fn a_session_is_finished_once_by_its_own_count_and_hash() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let log = log_of(&page.id, 1);
    page.send(&world, &edge, 0, &log[..4]);
    assert_eq!(list(&world, &edge, "")["sessions"][0]["status"], "in_progress");
    let said = page.finish(&world, &edge, &log);
    assert_eq!((said.refusal(), &said.json()["have"]), (refused(ErrorCode::Gap), &json!(4)));
    assert_eq!(page.finish(&world, &edge, &log[..3]).refusal(), refused(ErrorCode::Conflict));
    let mut other = log.clone();
    other[2] = remark("other");
    assert_eq!(page.finish(&world, &edge, &other[..4]).refusal(), refused(ErrorCode::Conflict));
    page.send(&world, &edge, 4, &log[4..]);
    for _ in 0..2 {
        let said = page.finish(&world, &edge, &log);
        assert_eq!((said.status, &said.json()["status"]), (200, &json!("completed")));
    }
    let more = page.send(&world, &edge, log.len(), &[log[1].clone()]);
    assert_eq!(more.refusal(), refused(ErrorCode::Finished));
    assert_eq!(page.send(&world, &edge, log.len(), &[remark("thank you")]).status, 200, "a remark follows the end");
    let listed = list(&world, &edge, "");
    assert_eq!((&listed["sessions"][0]["fit"], &listed["sessions"][0]["status"]), (&json!(4), &json!("completed")));
    assert_eq!(listed["sessions"][0]["reason"], "respondent_stopped");
}

#[test]
fn a_log_that_does_not_replay_is_kept_and_says_so() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    let mut log = log_of(&page.id, 1);
    let place =
        log.iter().position(|entry| entry.contains(r#""entry":"asked""#) && entry.contains("\"turn\":2")).unwrap();
    let mut asked: Value = serde_json::from_str(&log[place]).unwrap();
    asked["digest"] = json!("0000000000000000");
    log[place] = asked.to_string();
    assert_eq!(page.send(&world, &edge, 0, &log).status, 200);
    assert_eq!(page.finish(&world, &edge, &log).status, 200);
    let found = &list(&world, &edge, "")["sessions"][0];
    assert_eq!((&found["replays"], &found["status"]), (&json!(false), &json!("completed")));
}

#[test]
fn a_study_that_does_not_collect_keeps_nothing() {
    let (edge, world) = (endpoint(study("oat_milk")), World::new());
    let page = Page::open(&world, &edge, 1);
    assert_eq!(page.code, "");
    assert_eq!(page.send(&world, &edge, 0, &log_of(&page.id, 1)).refusal(), refused(ErrorCode::NotCollected));
    assert_eq!(list(&world, &edge, "")["total"], 0);
    assert_eq!(world.ask(&edge, Asked::new("GET", "health")).json()["collects"], false);
}

/// Every table that could hold something of a session.
fn leftovers(world: &World) -> Vec<(String, i64)> {
    let tables: Vec<String> = {
        let connection = world.database.0.lock().unwrap();
        let mut query = connection
            .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            .unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    // Counters of a session that has ended lapse by themselves within a day.
    let counters = ["session", "spent", "opened"];
    let own = tables.into_iter().filter(|table| !counters.contains(&table.as_str()));
    own.map(|table| (table.clone(), world.database.number(&format!("SELECT COUNT(*) FROM {table}"))))
        .filter(|(_, rows)| *rows > 0)
        .collect()
}

#[test]
fn deleting_a_session_in_any_way_leaves_nothing_of_it_in_any_table() {
    let (edge, world) = world();
    let by_page = |page: &Page| page.delete(&world, &edge).status;
    let by_code = |page: &Page| {
        let typed = page.code.to_lowercase().replace('-', " ");
        world.ask(&edge, Asked::new("POST", "deletions").json(&json!({"code": typed}))).status
    };
    let by_researcher = |page: &Page| world.ask(&edge, researcher("DELETE", &format!("records/{}", page.id))).status;
    let ways: [Way<'_>; 3] = [("page", &by_page), ("code", &by_code), ("researcher", &by_researcher)];
    for (number, (way, delete)) in (1..).zip(ways) {
        let (page, log) = Page::interviewed(&world, &edge, number);
        assert!(!leftovers(&world).is_empty());
        assert_eq!(delete(&page), 204, "{way}");
        assert_eq!(leftovers(&world), [], "{way}");
        assert!(!world.database.texts().contains("Erdmuthe"), "{way}");
        assert_eq!(page.send(&world, &edge, 0, &log).refusal(), refused(ErrorCode::Gone), "{way}: nothing comes back");
        assert_eq!(page.finish(&world, &edge, &log).refusal(), refused(ErrorCode::Gone), "{way}");
        assert_eq!(list(&world, &edge, "")["total"], 0, "{way}");
        let said = world.ask(&edge, researcher("GET", &format!("sessions/{}", page.id)));
        assert_eq!(said.refusal(), refused(ErrorCode::NotFound), "{way}");
    }
}

#[test]
fn a_study_goes_with_its_last_session_and_comes_back_with_the_next() {
    let (edge, world) = world();
    let studies = || world.database.number("SELECT COUNT(*) FROM collected_study");
    let [one, other] = [1, 2].map(|number| Page::open(&world, &edge, number));
    assert_eq!(one.delete(&world, &edge).status, 204);
    assert_eq!(studies(), 1, "another session is of it");
    assert_eq!(other.delete(&world, &edge).status, 204);
    assert_eq!(studies(), 0);
    let (page, _) = Page::interviewed(&world, &edge, 3);
    assert_eq!(studies(), 1);
    assert_eq!(list(&world, &edge, "")["sessions"][0]["session"], page.id.as_str());
    assert_eq!(list(&world, &edge, "")["sessions"][0]["replays"], true);
    world.database.execute("INSERT INTO collected_study (hash, study) VALUES ('left over', '{}')");
    wait(maintain(&edge, &world)).unwrap();
    assert_eq!(studies(), 1, "what an earlier version left behind goes, too");
}

#[test]
fn nobody_learns_from_a_deletion_which_codes_there_are() {
    let (edge, world) = world();
    let (page, _) = Page::interviewed(&world, &edge, 1);
    let ask = |code: &str| world.ask(&edge, Asked::new("POST", "deletions").json(&json!({"code": code})));
    let wrong = ask("0000-0000-0000");
    assert_eq!((wrong.status, wrong.body.len()), (204, 0));
    assert_eq!(list(&world, &edge, "")["total"], 1);
    assert_eq!(ask("0000-0000").refusal(), refused(ErrorCode::FieldInvalid));
    let right = ask(&page.code);
    assert_eq!((right.status, right.headers), (wrong.status, wrong.headers));
    for _ in 0..28 {
        assert_eq!(ask("0000-0000-0000").status, 204);
    }
    assert_eq!(ask("0000-0000-0000").refusal(), refused(ErrorCode::RateLimited));
    world.pass(3_600_000);
    assert_eq!(ask("0000-0000-0000").status, 204);
}

#[test]
fn sessions_go_when_their_time_is_over_and_not_before() {
    let edge = endpoint(kept_for(7));
    let world = World::new();
    let page = Page { hash: kept_for(7).hash(), ..Page::open(&world, &edge, 1) };
    let log = log_of(&page.id, 1);
    world.pass(3 * DAY);
    assert_eq!(page.send(&world, &edge, 0, &log).status, 200, "the last word counts, not the first");
    world.pass(7 * DAY - 1);
    assert_eq!(wait(maintain(&edge, &world)).unwrap().forgotten, 0);
    assert_eq!(list(&world, &edge, "")["total"], 1);
    world.pass(1);
    assert_eq!(list(&world, &edge, "")["total"], 0, "also where nobody tends it");
    assert_eq!(leftovers(&world), []);
    let (edge, page) = (endpoint(collecting()), Page::interviewed(&world, &endpoint(collecting()), 2).0);
    world.pass(400 * DAY);
    assert_eq!(wait(maintain(&edge, &world)).unwrap().forgotten, 0, "without a limit it stays");
    let shorter = endpoint(kept_for(399));
    assert_eq!(wait(maintain(&shorter, &world)).unwrap().forgotten, 1, "a study that became stricter counts");
    assert!(!world.database.texts().contains(&page.id));
}

#[test]
fn a_session_nobody_can_write_to_any_more_has_ended() {
    let (edge, world) = world();
    let page = Page::open(&world, &edge, 1);
    page.send(&world, &edge, 0, &log_of(&page.id, 1)[..4]);
    Page::open(&world, &edge, 2);
    world.pass(30 * DAY - 1);
    assert_eq!(wait(maintain(&edge, &world)).unwrap(), Maintenance::default());
    world.pass(1);
    let tended = wait(maintain(&edge, &world)).unwrap();
    assert_eq!((tended.ended, tended.forgotten), (1, 1), "and one of which nothing ever came is forgotten");
    assert_eq!(list(&world, &edge, "")["sessions"][0]["status"], "timed_out");
}

#[test]
fn a_finish_whose_process_died_is_concluded_later() {
    let (edge, world) = world();
    let (page, _) = Page::interviewed(&world, &edge, 1);
    let undo = format!("UPDATE collected SET outcome = NULL, replays = NULL WHERE session = '{}'", page.id);
    world.database.0.lock().unwrap().execute(&undo, []).unwrap();
    assert_eq!(wait(maintain(&edge, &world)).unwrap().concluded, 0, "it may be under way");
    world.pass(60_000);
    assert_eq!(wait(maintain(&edge, &world)).unwrap().concluded, 1);
    assert_eq!(list(&world, &edge, "")["sessions"][0]["replays"], true);
}

#[test]
fn a_list_is_sorted_filtered_and_read_page_by_page() {
    let (edge, world) = world();
    for number in 1..=7 {
        let page = Page::open(&world, &edge, number);
        let log = log_of(&page.id, number);
        page.send(&world, &edge, 0, &log[..(number as usize).min(log.len())]);
    }
    Page::open(&world, &edge, 8);
    let newest = list(&world, &edge, "limit=3");
    assert_eq!((newest["total"].clone(), names(&newest)), (json!(7), vec![uuid(7), uuid(6), uuid(5)]), "no empty one");
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = list(&world, &edge, &format!("sort_by=started_at&order=asc&limit=2&cursor={cursor}"));
        seen.extend(names(&page));
        let Some(next) = page["next"].as_str() else { break };
        cursor = next.to_owned();
    }
    assert_eq!(seen, (1..=7).map(uuid).collect::<Vec<_>>());
    let scored = "INSERT INTO session_score (score_id, session_id, stage_index, score_triggered_by, status, started_at,
        total_score, rubric_version) VALUES ('s' || ?1, ?1, 1, 'auto', ?2, ?3, ?4, 1)";
    for (number, status, at, total) in
        [(2, "completed", 1, Some(80)), (4, "completed", 1, Some(90)), (4, "failed", 2, None)]
    {
        let scored = scored.replace("'s' ||", &format!("'{at}' ||"));
        let row = rusqlite::params![uuid(number), status, at, total];
        world.database.0.lock().unwrap().execute(&scored, row).unwrap();
    }
    assert_eq!(names(&list(&world, &edge, "sort_by=score&limit=2")), [uuid(4), uuid(2)]);
    assert_eq!(
        names(&list(&world, &edge, "sort_by=score&order=asc&limit=2")),
        [uuid(2), uuid(4)],
        "unscored ones last"
    );
    assert_eq!(names(&list(&world, &edge, "scoring_status=scored")), [uuid(2)]);
    let failed = list(&world, &edge, "scoring_status=scoring_failed");
    assert_eq!((names(&failed), &failed["sessions"][0]["latest_score"]), (vec![uuid(4)], &json!(90)));
    assert_eq!(list(&world, &edge, "scoring_status=not_scored")["total"], 5);
    assert_eq!(list(&world, &edge, "study=oat_milk")["total"], 7);
    assert_eq!(list(&world, &edge, "study=other")["total"], 0);
    for (query, field) in
        [("sort_by=sql", "sort_by"), ("order=up", "order"), ("limit=x", "limit"), ("cursor=x", "cursor"), ("x=1", "x")]
    {
        let said = world.ask(&edge, researcher("GET", &format!("sessions?{query}")));
        assert_eq!((said.refusal(), &said.json()["error"]["field"]), (refused(ErrorCode::FieldInvalid), &json!(field)));
    }
}

#[test]
fn records_are_for_whoever_knows_the_secret() {
    let (edge, world) = world();
    let (page, _) = Page::interviewed(&world, &edge, 1);
    for (method, path) in [
        ("GET", "sessions".to_owned()),
        ("GET", format!("sessions/{}", page.id)),
        ("GET", "records".to_owned()),
        ("POST", "records".to_owned()),
        ("DELETE", format!("records/{}", page.id)),
    ] {
        for token in [page.token.as_str(), page.tasks.as_str(), "", "wrong"] {
            let said = world.ask(&edge, Asked::new(method, &path).bearing(token));
            assert_eq!(said.refusal(), refused(ErrorCode::TokenInvalid), "{method} {path}");
        }
    }
    assert_eq!(list(&world, &edge, "")["total"], 1);
}

#[test]
fn every_record_is_exported_and_taken_in_elsewhere_byte_by_byte() {
    let (edge, here) = world();
    let logs: Vec<Vec<String>> = (1..=3).map(|number| Page::interviewed(&here, &edge, number).1).collect();
    let text = here.ask(&edge, researcher("GET", "records")).text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].contains(&logs[0].join(",")), "entries are laid down as they came");
    let there = World::new();
    for line in &lines {
        let mut asked = researcher("POST", "records").with("content-type", "application/json");
        asked.body = vec![line.as_bytes().to_vec()];
        let said = there.ask(&edge, asked.clone());
        assert_eq!(said.status, 201, "{}", said.text());
        assert_eq!(there.ask(&edge, asked).refusal(), refused(ErrorCode::Exists));
    }
    assert_eq!(there.ask(&edge, researcher("GET", "records")).text(), text);
    assert_eq!(list(&there, &edge, "limit=1000"), list(&here, &edge, "limit=1000"));
}

#[test]
fn an_export_is_sent_line_by_line_however_long_it_is() {
    let (edge, world) = world();
    for number in 1..=60 {
        let page = Page::open(&world, &edge, number);
        assert_eq!(page.send(&world, &edge, 0, &log_of(&page.id, number)[..2]).status, 200);
    }
    let said = world.ask(&edge, researcher("GET", "records"));
    assert_eq!((said.status, said.header("x-records"), said.is_whole), (200, Some("60"), true));
    assert_eq!(said.header("content-type"), Some("application/x-ndjson"));
    assert_eq!(said.text().lines().count(), 60);
    let mut leaving = researcher("GET", "records?study=oat_milk");
    leaving.leaves_after = Some(3);
    assert_eq!(world.ask(&edge, leaving).text().lines().count(), 3, "a line a piece, and none for whoever has gone");
    assert_eq!(world.ask(&edge, researcher("GET", "records?study=other")).text(), "");
}

#[test]
fn a_record_that_was_altered_or_is_none_is_not_taken_in() {
    let (edge, world) = world();
    let (page, _) = Page::interviewed(&world, &edge, 1);
    let record = world.ask(&edge, researcher("GET", &format!("sessions/{}", page.id))).text();
    assert_eq!(world.ask(&edge, researcher("DELETE", &format!("records/{}", page.id))).status, 204);
    let import = |record: &str| {
        let mut asked = researcher("POST", "records").with("content-type", "application/json");
        asked.body = vec![record.as_bytes().to_vec()];
        world.ask(&edge, asked)
    };
    let hash = format!("\"study_hash\":\"{}\",\"versions\"", page.hash);
    for (from, to, named) in [
        (hash.as_str(), "\"study_hash\":\"0\",\"versions\"", json!("session.study_hash")),
        ("\"title\":\"", "\"title\":\"Not ", json!("session.study_hash")),
        ("\"log\":[", "\"log\":[{},", json!("session.log[0]")),
        ("\"session\":{\"format\":1", "\"session\":{\"format\":9", json!("session.format")),
        ("\"record_format\":1", "\"record_format\":7", json!("record_format")),
        ("\"stages\":[", "\"stages\":[7,", json!("stages[0]")),
    ] {
        let altered = record.replacen(from, to, 1);
        assert_ne!(altered, record, "{from}");
        let said = import(&altered);
        assert_eq!(
            (said.refusal(), &said.json()["error"]["field"]),
            (refused(ErrorCode::FieldInvalid), &named),
            "{from}"
        );
    }
    assert_eq!(import("[]").refusal(), refused(ErrorCode::BadRequest));
    assert_eq!(
        import(&record[..record.floor_char_boundary(record.len() / 2)]).refusal(),
        refused(ErrorCode::BadRequest),
        "cut"
    );
    assert_eq!(list(&world, &edge, "")["total"], 0);
    let (from, to) = (record.find("{\"format\"").unwrap(), record.find(",\"stages\":[").unwrap());
    assert_eq!(import(&record[from..to]).status, 201, "a session file is taken in, too");
    assert_eq!(list(&world, &edge, "")["sessions"][0]["replays"], true);
}
