//! What is read through the tree of `src/engine/json` is what `serde_json` itself reads.

use std::{fs, path::Path};

use querent_engine::engine::{
    interview::Interview,
    json::read,
    session::{Input, LogEntry, Session},
};

use crate::{golden, program::root};

/// Read at the endpoint alone, by `serde_json` itself.
const ENDPOINT: [&str; 2] = ["src/studio/stages/records.rs", "src/studio/stages/status.rs"];

fn other_names(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            other_names(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            if source.lines().any(|line| line.trim().starts_with("#[serde(") && line.contains("alias = ")) {
                found.push(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
}

/// `src/engine/json` goes by places in the list of names; another name for one of them would move all that follow.
#[test]
fn nothing_the_page_reads_has_another_name() {
    let mut found = Vec::new();
    other_names(&root().join("src"), &mut found);
    found.sort();
    assert_eq!(found, ENDPOINT, "write the reading of that type by hand, as `dialogue::Level` does");
}

#[test]
fn through_the_tree_a_session_is_what_it_is_without_it() {
    for (name, text) in golden::all() {
        let session: Session = read(text).unwrap();
        assert!(session == serde_json::from_str(text).unwrap(), "{name}");
        assert!(serde_json::to_string(&session).unwrap() == text, "{name}");
        let interview = Interview::resume(session.study, &session.log).unwrap();
        assert!(interview.session_text().unwrap() == text, "{name}");
    }
}

#[test]
fn a_variant_among_its_fields_says_what_is_wrong_with_it() {
    let message = |text: &str| read::<LogEntry>(text).unwrap_err().to_string();
    assert_eq!(message(r#"{"type": "stop"}"#), "missing field `entry`");
    assert_eq!(
        message(r#"{"entry": "heard"}"#),
        "unknown variant `heard`, expected one of `input`, `read`, `asked`, `unasked`"
    );
    assert_eq!(message("7"), "invalid type: integer `7`, expected a map that says its `entry`");
    let message = |text: &str| read::<Input>(text).unwrap_err().to_string();
    assert_eq!(message(r#"{"type": "stop"}"#), "missing field `at`");
    assert_eq!(message(r#"{"type": "stop", "at": "now"}"#), "invalid type: string \"now\", expected u64");
    assert_eq!(
        message(r#"{"type": "skip", "at": 1, "knd": "declined"}"#),
        "unknown field `knd`, expected `kind` or `at`"
    );
}
