//! The session that stages look at, as it is kept.

use crate::{
    edge::{
        Edge,
        collection::{self, Unloadable},
        host::Host,
    },
    policy::StopReason,
    session::Session,
    study::Study,
};

/// A kept session.
pub(super) struct Source {
    pub(super) session: Session,
    /// Whether nothing but a remark can follow.
    pub(super) is_terminal: bool,
    /// Whether its page said that it has ended.
    is_finished: bool,
    pub(super) started_at: u64,
    pub(super) ended_at: u64,
}

/// Why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Nobody knows it.
    Unknown,
    /// The database cannot be used, or what it holds is of another version.
    Storage,
}

impl Source {
    /// Whether the interview came to an end of its own: neither called off from outside nor ended for somebody's safety.
    pub(super) fn is_complete(&self) -> bool {
        let is_own = |reason| !matches!(reason, StopReason::ClosedByHost | StopReason::Safety);
        self.is_finished && self.session.outcome.as_ref().is_none_or(|outcome| is_own(outcome.reason))
    }
}

/// The session, if it is kept here.
pub(super) async fn load<H: Host>(host: &H, session: &str) -> Result<Source, Missing> {
    let kept = collection::kept(host, session).await.map_err(|_: Unloadable| Missing::Storage)?;
    let kept = kept.ok_or(Missing::Unknown)?;
    let session: Session = serde_json::from_str(&kept.file()).map_err(|_| Missing::Storage)?;
    Ok(Source {
        session,
        is_terminal: kept.standing.status.is_terminal(),
        is_finished: kept.standing.status == collection::Progress::Completed,
        started_at: kept.standing.overview.started_at,
        ended_at: kept.standing.overview.last_at,
    })
}

/// Whether the words of this study's respondents may go to a model: where it names one the endpoint knows. A study of the
/// rules alone told its respondents that no model reads along.
pub(super) fn may_call(edge: &Edge, study: &Study) -> bool {
    study.models.iter().any(|name| edge.settings.models.contains_key(name.as_str()))
}
