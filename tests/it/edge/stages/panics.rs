//! Work that panics, in a run and around it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use querent_engine::edge::{conclude, jobs::recover};

use super::{
    crashes::{batches, is_consistent, scored},
    house::{House, report, reported, tools, with_models},
};
use crate::edge::{
    database::Faults,
    world::{End, Script},
};

fn panics() -> Script {
    Script { end: End::Panics, pieces: Vec::new(), ..report("52") }
}

/// Stages with their status, and how their error begins.
fn ends(house: &House) -> Vec<(String, String)> {
    house.table(
        "SELECT stage_type || ' ' || status, CASE WHEN error_message LIKE 'internal: %' THEN 'internal' ELSE error_message END
        FROM stage ORDER BY stage_index",
    )
}

#[test]
fn a_judge_that_panics_fails_its_own_run_by_name_and_the_next_one_is_held() {
    for (at, broken) in
        [(0, "synthesis failed"), (1, "exec_summary failed"), (2, "scoring failed"), (3, "scoring failed")]
    {
        let house = House::new(with_models);
        let before = house.record();
        let mut scripts: Vec<Script> = reported().into_iter().chain([report("52"), tools()]).collect();
        scripts[at] = panics();
        house.say(scripts);
        house.after();
        let ends = ends(&house);
        assert!(ends.contains(&(broken.to_owned(), "internal".to_owned())), "{at}: {ends:?}");
        assert_eq!(ends.iter().filter(|(status, _)| status.ends_with("completed")).count(), 3, "{at}: {ends:?}");
        is_consistent(&house, broken);
        assert_eq!(house.record(), before, "{broken}");
        house.world.scripts.lock().unwrap().clear();
        house.say([report("61"), tools()]);
        assert_eq!(house.ask("POST", "score").status, 202, "the executor is alive");
        assert_eq!(house.ask("GET", "score").json()["total_score"], 61, "{broken}");
    }
}

#[test]
fn a_question_whose_model_panics_is_failed_and_the_next_one_is_answered() {
    let house = House::new(with_models);
    let ask =
        || house.world.ask(&house.edge, house.asked("POST", "chat").json(&serde_json::json!({"question": "Why?"})));
    house.say([panics(), crate::edge::provider::says("For its taste [t1].")]);
    let broken = ask().json();
    assert_eq!(broken["stage"]["status"], "failed");
    assert_eq!(broken["stage"]["error_message"], "internal: the stage broke off");
    assert_eq!(broken["stage"]["result"]["question"], "Why?", "the question is kept, to be asked again");
    assert_eq!(ask().json()["stage"]["result"]["answer"], "For its taste [t1].");
}

#[test]
fn wherever_a_host_panics_no_run_is_under_way_for_ever_and_the_same_endpoint_scores_again() {
    let all = batches();
    for at in 0..all {
        let house = scored();
        let before = house.record();
        house.world.database.fail(Faults::Panics(at));
        // Whether it reaches whoever began it or not: what counts is what is left behind.
        let broke = catch_unwind(AssertUnwindSafe(|| house.run(conclude(&house.edge, &house.world, &house.id))));
        house.world.database.fail(Faults::None);
        let when = format!("batch {at} of {all} panics ({})", if broke.is_err() { "seen" } else { "caught" });
        is_consistent(&house, &when);
        assert_eq!(house.record(), before, "{when}");
        house.world.pass(61_000);
        house.world.scripts.lock().unwrap().clear();
        house.world.usual.lock().unwrap().replace(report("52"));
        house.run(recover(&house.edge, &house.world));
        is_consistent(&house, &when);
        let under_way = "SELECT COUNT(*) FROM stage WHERE status IN ('pending', 'active')";
        assert_eq!(house.world.database.number(under_way), 0, "{when}");
        assert_eq!(house.ask("POST", "score").status, 202, "{when}");
        assert_eq!(house.scores()[0]["status"], "completed", "{when}");
        assert_eq!(house.record(), before, "{when}");
    }
}
