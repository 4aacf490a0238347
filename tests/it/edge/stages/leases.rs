//! Runs whose process is gone.

use querent_engine::edge::{conclude, jobs::recover};
use serde_json::json;

use super::house::{House, by_rules, report, reported, tools, with_models};
use crate::edge::{
    config::edge_with,
    database::Database,
    world::{Script, World},
};

fn statuses(house: &House) -> Vec<(String, String)> {
    house.table("SELECT status, score_triggered_by || attempt FROM session_score ORDER BY started_at, stage_index")
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect()
}

/// A judge that takes this long.
fn slow(ms: u64) -> Script {
    Script { after_ms: ms, ..report("52") }
}

#[test]
fn an_automatic_score_whose_process_died_times_out_and_is_made_once_more() {
    // Killed before anything was asked, and after the first turn.
    for (kill_at, scripts) in [
        (30, vec![report("52"), report("53"), tools()]),
        (350, vec![report("52"), slow(60_000), report("53"), tools()]),
    ] {
        let house = House::new(|study| {
            study.scoring.enabled = true;
            study.scoring.model = Some("quick".to_owned());
        });
        let before = house.record();
        house.say(scripts);
        assert_eq!(house.kill_after(kill_at, conclude(&house.edge, &house.world, &house.id)), None);
        assert_eq!(statuses(&house), pairs(&[("in_progress", "auto1")]));
        let next = edge_with(|_| {});
        house.run(recover(&next, &house.world));
        assert_eq!(statuses(&house), pairs(&[("in_progress", "auto1")]), "its lease has not run out");
        house.world.pass(61_000);
        house.run(recover(&next, &house.world));
        let found = statuses(&house);
        assert_eq!(found[0], ("timed_out".to_owned(), "auto1".to_owned()));
        assert_eq!(found[1].1, "auto2", "{found:?}");
        assert_eq!(found[1].0, "completed", "{:?}", house.scores());
        let message = house.table("SELECT error_message, '' FROM session_score WHERE attempt = 1").remove(0).0;
        assert!(message.starts_with("orphaned: owner ") && message.contains(" last seen "), "{message}");
        assert_eq!(house.record(), before);
    }
}

#[test]
fn an_automatic_score_is_made_twice_at_most() {
    let house = House::new(|study| {
        study.scoring.enabled = true;
        study.scoring.model = Some("quick".to_owned());
    });
    house.say([slow(500_000), slow(500_000)]);
    house.kill_after(5_000, conclude(&house.edge, &house.world, &house.id));
    for _ in 0..3 {
        house.world.pass(90_000);
        let next = edge_with(|_| {});
        house.kill_after(5_000, recover(&next, &house.world));
    }
    assert_eq!(statuses(&house), pairs(&[("timed_out", "auto1"), ("timed_out", "auto2")]));
}

#[test]
fn a_score_somebody_asked_for_is_not_made_again_by_itself() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.say([slow(50_000)]);
    house.kill_after(5_000, house.answering(&house.edge, house.asked("POST", "score")));
    house.world.pass(70_000);
    house.run(recover(&edge_with(|_| {}), &house.world));
    assert_eq!(statuses(&house), pairs(&[("timed_out", "researcher1")]));
    assert_eq!(house.statuses(), ["timed_out", "timed_out", "timed_out"]);
}

#[test]
fn whoever_asks_for_a_score_reaps_the_one_whose_process_died() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.say([slow(50_000), report("52"), tools()]);
    house.kill_after(5_000, house.answering(&house.edge, house.asked("POST", "score")));
    assert_eq!(house.ask("POST", "score").status, 409);
    house.world.pass(61_000);
    let said = house.ask("POST", "score");
    assert_eq!(said.status, 202, "{}", said.text());
    assert_eq!(statuses(&house), pairs(&[("timed_out", "researcher1"), ("completed", "researcher1")]));
}

#[test]
fn a_run_that_renews_its_lease_is_never_reaped() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.say([Script { after_ms: 55_000, ..report("52") }, Script { after_ms: 55_000, ..tools() }]);
    let (other, id) = (edge_with(|_| {}), house.id.clone());
    let reaps = async {
        for _ in 0..11 {
            querent_engine::edge::Host::sleep(&house.world, 10_000).await;
            Box::pin(recover(&other, &house.world)).await;
        }
        crate::edge::asked::Said::default()
    };
    house.world.run(vec![house.answering(&house.edge, house.asked("POST", "score")), Box::pin(reaps)]);
    assert_eq!(statuses(&house), pairs(&[("completed", "researcher1")]), "{id}");
}

#[test]
fn a_clock_put_back_an_hour_reaps_nobody_who_is_alive() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.say([slow(50_000)]);
    house.kill_after(5_000, house.answering(&house.edge, house.asked("POST", "score")));
    house.world.put_back(3_600_000);
    house.run(recover(&edge_with(|_| {}), &house.world));
    assert_eq!(statuses(&house), pairs(&[("in_progress", "researcher1")]));
}

#[test]
fn of_two_reapers_one_reaps() {
    let house = House::new(by_rules);
    house.kill_after(0, conclude(&house.edge, &house.world, &house.id));
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.say([slow(50_000)]);
    house.kill_after(5_000, house.answering(&house.edge, house.asked("POST", "score")));
    house.world.pass(61_000);
    let edges = [edge_with(|_| {}), edge_with(|_| {})];
    house.world.run(edges.iter().map(|edge| recover(edge, &house.world)).collect());
    let ends = "SELECT COUNT(*) FROM notice WHERE type = 'session.score_updated' AND body LIKE '%timed_out%'";
    assert_eq!(house.world.database.number(ends), 1);
}

#[test]
fn a_named_process_that_starts_again_ends_its_own_runs_at_once() {
    let house = House::new(|study| study.scoring.model = Some("quick".to_owned()));
    house.edge.owned_by("here");
    house.say([slow(50_000), slow(50_000)]);
    house.kill_after(5_000, house.answering(&house.edge, house.asked("POST", "score")));
    let other = edge_with(|_| {});
    other.owned_by("elsewhere");
    house.run(recover(&other, &house.world));
    assert_eq!(statuses(&house), pairs(&[("in_progress", "researcher1")]));
    let again = edge_with(|_| {});
    again.owned_by("here");
    house.run(recover(&again, &house.world));
    assert_eq!(statuses(&house), pairs(&[("timed_out", "researcher1")]));
}

#[test]
fn reports_and_answers_whose_process_died_time_out_and_can_be_asked_for_again() {
    let house = House::new(with_models);
    let [synthesis, _] = reported();
    house.say([Script { after_ms: 50_000, ..synthesis }]);
    house.kill_after(5_000, house.answering(&house.edge, house.asked("POST", "report")));
    assert_eq!(house.stages()[1], ("synthesis".to_owned(), "active".to_owned()));
    assert_eq!(house.ask("POST", "report").status, 409);
    house.world.pass(61_000);
    house.say(reported());
    assert_eq!(house.ask("POST", "report").status, 202);
    let kinds: Vec<String> = house.stages().into_iter().map(|(kind, status)| format!("{kind} {status}")).collect();
    assert_eq!(
        kinds,
        ["investigation completed", "synthesis timed_out", "synthesis completed", "exec_summary completed"]
    );
}

#[test]
fn two_processes_on_one_file_score_a_session_once() {
    let folder = crate::program::Folder::new("two-processes");
    let [one, other] = Database::two(&folder.path().join("querent.db"));
    let house = House::within(World::with(one), edge_with(|_| {}), |_| {});
    let (second, edge) = (World::with(other), edge_with(|_| {}));
    for round in 0..5 {
        house.world.database.execute("DELETE FROM session_score");
        house.world.database.execute("DELETE FROM stage");
        let (first, second) = std::thread::scope(|scope| {
            let elsewhere = scope.spawn(|| second.ask(&edge, house.asked("POST", "score")));
            (house.ask("POST", "score"), elsewhere.join().unwrap())
        });
        let completed = house.world.database.number("SELECT COUNT(*) FROM session_score WHERE status = 'completed'");
        let accepted = [&first, &second].iter().filter(|said| said.status == 202).count();
        assert_eq!(usize::try_from(completed).unwrap(), accepted, "{round}");
        for refused in [&first, &second].iter().filter(|said| said.status != 202) {
            assert_eq!((refused.status, &refused.json()["error"]["code"]), (409, &json!("score_in_progress")));
        }
        assert!(accepted >= 1);
    }
}

#[test]
fn what_a_process_left_undone_between_two_stages_is_done_by_the_next() {
    let house = House::new(by_rules);
    house.world.database.execute(&format!("UPDATE collected SET touched_at = {}", crate::edge::world::START));
    let next = edge_with(|_| {});
    house.run(recover(&next, &house.world));
    assert_eq!(house.stages(), [], "the process that took its end may be at it");
    house.world.pass(61_000);
    for _ in 0..2 {
        house.run(recover(&next, &house.world));
        assert_eq!(statuses(&house), pairs(&[("completed", "auto1")]));
        assert_eq!(house.stages().len(), 4);
    }
    house.world.database.execute("DELETE FROM session_score");
    house.run(recover(&next, &house.world));
    assert_eq!(statuses(&house), pairs(&[("completed", "auto1")]), "the score alone was missing");
}
