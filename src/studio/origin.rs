//! Origins of pages: scheme, host and port. They are compared as a whole, without wildcards, suffixes or `null`.

use std::fmt;

/// An origin as browsers write it: `https://a.example`, `http://127.0.0.1:8080`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin(String);

/// A text that is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{found}` is not an origin: {problem}; write scheme, host and a non-default port, such as `https://survey.example`"
)]
pub struct InvalidOrigin {
    /// The text.
    pub found: String,
    /// The problem.
    pub problem: &'static str,
}

impl Origin {
    /// Parses an origin. Only the form that browsers send is accepted, because origins are compared as texts.
    pub fn parse(text: &str) -> Result<Self, InvalidOrigin> {
        let wrong = |problem| Err(InvalidOrigin { found: text.to_owned(), problem });
        let Some((scheme, rest)) = text.split_once("://") else { return wrong("it has no scheme") };
        let usual = match scheme {
            "https" => "443",
            "http" => "80",
            _ => return wrong("its scheme is neither `https` nor `http`"),
        };
        if rest.is_empty() || rest.contains(|c: char| c.is_whitespace() || "/?#@*\\".contains(c)) {
            return wrong("it has a path, a user, a wildcard or no host");
        }
        if !rest.is_ascii() || rest.contains(|c: char| c.is_ascii_uppercase()) {
            return wrong("hosts are written in lower-case ASCII letters");
        }
        let (host, port) = split_port(rest);
        if host.is_empty() {
            return wrong("it has no host");
        }
        match port {
            Some(port) if port == usual => wrong("browsers omit the default port"),
            Some(port) if port.parse::<u16>().is_err() || port.starts_with('0') => wrong("its port is not a number"),
            Some(_) | None => Ok(Self(text.to_owned())),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Splits `host:port`. An IPv6 address is in brackets.
pub fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        Some(_) | None => (authority, None),
    }
}

/// Whether a page has an allowed origin, or the endpoint's own.
pub fn is_allowed(allowed: &[Origin], own: Option<&Origin>, presented: &str) -> bool {
    allowed.iter().chain(own).any(|origin| origin.0 == presented)
}
