//! What follows an interview at an endpoint that keeps it: synthesis, summary, scores, and a researcher's questions.
//!
//! Invariant: the session is only read here. Whatever becomes of a stage, the session's own rows stay as they were.

mod schema;
mod standing;

pub use self::schema::{FORGET, SCHEMA};
pub(in crate::edge) use self::standing::{latest_score, scoring_status};
use super::{Edge, host::Host};




/// What follows a session that has ended: its stages are recorded, reported on and, where the study says so, scored. Never
/// fails; asked again, it does what is still missing.
#[expect(clippy::unused_async, reason = "the calls it makes come with the runner")]
pub async fn after<H: Host>(_edge: &Edge, _host: &H, _session: &str) {}

/// Looks after runs whose owner is gone. For the start of a server, before it serves, and every [`TEND_MS`] from then on.
#[expect(clippy::unused_async, reason = "the calls it makes come with the runner")]
pub async fn tend<H: Host>(_edge: &Edge, _host: &H) {}

/// Milliseconds between two looks at runs whose owner may be gone.
pub const TEND_MS: u64 = 60_000;
