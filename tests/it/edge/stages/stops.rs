//! A server that stops.

use querent_engine::edge::{ErrorCode, jobs::stop};

use super::house::{House, report, tools};
use crate::edge::{asked::Said, config::refused, world::Script};

/// A score under way whose judge takes four seconds a turn, and a server that stops after one.
fn stopped(drain_ms: u64) -> (House, Vec<Said>) {
    let house = House::configured(
        |config| config.limits.as_mut().unwrap().drain_ms = drain_ms,
        |study| {
            study.scoring.model = Some("quick".to_owned());
        },
    );
    let slow = |script: Script| Script { after_ms: 4_000, ..script };
    house.say([slow(report("52")), slow(tools())]);
    let stops = async {
        querent_engine::edge::Host::sleep(&house.world, 1_000).await;
        stop(&house.edge, &house.world).await;
        crate::edge::world::answered(&house.world, &house.edge, house.asked("POST", "score")).await
    };
    let said = house.world.run(vec![house.answering(&house.edge, house.asked("POST", "score")), Box::pin(stops)]);
    (house, said)
}

#[test]
fn a_server_that_stops_at_once_cancels_what_it_scores() {
    let (house, said) = stopped(0);
    assert_eq!(house.statuses(), ["cancelled", "cancelled", "cancelled"]);
    assert!(house.world.passed() < 4_000);
    assert_eq!(said[1].refusal(), refused(ErrorCode::ShuttingDown));
}

#[test]
fn a_server_that_stops_with_grace_lets_what_it_scores_end() {
    let (house, said) = stopped(180_000);
    assert_eq!(house.statuses(), ["completed", "completed", "completed"]);
    assert!(house.world.passed() < 12_000);
    assert_eq!(said[1].refusal(), refused(ErrorCode::ShuttingDown));
}

#[test]
fn a_grace_that_is_too_short_ends_in_a_cancellation() {
    let (house, _) = stopped(2_000);
    assert_eq!(house.statuses(), ["cancelled", "cancelled", "cancelled"]);
}
