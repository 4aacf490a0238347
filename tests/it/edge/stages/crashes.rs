//! A database that fails, at every point of a run.

use querent_engine::edge::{conclude, jobs::recover};

use super::house::{House, report, reported, short, tools, with_models};
use crate::edge::{config::edge_with, database::Faults, world::World};

/// The rows of a run agree with each other: they stand as one.
pub(super) fn is_consistent(house: &House, when: &str) {
    let rows = house.table(
        "SELECT s.status || '/' || COALESCE((SELECT e.status FROM execution e WHERE e.stage_id = s.stage_id), 'none'),
            s.stage_type || '/' || COALESCE((SELECT c.status FROM session_score c WHERE c.stage_id = s.stage_id), '')
        FROM stage s ORDER BY s.stage_index",
    );
    for (statuses, kinds) in rows {
        let (stage, execution) = statuses.split_once('/').unwrap();
        assert_eq!(stage, execution, "{when}");
        if let Some(score) = kinds.strip_prefix("scoring/") {
            let same = match stage {
                "pending" | "active" => "in_progress",
                other => other,
            };
            assert_eq!(score, same, "{when}");
        }
    }
    let many = "SELECT COUNT(*) FROM (SELECT 1 FROM stage WHERE status IN ('pending', 'active')
        GROUP BY session_id, stage_type HAVING COUNT(*) > 1)";
    assert_eq!(house.world.database.number(many), 0, "{when}");
}

pub(super) fn scored() -> House {
    let house = House::of(short(), World::new(), edge_with(|_| {}), with_models);
    house.say(reported().into_iter().chain([report("52"), tools()]));
    house
}

/// Batches of a whole run.
pub(super) fn batches() -> u32 {
    let house = scored();
    house.world.database.fail(Faults::None);
    house.after();
    house.world.database.batches()
}

#[test]
fn whichever_write_is_the_last_one_before_a_crash_the_rows_agree_and_the_session_can_be_scored_again() {
    let all = batches();
    assert!(all > 20, "{all}");
    for crash in 0..all {
        let house = scored();
        let before = house.record();
        house.world.database.fail(Faults::From(crash));
        house.kill_after(30_000, conclude(&house.edge, &house.world, &house.id));
        house.world.database.fail(Faults::None);
        let when = format!("crash at batch {crash} of {all}");
        is_consistent(&house, &when);
        assert_eq!(house.record(), before, "{when}");
        house.world.pass(61_000);
        house.world.scripts.lock().unwrap().clear();
        house.say(vec![report("52"), tools(), report("52"), tools()]);
        let next = edge_with(|_| {});
        house.run(recover(&next, &house.world));
        is_consistent(&house, &when);
        let under_way = "SELECT COUNT(*) FROM stage WHERE status IN ('pending', 'active')";
        assert_eq!(house.world.database.number(under_way), 0, "{when}");
        let said = house.world.ask(&next, house.asked("POST", "score"));
        assert_eq!(said.status, 202, "{when}: {}", said.text());
        let latest = house.scores().remove(0);
        assert_eq!(latest["status"], "completed", "{when}: {latest}");
        assert_eq!(house.record(), before, "{when}");
    }
}

#[test]
fn a_single_write_that_fails_leaves_no_run_behind_that_is_under_way_for_ever() {
    let all = batches();
    for fault in 0..all {
        let house = scored();
        let before = house.record();
        house.world.database.fail(Faults::One(fault));
        house.run(conclude(&house.edge, &house.world, &house.id));
        house.world.database.fail(Faults::None);
        let when = format!("batch {fault} of {all} fails");
        is_consistent(&house, &when);
        house.world.pass(61_000);
        house.world.usual.lock().unwrap().replace(report("52"));
        house.run(recover(&edge_with(|_| {}), &house.world));
        is_consistent(&house, &when);
        let under_way = "SELECT COUNT(*) FROM stage WHERE status IN ('pending', 'active')";
        assert_eq!(house.world.database.number(under_way), 0, "{when}");
        assert_eq!(house.record(), before, "{when}");
    }
}
