//! The heads of requests and replies. Bodies are read and written in chunks.

use crate::studio::origin::Origin;

/// The head of a request.
#[derive(Clone, Debug)]
pub struct HttpRequest {
    /// Method, upper case.
    pub method: String,
    /// Path without the query, still percent-encoded.
    pub path: String,
    /// Query without the question mark, still percent-encoded; empty if there is none.
    pub query: String,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Client address; none if the host does not know it.
    pub address: Option<String>,
    /// Origin of the endpoint itself, if the host knows it for certain. Pages of this origin are always allowed.
    pub own_origin: Option<Origin>,
}

impl HttpRequest {
    /// A header by its lower-case name; none if it is missing or repeated.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(key, _)| key == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }

    /// Whether a header is there, once or repeated.
    pub(in crate::edge) fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(key, _)| key == name)
    }

    /// The last value of a query parameter, undecoded.
    pub(in crate::edge) fn parameter(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next_back()
    }

    /// Length of headers, path and query in bytes.
    pub(in crate::edge) fn head_bytes(&self) -> usize {
        let headers: usize = self.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        headers + self.path.len() + self.query.len()
    }

    /// The token of `Authorization: Bearer …`.
    pub(in crate::edge) fn bearer(&self) -> Option<&str> {
        self.header("authorization")?.strip_prefix("Bearer ").map(str::trim)
    }

    /// Whether the client asks for server-sent events.
    pub(in crate::edge) fn wants_events(&self) -> bool {
        self.header("accept").is_some_and(|accept| accept.contains("text/event-stream"))
    }

    /// Whether the content type is JSON.
    pub(in crate::edge) fn is_json(&self) -> bool {
        let kind = self.header("content-type").and_then(|value| value.split(';').next()).unwrap_or_default();
        kind.trim().eq_ignore_ascii_case("application/json")
    }
}

/// The head of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseHead {
    /// HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(&'static str, String)>,
}
