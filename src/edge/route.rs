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
            ("POST", ["tasks", task]) => Task::of(task).map(Self::Run).ok_or(Code::Task),
            _ => Err(Code::NotFound),
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
