//! Whatever becomes of a scoring, the session stays as it was.

use proptest::prelude::*;

use super::house::{House, report, short, tools};
use crate::edge::{
    config::edge_with,
    provider::{fails, says},
    world::{End, Script, World},
};

/// What a provider may do.
fn doings() -> impl Strategy<Value = Script> {
    let hangs = Script { after_ms: 50, status: 200, headers: Vec::new(), pieces: Vec::new(), end: End::Hangs };
    prop_oneof![
        (0_u32..120).prop_map(|total| report(&total.to_string())),
        Just(tools()),
        Just(says("no total, 7 of 10")),
        Just(says("")),
        Just(fails(529, "overloaded_error")),
        Just(fails(401, "authentication_error")),
        Just(fails(400, "invalid_request_error")),
        Just(hangs),
        Just(Script { end: End::Breaks, ..says("broken") }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn no_outcome_of_a_scoring_changes_the_session(scripts in prop::collection::vec(doings(), 0..9)) {
        let house = House::of(short(), World::new(), edge_with(|_| {}), |study| {
            study.scoring.model = Some("quick".to_owned());
            study.scoring.timeout_s = 60;
        });
        let before = house.record();
        house.say(scripts);
        prop_assert_eq!(house.ask("POST", "score").status, 202);
        let [score, execution, stage] = house.statuses();
        prop_assert!(["completed", "failed", "timed_out"].contains(&score.as_str()), "{score}");
        prop_assert_eq!((&execution, &stage), (&score, &score));
        prop_assert!(house.world.passed() < 75_000);
        prop_assert_eq!(house.record(), before);
    }
}
