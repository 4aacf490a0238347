//! Jobs after an interview of a study that collects: synthesis, summary, scores, and answers to a researcher.
//!
//! ```text
//! begin (stage, execution, score: pending) → activate → hold_lease(work) → end, each one transaction
//! ```
//!
//! Invariant: a job only reads the session. It writes nothing unless its stage is in progress and it owns the stage.

mod sql;
mod rows;
mod import;
mod run_lease;
mod hold_lease;
mod recover;
mod session;
mod model_caller;
mod interview_stage;
mod report;
mod scoring;
mod notices;
mod follow;
mod maintain;

pub use self::{
    follow::conclude,
    maintain::{Maintenance, maintain, recover, stop},
};
pub(super) use self::{
    follow::follow,
    import::import_stages,
    interview_stage::record_interview,
    notices::{NOTICES_PER_PAGE, latest_notice, load_notices},
    recover::{cancel_job, recover_jobs},
    report::{Repeat, StageWork, run_report, run_stage, start_stage},
    rows::{load_all, load_scores, load_stages},
    scoring::{ScoringRefusal, Trigger, prepare_scoring, run_scoring},
    session::{CollectedSession, load_session, replay_outcome},
};
