//! Controls 8 and 9: nothing is spent beyond a budget, whoever asks at the same time, whoever dies in between.

use querent_engine::edge::{
    EndpointLimits, Spending,
    budget::{Admission, BudgetedCall, CallDenial, Ledger, SessionOpening, Settlement},
};

use super::{database::Database, world::wait};

const NOW: u64 = 1_800_000_000_000;
const HASH: &str = "h";

fn most() -> Spending {
    Spending { calls: 1, input: 1_000, output: 200, nano_usd: 5_000_000 }
}

fn call<'a>(session: &'a str, name: &'a str) -> BudgetedCall<'a> {
    BudgetedCall { session, study: "oat", turn: 0, request: name, body_hash: HASH, hold: name, most: most() }
}

/// Limits under which only money counts: no pace, no crowd.
fn unhurried() -> EndpointLimits {
    EndpointLimits { call_every_ms: 0, concurrency: 1_000, ..EndpointLimits::default() }
}

fn opened(database: &Database, limits: &EndpointLimits, session: &str, study: &str) {
    let ledger = Ledger::new(database, limits);
    assert_eq!(wait(ledger.open(session, study, None, NOW)), Ok(SessionOpening::Opened));
}

fn admitted(database: &Database, limits: &EndpointLimits, call: &BudgetedCall<'_>, now: u64) -> Admission {
    wait(Ledger::new(database, limits).admit(call, now)).unwrap()
}

#[test]
fn fifty_calls_at_once_never_overshoot_what_a_session_may_spend() {
    let (database, mut limits) = (Database::new(), unhurried());
    limits.session = Spending { calls: 7, ..limits.session };
    opened(&database, &limits, "s", "oat");
    let names: Vec<String> = (0..50).map(|n| format!("r{n}")).collect();
    let fine = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for name in &names {
            let (database, limits, fine) = (&database, &limits, &fine);
            threads.spawn(move || match admitted(database, limits, &call("s", name), NOW) {
                Admission::Admitted => _ = fine.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
                Admission::Denied(refused) => assert_eq!(refused, CallDenial::BudgetSpent),
                Admission::Known(_) => panic!("never seen before"),
            });
        }
    });
    assert_eq!(fine.into_inner(), 7);
}

#[test]
fn each_of_calls_input_output_and_money_is_a_limit_of_session_study_and_endpoint() {
    for (what, limit) in [
        ("calls", Spending { calls: 2, input: 1 << 40, output: 1 << 40, nano_usd: 1 << 50 }),
        ("input", Spending { calls: 1 << 40, input: 2_999, output: 1 << 40, nano_usd: 1 << 50 }),
        ("output", Spending { calls: 1 << 40, input: 1 << 40, output: 400, nano_usd: 1 << 50 }),
        ("money", Spending { calls: 1 << 40, input: 1 << 40, output: 1 << 40, nano_usd: 14_999_999 }),
    ] {
        let none = Spending { calls: 1 << 40, input: 1 << 40, output: 1 << 40, nano_usd: 1 << 50 };
        for purse in 0..3 {
            let pick = |own| if own == purse { limit } else { none };
            let limits = EndpointLimits { session: pick(0), study_day: pick(1), endpoint_day: pick(2), ..unhurried() };
            let database = Database::new();
            for session in ["s1", "s2", "s3"] {
                opened(&database, &limits, session, if purse == 2 { session } else { "oat" });
            }
            // A session's own purse is filled by one session, the others by three.
            let sessions = if purse == 0 { ["s1"; 3] } else { ["s1", "s2", "s3"] };
            let results: Vec<Admission> = sessions
                .iter()
                .zip(["a", "b", "c"])
                .map(|(session, name)| {
                    let study = if purse == 2 { session } else { "oat" };
                    admitted(&database, &limits, &BudgetedCall { study, ..call(session, name) }, NOW)
                })
                .collect();
            let expected = [Admission::Admitted, Admission::Admitted, Admission::Denied(CallDenial::BudgetSpent)];
            assert_eq!(results, expected, "{what} of purse {purse}");
        }
    }
}

#[test]
fn what_was_held_and_not_spent_is_free_again_after_settling() {
    let (database, mut limits) = (Database::new(), unhurried());
    limits.session = Spending { input: 1_500, ..limits.session };
    opened(&database, &limits, "s", "oat");
    let ledger = Ledger::new(&database, &limits);
    assert_eq!(admitted(&database, &limits, &call("s", "a"), NOW), Admission::Admitted);
    assert_eq!(admitted(&database, &limits, &call("s", "b"), NOW), Admission::Denied(CallDenial::BudgetSpent));
    let spent = Spending { calls: 1, input: 400, output: 50, nano_usd: 7 };
    wait(ledger.settle(&call("s", "a"), spent, Settlement::Nothing, NOW)).unwrap();
    assert_eq!(wait(ledger.counters("s")).unwrap().unwrap().spent, spent);
    assert_eq!(admitted(&database, &limits, &call("s", "b"), NOW), Admission::Admitted);
    assert_eq!(database.number("SELECT nano_usd FROM spent WHERE purse = ''"), 7);
    assert_eq!(database.number("SELECT input FROM spent WHERE purse = 'oat'"), 400);
}

#[test]
fn a_call_that_died_is_released_after_five_minutes_and_not_before() {
    let (database, mut limits) = (Database::new(), unhurried());
    limits.session = Spending { calls: 1, ..limits.session };
    opened(&database, &limits, "s", "oat");
    assert_eq!(admitted(&database, &limits, &call("s", "dies"), NOW), Admission::Admitted);
    let later = |ms| admitted(&database, &limits, &call("s", "next"), NOW + ms);
    assert_eq!(later(299_999), Admission::Denied(CallDenial::BudgetSpent));
    assert_eq!(later(300_000), Admission::Admitted);
}

#[test]
fn a_further_attempt_is_reserved_like_the_first() {
    let (database, mut limits) = (Database::new(), unhurried());
    limits.session = Spending { calls: 3, ..limits.session };
    opened(&database, &limits, "s", "oat");
    let ledger = Ledger::new(&database, &limits);
    let first = call("s", "a");
    assert_eq!(admitted(&database, &limits, &first, NOW), Admission::Admitted);
    assert_eq!(wait(ledger.another(&first, NOW)), Ok(true));
    assert_eq!(wait(ledger.another(&first, NOW)), Ok(true));
    assert_eq!(wait(ledger.another(&first, NOW)), Ok(false), "three were all there were");
    assert_eq!(database.number("SELECT calls FROM call"), 3);
    assert_eq!(database.number("SELECT input FROM call"), 3_000);
}

#[test]
fn renewal_keeps_the_spent_budget_and_the_end_is_the_end() {
    let (database, limits) = (Database::new(), unhurried());
    opened(&database, &limits, "s", "oat");
    let ledger = Ledger::new(&database, &limits);
    assert_eq!(admitted(&database, &limits, &call("s", "a"), NOW), Admission::Admitted);
    let spent = Spending { calls: 1, input: 400, output: 50, nano_usd: 7 };
    wait(ledger.settle(&call("s", "a"), spent, Settlement::Reply("kept"), NOW)).unwrap();
    assert_eq!(wait(ledger.renew("s", 4, NOW)), Ok(true));
    let standing = wait(ledger.counters("s")).unwrap().unwrap();
    assert_eq!((standing.spent, standing.last_turn), (spent, 4));
    assert_eq!(wait(ledger.end("s", NOW)), Ok(true));
    assert_eq!(wait(ledger.end("s", NOW)), Ok(false));
    assert_eq!(wait(ledger.renew("s", 4, NOW)), Ok(false));
    assert_eq!(admitted(&database, &limits, &call("s", "b"), NOW), Admission::Denied(CallDenial::Ended));
    assert!(!database.texts().contains("kept"), "the reply is forgotten with the session");
}

#[test]
fn a_session_calls_four_times_at_one_go_and_then_once_a_second() {
    let (database, limits) = (Database::new(), EndpointLimits { concurrency: 1_000, ..EndpointLimits::default() });
    opened(&database, &limits, "s", "oat");
    let names: Vec<String> = (0..10).map(|n| format!("r{n}")).collect();
    let mut names = names.iter();
    let mut at = |ms| admitted(&database, &limits, &call("s", names.next().unwrap()), NOW + ms);
    for _ in 0..4 {
        assert_eq!(at(0), Admission::Admitted);
    }
    assert_eq!(at(400), Admission::Denied(CallDenial::TooFast(600)));
    assert_eq!(at(1_000), Admission::Admitted);
    assert_eq!(at(1_999), Admission::Denied(CallDenial::TooFast(1)));
    assert_eq!(at(2_000), Admission::Admitted);
    assert_eq!(at(2_001), Admission::Denied(CallDenial::TooFast(999)), "a rest of hours fills no more than four");
}

#[test]
fn two_calls_of_a_session_are_under_way_at_once_and_no_third() {
    let (database, limits) = (Database::new(), EndpointLimits::default());
    opened(&database, &limits, "s", "oat");
    opened(&database, &limits, "t", "oat");
    for (session, name, expected) in [
        ("s", "a", Admission::Admitted),
        ("s", "b", Admission::Admitted),
        ("s", "c", Admission::Denied(CallDenial::Busy)),
        ("t", "d", Admission::Admitted),
    ] {
        assert_eq!(admitted(&database, &limits, &call(session, name), NOW), expected, "{session} {name}");
    }
}

#[test]
fn a_noisy_study_takes_nothing_from_another() {
    let limits = EndpointLimits { study_concurrency: 3, concurrency: 10, ..unhurried() };
    let limits = EndpointLimits { study_day: Spending { calls: 5, ..limits.study_day }, ..limits };
    let database = Database::new();
    opened(&database, &limits, "loud", "oat");
    opened(&database, &limits, "calm", "commuting");
    let names: Vec<String> = (0..20).map(|n| format!("r{n}")).collect();
    let noise: Vec<Admission> =
        names.iter().map(|name| admitted(&database, &limits, &call("loud", name), NOW)).collect();
    assert_eq!(noise.iter().filter(|one| **one == Admission::Admitted).count(), 3);
    assert_eq!(noise.last(), Some(&Admission::Denied(CallDenial::Busy)));
    let calm = BudgetedCall { study: "commuting", ..call("calm", "mine") };
    assert_eq!(admitted(&database, &limits, &calm, NOW), Admission::Admitted);
}

#[test]
fn counters_lapse_after_a_day_and_replies_after_ten_minutes() {
    let (database, limits) = (Database::new(), unhurried());
    opened(&database, &limits, "s", "oat");
    let ledger = Ledger::new(&database, &limits);
    assert_eq!(admitted(&database, &limits, &call("s", "a"), NOW), Admission::Admitted);
    wait(ledger.settle(&call("s", "a"), most(), Settlement::Reply("kept"), NOW)).unwrap();
    let again = |ms| admitted(&database, &limits, &call("s", "a"), NOW + ms);
    assert_eq!(again(599_999), Admission::Known("kept".to_owned()));
    let rows = |table: &str| database.number(&format!("SELECT COUNT(*) FROM {table}"));
    assert_eq!(wait(ledger.open("t", "oat", Some("someone"), NOW + 600_001)), Ok(SessionOpening::Opened));
    assert_eq!(rows("call"), 0);
    assert_eq!(rows("session"), 2);
    assert_eq!(wait(ledger.open("u", "oat", Some("someone"), NOW + 2 * 86_400_000)), Ok(SessionOpening::Opened));
    assert_eq!((rows("session"), rows("spent"), rows("opened")), (1, 0, 2), "only what came last is left");
}
