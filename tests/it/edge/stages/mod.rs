//! What follows an interview, in a world whose clock, network and database are written down.
//!
//! The acceptance tests of session scoring, and where each is held. `edge` is `tests/edge/stages.mjs`, on the native server and
//! in workerd alike; names without a folder are of this one.
//!
//! | | what is accepted | held by |
//! |---|---|---|
//! | 1 | a completed session is scored by itself, once, and stays as it was | `scores::a_completed_session_is_scored_by_itself…`, `outcomes`, edge |
//! | 2 | with scoring off it is not | `scores::no_score_is_made_by_itself_where…` |
//! | 3 | one that did not complete is scored on demand alone | `scores::a_session_that_did_not_complete…` |
//! | 4 | a second scoring at once is refused with the id of the first | `scores::while_a_session_is_scored…`, `leases::two_processes_on_one_file…`, edge |
//! | 5 | every score and stage is kept, the latest completed one is shown | `scores::every_score_is_kept…`, edge |
//! | 6 | a session that goes on is refused | `scores::a_session_that_goes_on_is_not_scored`, edge |
//! | 7 | five reports without a total and then one: completed, with the first analysis | `scores::a_report_without_a_total…`, `it/stages/judge` |
//! | 8 | six without: failed | `scores::a_report_without_a_total…`, `it/stages/judge`, edge |
//! | 9 | 101, then 88: 88 | `scores::a_total_out_of_range…` |
//! | 10 | the second turn fails: completed without its report | `scores::a_failed_improvement_report…`, edge |
//! | 11 | past the deadline all three rows have timed out | `scores::past_its_deadline…` |
//! | 12 | called off, all three are cancelled | `scores::called_off…`, edge |
//! | 13 | a stop without and with grace | `stops` |
//! | 14 | crashes: leases, two reapers, clocks put back, one requeue; panics | `leases`, `crashes`, `panics` |
//! | 15 | filters cell by cell, contexts as they were looked at, types nobody knows | `it/stages/context`, `foreign` |
//! | 16 | truncation | `it/stages/context` (`the_oldest_results_go_first…`, `a_smaller_budget…`) |
//! | 17 | the hash changes with each part | `stages/scoring/hash.rs` |
//! | 18 | a provider that fails once is left, and both are named | `scores::a_provider_that_fails_once…` |
//! | 19 | the rule judge from end to end without a network | `scores::without_a_model_the_rules_judge…`, `it/scoring`, edge |
//! | 20 | an answer that gives orders; a judge that obeys is suspect | `scores::a_judge_that_obeys…`, `it/stages/judge` |
//! | 21 | every state in the console, with keyboard and screen reader | `tests/browser/console.test.mjs`, `console-accessible.test.mjs` |
//! | 22 | export and import keep every score | `foreign::a_record_with…`, edge, `tests/browser/console.test.mjs` |

mod crashes;
mod foreign;
mod house;
mod leases;
mod notices;
mod offered;
mod outcomes;
mod panics;
mod reports;
mod scores;
mod stops;
