//! Under which names this server may be asked. A page elsewhere can make its own name lead here (DNS rebinding); the
//! browser then sends that name, and is refused.

use std::net::IpAddr;

use querent_engine::edge::{Origin, is_loopback, origin::split_port};

/// The names this server goes by.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// Address it listens on.
    listening: IpAddr,
    /// Origins a person named.
    origins: Vec<Origin>,
}

impl Names {
    pub(crate) fn new(listening: IpAddr, origins: Vec<Origin>) -> Self {
        Self { listening, origins }
    }

    /// The origin a request came in under, by its `Host`; none if it is no name of this server.
    ///
    /// A server that listens to the network is asked by its address, which cannot be another's name.
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
        // Browsers leave the usual port out of both.
        Origin::parse(&format!("http://{}", host.strip_suffix(":80").unwrap_or(host))).ok()
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_computer_and_those_a_person_named_are_answered() {
        let named = vec![Origin::parse("https://survey.example").unwrap()];
        let local = Names::new(IpAddr::from([127, 0, 0, 1]), named);
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
        let open = Names::new(IpAddr::from([0, 0, 0, 0]), Vec::new());
        assert!(open.own_origin("192.168.1.5:8080").is_some(), "an address is nobody else's name");
        assert!(open.own_origin("evil.example:8080").is_none());
    }
}
