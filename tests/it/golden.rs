//! Golden sessions: `tests/sessions/NAME.jsonl` holds the answers, `NAME.json` the expected session file without its study.
//! `NAME.replies.jsonl` holds the replies of models, if any. NAME begins with the id of a shipped study and `-`.
//! `QUERENT_BLESS=1 cargo test golden` writes the expected sessions.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::LazyLock};

use querent_engine::studio::documents::{self, folder};
use serde_json::Value;

use crate::program::{Folder, root};

/// Expected session files by name, each with its study from `config`.
static SESSIONS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let files = folder::folder(&root().join("config")).unwrap();
    let with_study = |name: String| {
        let text = fs::read_to_string(sessions().join(format!("{name}.json"))).unwrap();
        let mut study = documents::study(&files, &format!("studies/{}.yaml", study_id(&name))).unwrap();
        if replies(&name).exists() {
            // As `querent run --replies` does.
            study.models.push("replies".to_owned());
        }
        let recorded: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            recorded["study_hash"],
            study.hash(),
            "{name}: the study has changed; QUERENT_BLESS=1 cargo test golden"
        );
        let study = serde_json::to_string(&study).unwrap();
        let text = text.replacen(STUDY_HASH, &format!(",\"study\":{study}{STUDY_HASH}"), 1);
        (name, text)
    };
    names().into_iter().map(with_study).collect()
});

/// Where a session file continues after its study.
const STUDY_HASH: &str = ",\"study_hash\":";

/// The session file of a golden session, with its study.
pub(crate) fn session(name: &str) -> &'static str {
    SESSIONS.get(name).unwrap_or_else(|| panic!("no golden session `{name}`"))
}

/// All golden session files by name, with their studies.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    SESSIONS.iter().map(|(name, text)| (name.as_str(), text.as_str()))
}

fn sessions() -> PathBuf {
    root().join("tests/sessions")
}

fn replies(name: &str) -> PathBuf {
    sessions().join(format!("{name}.replies.jsonl"))
}

fn study_id(name: &str) -> &str {
    name.split('-').next().unwrap()
}

/// Names of the golden sessions, in order.
fn names() -> Vec<String> {
    let entries = fs::read_dir(sessions()).expect("the folder exists");
    let files = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.filter_map(|file| Some(file.strip_suffix(".jsonl")?.to_owned())).collect();
    names.retain(|name| !name.ends_with(".replies"));
    names.sort();
    assert!(!names.is_empty(), "there are no golden sessions");
    names
}

/// A session file without its study.
fn without_study(text: &str) -> String {
    let (before, rest) = text.split_once(",\"study\":").expect("a session file holds its study");
    let (_, after) = rest.split_once(STUDY_HASH).expect("and the hash of the study");
    format!("{before}{STUDY_HASH}{after}")
}

#[test]
fn golden_answers_give_the_golden_sessions_and_these_replay() {
    let folder = Folder::new("golden");
    for name in names() {
        let answers = sessions().join(format!("{name}.jsonl"));
        let mut words = vec!["run", study_id(&name), "--answers", answers.to_str().unwrap(), "-o", "session.json"];
        let replies = replies(&name);
        if replies.exists() {
            words.extend(["--replies", replies.to_str().unwrap()]);
        }
        let run = folder.querent(&words, "");
        assert_eq!(run.code, 0, "{name}: {run:?}");
        let held = without_study(&folder.read("session.json"));
        let golden = sessions().join(format!("{name}.json"));
        if std::env::var_os("QUERENT_BLESS").is_some() {
            fs::write(&golden, &held).unwrap();
        }
        let golden = fs::read_to_string(&golden).expect("the expected session; QUERENT_BLESS=1 writes it");
        assert!(held == golden, "{name}: the session has changed; see `querent replay`, and bless it if it is better");
        let replay = folder.querent(&["replay", "session.json"], "");
        assert_eq!(replay.code, 0, "{name}: {replay:?}");
    }
}
