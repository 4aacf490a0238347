//! Calls and tokens of a turn, one call for all parts against one call a part. `--nocapture` prints them.

use querent_engine::llm::{Mode, Task};

use super::{
    interviewed,
    provider::{Fault, Scripted},
    study,
};

#[test]
fn one_call_for_all_parts_takes_fewer_calls_than_one_a_part() {
    let mut table = Vec::new();
    for mode in [Mode::Batched, Mode::Split] {
        let mut study = study("signal_pools");
        study.calls.mode = mode;
        let mut provider = Scripted::new(&study, Fault::None);
        let interview = interviewed(&study, "cooperative", 6, &mut provider);
        let turns = interview.turns().len();
        let calls = provider.seen.len();
        let questions = provider.seen.iter().filter(|request| request.task == Task::QuestionFollowup).count();
        println!("{mode:?}: {calls} calls in {turns} turns, {questions} of them for questions");
        table.push((calls - questions, turns));
    }
    assert_eq!(table[0].1, table[1].1);
    assert_eq!(table[1].0, 5 * table[0].0);
}
