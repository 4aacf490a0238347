//! Control 3: a page may ask if its origin is in the list, letter for letter.

use querent_engine::edge::origin::{Origin, is_allowed};

use super::{
    asked::Asked,
    config::{SECRET, edge_with},
    world::World,
};

#[test]
fn only_the_very_scheme_host_and_port_is_allowed() {
    let allowed = [Origin::parse("https://a.example").unwrap(), Origin::parse("http://127.0.0.1:8080").unwrap()];
    for (presented, expected) in [
        ("https://a.example", true),
        ("http://127.0.0.1:8080", true),
        ("http://a.example", false),
        ("https://a.example.evil.com", false),
        ("https://evil-a.example", false),
        ("https://b.a.example", false),
        ("https://a.example:8443", false),
        ("https://a.example:443", false),
        ("https://a.example/", false),
        ("https://A.example", false),
        ("HTTPS://a.example", false),
        ("https://a.example https://b.example", false),
        ("http://127.0.0.1:8081", false),
        ("http://127.0.0.1", false),
        ("null", false),
        ("*", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(&allowed, None, presented), expected, "{presented}");
    }
    let own = Origin::parse("http://localhost:9000").unwrap();
    assert!(is_allowed(&[], Some(&own), "http://localhost:9000"), "the endpoint's own pages may always ask");
    assert!(!is_allowed(&[], Some(&own), "http://localhost:9001"));
}

#[test]
fn a_list_takes_origins_in_the_form_browsers_send_and_says_what_is_wrong_with_others() {
    for fine in ["https://a.example", "http://localhost:8080", "http://[::1]:8080", "https://10.0.0.1"] {
        assert_eq!(Origin::parse(fine).unwrap().to_string(), fine);
    }
    for (wrong, said) in [
        ("a.example", "no scheme"),
        ("ftp://a.example", "neither"),
        ("https://a.example/", "path"),
        ("https://*.example", "wildcard"),
        ("https://me@a.example", "user"),
        ("https://A.example", "lower-case"),
        ("https://a.example:443", "default port"),
        ("http://a.example:x", "not a number"),
        ("https://", "no host"),
        ("null", "no scheme"),
    ] {
        let problem = Origin::parse(wrong).unwrap_err().to_string();
        assert!(problem.contains(said) && problem.contains(wrong), "{problem}");
    }
}

#[test]
fn a_console_elsewhere_may_ask_what_researchers_ask_and_nothing_else() {
    let lab = "https://lab.example";
    let edge = edge_with(|config| config.consoles = vec![lab.to_owned()]);
    let world = World::new();
    let allowed = |asked: Asked| {
        let said = world.ask(&edge, asked.with("origin", lab));
        said.header("access-control-allow-origin").map(|origin| origin == lab)
    };
    let before =
        |method: &str, path: &str| allowed(Asked::new("OPTIONS", path).with("access-control-request-method", method));
    for (method, path) in [
        ("GET", "sessions"),
        ("GET", "sessions/s7"),
        ("POST", "sessions/s7/score"),
        ("POST", "sessions/s7/chat"),
        ("GET", "events"),
        ("DELETE", "records/s7"),
    ] {
        assert_eq!(before(method, path), Some(true), "{method} {path}");
        assert_eq!(allowed(Asked::new(method, path).bearing(SECRET)), Some(true), "{method} {path}");
        let strangers = Asked::new("OPTIONS", path).with("access-control-request-method", method);
        assert_eq!(world.ask(&edge, strangers.with("origin", "https://evil.example")).status, 403, "{method} {path}");
    }
    for (method, path) in [
        ("POST", "sessions"),
        ("PUT", "sessions/s7/events"),
        ("POST", "sessions/s7/finish"),
        ("DELETE", "sessions/s7"),
        ("POST", "tasks/turn_analysis"),
        ("POST", "deletions"),
    ] {
        assert_eq!(before(method, path), None, "{method} {path}");
    }
    assert_eq!(
        world.ask(&edge, Asked::new("GET", "sessions").with("origin", lab)).status,
        401,
        "the secret is asked for"
    );
}
