//! The session that stages look at, as it is kept: its log, and what the log folds into, folded once for all of them.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
};

use crate::{
    edge::{
        Edge,
        collection::{self, Progress, Unloadable},
        database::DatabaseFailure,
        host::Host,
    },
    interview::{Interview, Step},
    llm::redaction::Marks,
    policy::StopReason,
    session::{Entry, Input, Outcome},
    study::Study,
};

/// A kept session.
pub(in crate::edge) struct Source {
    /// The study, made ready once for all of its sessions.
    fresh: Arc<Interview>,
    pub(super) log: Vec<Entry>,
    /// Why it ended, where a replay has found that.
    reason: Option<StopReason>,
    /// Whether somebody has looked if it replays.
    pub(in crate::edge) is_replayed: bool,
    /// Where it stands.
    status: Progress,
    /// Hash of its study, as it was when it began.
    study_hash: String,
    pub(super) started_at: u64,
    pub(super) ended_at: u64,
    interview: OnceLock<Result<Interview, String>>,
}

/// Why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::edge) enum Missing {
    /// Nobody knows it.
    Unknown,
    /// The database cannot be used.
    Storage,
    /// What the database holds cannot be read by this version.
    Unreadable,
}

impl From<DatabaseFailure> for Missing {
    fn from(_: DatabaseFailure) -> Self {
        Self::Storage
    }
}

impl From<Unloadable> for Missing {
    fn from(unloadable: Unloadable) -> Self {
        match unloadable {
            Unloadable::Database(_) => Self::Storage,
            Unloadable::Unreadable(_) => Self::Unreadable,
        }
    }
}

impl Source {
    /// Its study.
    pub(super) fn study(&self) -> &Study {
        self.fresh.study()
    }

    /// What stands for details of its respondent where a model is told of it; nothing where the study hides none.
    pub(super) fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        for entry in &self.log {
            if let (Some(redaction), Entry::Input(Input::Answer { text, .. } | Input::Edit { text, .. })) =
                (&self.study().redaction, entry)
            {
                marks.note(text, redaction);
            }
        }
        marks
    }

    /// Whether nothing but a remark can follow.
    pub(in crate::edge) fn is_terminal(&self) -> bool {
        self.status.is_terminal()
    }

    /// Whether the interview came to an end of its own: neither called off from outside nor ended for somebody's safety.
    pub(super) fn is_complete(&self) -> bool {
        let is_own = |reason| !matches!(reason, StopReason::ClosedByHost | StopReason::Safety);
        self.status == Progress::Completed && self.reason.is_none_or(is_own)
    }

    /// What the log folds into.
    pub(super) fn interview(&self) -> Result<&Interview, String> {
        let folded = self.interview.get_or_init(|| {
            // A session that breaks the engine breaks neither whoever looks at it nor the sessions beside it.
            let folded = catch_unwind(AssertUnwindSafe(|| self.fresh.of_log(&self.log)));
            let why = match folded {
                Ok(Ok(interview)) => return Ok(interview),
                Ok(Err(failure)) => failure.code(),
                Err(_) => "broke_off",
            };
            Err(format!("the session cannot be read: {why}"))
        });
        folded.as_ref().map_err(String::clone)
    }

    /// How the session ended by its own log, and whether it would run the same way again.
    pub(in crate::edge) fn replayed(&mut self) -> (Option<Outcome>, bool) {
        let Ok(interview) = self.interview() else { return (None, false) };
        let is_same = interview.differences().is_empty() && interview.study_hash() == self.study_hash;
        let outcome = match interview.step() {
            Step::Finished { outcome } => Some(outcome),
            Step::Start | Step::Ask { .. } | Step::Call { .. } => None,
        };
        self.reason = outcome.as_ref().map(|outcome| outcome.reason);
        self.is_replayed = true;
        (outcome, is_same)
    }
}

/// The session, if it is kept here.
pub(in crate::edge) async fn load<H: Host>(edge: &Edge, host: &H, session: &str) -> Result<Source, Missing> {
    let (standing, entries) = collection::entries(host, session).await?.ok_or(Missing::Unknown)?;
    let fresh = edge.shelf.interview(host, &standing.study_hash).await?;
    let log: Result<Vec<Entry>, _> = entries.iter().map(|entry| serde_json::from_str(entry)).collect();
    Ok(Source {
        fresh,
        log: log.map_err(|_| Missing::Unreadable)?,
        reason: standing.overview.reason,
        is_replayed: standing.replays.is_some(),
        status: standing.status,
        study_hash: standing.study_hash,
        started_at: standing.overview.started_at,
        ended_at: standing.overview.last_at,
        interview: OnceLock::new(),
    })
}

/// Whether the words of this study's respondents may go to a model: where it names one the endpoint knows. A study of the
/// rules alone told its respondents that no model reads along.
pub(super) fn may_call(edge: &Edge, study: &Study) -> bool {
    study.models.iter().any(|name| edge.settings.models.contains_key(name.as_str()))
}
