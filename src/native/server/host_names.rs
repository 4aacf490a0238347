//! The host names of this server. With DNS rebinding another site can resolve its own name to this server; the browser then
//! sends that name, and the request is refused.

use std::net::IpAddr;

use querent_engine::edge::{Origin, is_loopback, origin::split_port};

/// The host names of this server.
#[derive(Clone, Debug)]
pub(crate) struct HostNames {
    /// The address it listens on.
    listening: IpAddr,
    /// Origins of `--origin`.
    origins: Vec<Origin>,
}

impl HostNames {
    pub(crate) fn new(listening: IpAddr, origins: Vec<Origin>) -> Self {
        Self { listening, origins }
    }

    /// The server's origin by the `Host` of a request; none if it is not a name of this server.
    ///
    /// A server that listens on the network is reached by its address, which no other site can have as its name.
    pub(crate) fn own_origin(&self, host: &str) -> Option<Origin> {
        let named =
            self.origins.iter().find(|origin| origin.to_string().split_once("://").is_some_and(|(_, own)| own == host));
        if let Some(named) = named {
            return Some(named.clone());
        }
        let (name, _) = split_port(host);
        let address: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        let is_own = is_loopback(name)
            || address.is_some_and(|address| address == self.listening || self.listening.is_unspecified());
        if !is_own {
            return None;
        }
        // Browsers omit the default port in both headers.
        Origin::parse(&format!("http://{}", host.strip_suffix(":80").unwrap_or(host))).ok()
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_computer_and_configured_origins_are_accepted() {
        let named = vec![Origin::parse("https://survey.example").unwrap()];
        let local = HostNames::new(IpAddr::from([127, 0, 0, 1]), named);
        for (host, expected) in [
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("localhost:8080", Some("http://localhost:8080")),
            ("[::1]:8080", Some("http://[::1]:8080")),
            ("localhost", Some("http://localhost")),
            ("127.0.0.1:80", Some("http://127.0.0.1")),
            ("survey.example", Some("https://survey.example")),
            ("evil.example", None),
            ("evil.example:8080", None),
            ("localhost.evil.example", None),
            ("127.0.0.1.evil.example", None),
            ("survey.example:81", None),
            ("192.168.1.5:8080", None),
            ("LOCALHOST", None),
            ("", None),
        ] {
            assert_eq!(local.own_origin(host).map(|origin| origin.to_string()), expected.map(str::to_owned), "{host}");
        }
        let open = HostNames::new(IpAddr::from([0, 0, 0, 0]), Vec::new());
        assert!(open.own_origin("192.168.1.5:8080").is_some(), "an address cannot be the name of another site");
        assert!(open.own_origin("evil.example:8080").is_none());
    }
}
