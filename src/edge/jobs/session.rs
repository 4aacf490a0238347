//! A collected session as jobs read it: its study, its log, and the interview that the log replays to.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
};

use crate::{
    edge::{
        collection::{ALL_ENTRIES, LoadError, SessionProgress, load_entries, load_study},
        http::Host,
        state::Endpoint,
    },
    engine::{
        interview::{Interview, Step},
        policy::StopReason,
        redaction::Placeholders,
        session::{Input, InterviewOutcome, LogEntry},
        study::Study,
    },
};

/// A collected session.
pub(in crate::edge) struct CollectedSession {
    /// An interview of the study that has not begun, shared by its sessions.
    fresh: Arc<Interview>,
    pub(super) log: Vec<LogEntry>,
    /// Why it ended, if a replay has found that.
    reason: Option<StopReason>,
    /// Whether a replay was made.
    pub(super) is_replayed: bool,
    status: SessionProgress,
    /// Hash of its study when it began.
    study_hash: String,
    pub(super) started_at: u64,
    pub(super) ended_at: u64,
    interview: OnceLock<Result<Interview, String>>,
}

impl CollectedSession {
    /// Its study.
    pub(super) fn study(&self) -> &Study {
        self.fresh.study()
    }

    /// The placeholders of the respondent's personal data; empty if the study redacts nothing.
    pub(super) fn placeholders(&self) -> Placeholders {
        let mut placeholders = Placeholders::default();
        for entry in &self.log {
            if let (Some(redaction), LogEntry::Input(Input::Answer { text, .. } | Input::Edit { text, .. })) =
                (&self.study().redaction, entry)
            {
                placeholders.note(text, redaction);
            }
        }
        placeholders
    }

    /// Whether only a remark may follow.
    pub(in crate::edge) fn is_terminal(&self) -> bool {
        self.status.is_terminal()
    }

    /// Whether the interview reached its own end, neither closed by the host nor stopped for safety.
    pub(super) fn is_complete(&self) -> bool {
        let is_own = |reason| !matches!(reason, StopReason::ClosedByHost | StopReason::Safety);
        self.status == SessionProgress::Completed && self.reason.is_none_or(is_own)
    }

    /// The interview that the log replays to.
    pub(super) fn interview(&self) -> Result<&Interview, String> {
        let replayed = self.interview.get_or_init(|| {
            // A session that makes the engine panic must not affect other sessions.
            let why = match catch_unwind(AssertUnwindSafe(|| self.fresh.of_log(&self.log))) {
                Ok(Ok(interview)) => return Ok(interview),
                Ok(Err(failure)) => failure.code(),
                Err(_) => "broke_off",
            };
            Err(format!("the session cannot be read: {why}"))
        });
        replayed.as_ref().map_err(String::clone)
    }

    /// The outcome by the session's own log, and whether it replays without differences.
    pub(super) fn replay(&mut self) -> (Option<InterviewOutcome>, bool) {
        let Ok(interview) = self.interview() else { return (None, false) };
        let is_same = interview.differences().is_empty() && interview.study_hash() == self.study_hash;
        let outcome = replay_outcome(interview);
        self.reason = outcome.as_ref().map(|outcome| outcome.reason);
        self.is_replayed = true;
        (outcome, is_same)
    }

    /// Whether a model may read the session: the study names a model of this endpoint. Respondents of a study without
    /// models were told that no model reads along.
    pub(super) fn may_call(&self, edge: &Endpoint) -> bool {
        self.study().models.iter().any(|name| edge.settings.models.contains_key(name.as_str()))
    }
}

/// The outcome of an interview; none if it has not ended.
pub(in crate::edge) fn replay_outcome(interview: &Interview) -> Option<InterviewOutcome> {
    match interview.step() {
        Step::Finished { outcome } => Some(outcome),
        Step::Start | Step::Ask { .. } | Step::Call { .. } => None,
    }
}

/// Loads a session.
pub(in crate::edge) async fn load_session<H: Host>(
    edge: &Endpoint,
    host: &H,
    session: &str,
) -> Result<CollectedSession, LoadError> {
    let (row, entries) = load_entries(host, session, ALL_ENTRIES).await?.ok_or(LoadError::NotFound)?;
    let fresh = if let Some(fresh) = edge.studies.get(&row.study_hash) {
        fresh
    } else {
        let study = load_study(host, &row.study_hash).await?.ok_or(LoadError::Unreadable)?;
        let study: Study = serde_json::from_str(&study).map_err(|_| LoadError::Unreadable)?;
        let fresh = Arc::new(Interview::new(study).map_err(|_| LoadError::Unreadable)?);
        edge.studies.insert(&row.study_hash, &fresh);
        fresh
    };
    let log: Result<Vec<LogEntry>, _> = entries.iter().map(|entry| serde_json::from_str(entry)).collect();
    Ok(CollectedSession {
        fresh,
        log: log.map_err(|_| LoadError::Unreadable)?,
        reason: row.overview.reason,
        is_replayed: row.replays.is_some(),
        status: row.status,
        study_hash: row.study_hash,
        started_at: row.overview.started_at,
        ended_at: row.overview.last_at,
        interview: OnceLock::new(),
    })
}
