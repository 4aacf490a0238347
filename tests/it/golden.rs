//! Golden sessions: `tests/sessions/NAME.jsonl` holds the answers, `NAME.json` the session they gave when it was last looked
//! at. The name begins with the id of the study, `-` and a word. `NAME.replies.jsonl` beside it holds what models replied.
//! `QUERENT_BLESS=1 cargo test golden` writes the sessions anew.

use std::{fs, path::PathBuf};

use crate::program::{Folder, root};

fn answers() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests/sessions")).expect("there are golden sessions");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.retain(|file| !file.to_string_lossy().ends_with(".replies.jsonl"));
    files.sort();
    assert!(!files.is_empty(), "no golden session was found");
    files
}

#[test]
fn golden_answers_give_the_golden_sessions_and_these_replay() {
    let folder = Folder::new("golden");
    for file in answers() {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let study = name.split('-').next().unwrap();
        let mut words = vec!["run", study, "--answers", file.to_str().unwrap(), "-o", "session.json"];
        let replies = file.with_extension("replies.jsonl");
        if replies.exists() {
            words.extend(["--replies", replies.to_str().unwrap()]);
        }
        let run = folder.querent(&words, "");
        assert_eq!(run.code, 0, "{name}: {run:?}");
        let golden = file.with_extension("json");
        if std::env::var_os("QUERENT_BLESS").is_some() {
            fs::copy(folder.path().join("session.json"), &golden).unwrap();
        }
        let golden = fs::read_to_string(&golden).expect("the session of these answers; QUERENT_BLESS=1 writes it");
        assert!(
            folder.read("session.json") == golden,
            "{name}: the session is not what it was; look at `querent replay`, and bless it if it is better"
        );
        let replay = folder.querent(&["replay", "session.json"], "");
        assert_eq!(replay.code, 0, "{name}: {replay:?}");
    }
}
