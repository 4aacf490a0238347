//! Requests and replies as the endpoint sees them, without a body: that is read and written piece by piece.

use crate::origin::Origin;

/// The head of a request.
#[derive(Clone, Debug)]
pub struct HttpRequest {
    /// Method, upper case.
    pub method: String,
    /// Path, percent signs as they came, without the query.
    pub path: String,
    /// What follows the question mark, as it came; empty without one.
    pub query: String,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Address it came from; none where the host does not say.
    pub address: Option<String>,
    /// Origin under which the endpoint itself was reached, if that is known for certain. Its own pages may always ask.
    pub own_origin: Option<Origin>,
}

impl HttpRequest {
    /// A header by its lower-case name, if it is there exactly once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(key, _)| key == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }

    /// Bytes of all headers.
    pub(super) fn head_bytes(&self) -> usize {
        self.headers.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
            + self.path.len()
            + self.query.len()
    }

    /// The token of `Authorization: Bearer …`.
    pub(super) fn bearer(&self) -> Option<&str> {
        self.header("authorization")?.strip_prefix("Bearer ").map(str::trim)
    }

    /// Whether the other end takes its reply as events.
    pub(super) fn wants_events(&self) -> bool {
        self.header("accept").is_some_and(|accept| accept.contains("text/event-stream"))
    }

    /// Whether the body is said to be JSON.
    pub(super) fn is_json(&self) -> bool {
        let kind = self.header("content-type").and_then(|value| value.split(';').next()).unwrap_or_default();
        kind.trim().eq_ignore_ascii_case("application/json")
    }
}

/// The head of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyHead {
    /// HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(&'static str, String)>,
}

/// What every reply of the endpoint says about itself.
pub(super) fn common() -> Vec<(&'static str, String)> {
    [
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
        ("vary", "Origin"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into()
}
