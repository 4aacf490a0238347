//! Addresses of the endpoint.

use super::errors::Code;
use crate::llm::Task;

/// Where the endpoint's addresses begin.
pub const BASE: &str = "/api/v1/";

/// Most characters of a session's id.
const LONGEST_ID: usize = 64;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// Whether the endpoint is well.
    Health,
    /// To open a session.
    Open,
    /// To renew a session's token.
    Renew(&'a str),
    /// To end a session.
    End(&'a str),
    /// A task of a model.
    Run(Task),
    /// To add to the log of a session.
    Append(&'a str),
    /// To say that a session has ended.
    Finish(&'a str),
    /// To delete a session by the code its respondent kept.
    Forget,
    /// A researcher: the sessions there are.
    List,
    /// A researcher: a session with all that belongs to it.
    Get(&'a str),
    /// A researcher: every session with all that belongs to it.
    Export,
    /// A researcher: to take a record in that was exported elsewhere.
    Import,
    /// A researcher: to delete a session with all that belongs to it.
    Delete(&'a str),
    /// A researcher: to score a session.
    Score(&'a str),
    /// A researcher: the score that counts.
    LatestScore(&'a str),
    /// A researcher: every score of a session.
    Scores(&'a str),
    /// A researcher: one score.
    OneScore(&'a str, &'a str),
    /// A researcher: to call a scoring off.
    CancelScore(&'a str, &'a str),
    /// A researcher: synthesis and summary anew.
    Report(&'a str),
    /// A researcher: a question about a session.
    Chat(&'a str),
    /// A researcher: what happens, as it happens.
    Notices,
    /// What the endpoint offers, as an `OpenAPI` document.
    OpenApi,
}

impl<'a> Route<'a> {
    /// What this method asks of this path.
    pub(super) fn of(method: &str, path: &'a str) -> Result<Self, Code> {
        let rest = path.strip_prefix(BASE).ok_or(Code::NotFound)?;
        let parts: Vec<&str> = rest.split('/').collect();
        match (method, parts.as_slice()) {
            ("GET" | "HEAD", ["health"]) => Ok(Self::Health),
            ("POST", ["sessions"]) => Ok(Self::Open),
            ("POST", ["sessions", id, "token"]) => Ok(Self::Renew(session(id)?)),
            ("DELETE", ["sessions", id]) => Ok(Self::End(session(id)?)),
            ("PUT", ["sessions", id, "events"]) => Ok(Self::Append(session(id)?)),
            ("POST", ["sessions", id, "finish"]) => Ok(Self::Finish(session(id)?)),
            ("POST", ["deletions"]) => Ok(Self::Forget),
            ("GET", ["sessions"]) => Ok(Self::List),
            ("GET", ["sessions", id]) => Ok(Self::Get(session(id)?)),
            ("GET", ["records"]) => Ok(Self::Export),
            ("POST", ["records"]) => Ok(Self::Import),
            ("DELETE", ["records", id]) => Ok(Self::Delete(session(id)?)),
            ("POST", ["sessions", id, "score"]) => Ok(Self::Score(session(id)?)),
            ("GET", ["sessions", id, "score"]) => Ok(Self::LatestScore(session(id)?)),
            ("GET", ["sessions", id, "scores"]) => Ok(Self::Scores(session(id)?)),
            ("GET", ["sessions", id, "scores", score]) => Ok(Self::OneScore(session(id)?, session(score)?)),
            ("POST", ["sessions", id, "scores", score, "cancel"]) => {
                Ok(Self::CancelScore(session(id)?, session(score)?))
            }
            ("POST", ["sessions", id, "report"]) => Ok(Self::Report(session(id)?)),
            ("POST", ["sessions", id, "chat"]) => Ok(Self::Chat(session(id)?)),
            ("GET", ["events"]) => Ok(Self::Notices),
            ("GET", ["openapi.json"]) => Ok(Self::OpenApi),
            ("POST", ["tasks", task]) => Task::of(task).map(Self::Run).ok_or(Code::Task),
            _ => Err(Code::NotFound),
        }
    }
}

impl Route<'_> {
    /// Whether it is for whoever knows the researcher's secret, or for everybody.
    pub(super) fn is_of_a_console(self) -> bool {
        match self {
            Self::Health
            | Self::OpenApi
            | Self::List
            | Self::Get(_)
            | Self::Export
            | Self::Import
            | Self::Delete(_)
            | Self::Score(_)
            | Self::LatestScore(_)
            | Self::Scores(_)
            | Self::OneScore(..)
            | Self::CancelScore(..)
            | Self::Report(_)
            | Self::Chat(_)
            | Self::Notices => true,
            Self::Open
            | Self::Renew(_)
            | Self::End(_)
            | Self::Run(_)
            | Self::Append(_)
            | Self::Finish(_)
            | Self::Forget => false,
        }
    }
}

fn session(id: &str) -> Result<&str, Code> {
    if is_id(id) { Ok(id) } else { Err(Code::NotFound) }
}

/// Whether a text can be the id of a session or a request: letters, digits and hyphens.
pub(super) fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a text is a UUID as it is usually written.
pub(super) fn is_uuid(id: &str) -> bool {
    let groups: Vec<&str> = id.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
