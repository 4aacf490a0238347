//! The commands with good and bad input: what they print, what they write, how they end.

use std::path::Path;

use crate::program::Folder;

const ANSWERS: &str = r#""I like the creamy texture because it makes my coffee feel like a treat."
{"text": "It is good for the planet, so I feel I do my part."}
{"skip": true}
"I do not know."
"#;

/// A folder with a session of the shipped study in `session.json`.
fn interviewed(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("answers.jsonl", ANSWERS);
    let run = folder.querent(&["run", "oat_milk", "--answers", "answers.jsonl", "-o", "session.json", "--trace"], "");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("creamy texture") && run.out.contains("(skipped)"), "{run:?}");
    folder
}

#[test]
fn a_session_led_by_models_says_who_did_what_and_what_it_took() {
    let folder = Folder::new("models");
    folder.write("answers.jsonl", "\"It is creamy, so my coffee feels like a treat.\"\n\"It saves me time.\"\n");
    let reading = r#"{"id": "t1.analysis", "model": "small", "output": {"extraction": {"nodes": [{"label": "creamy",
        "node_type": "attribute", "quote": "It is creamy", "confidence": 0.9}], "edges": []}, "extractability":
        {"extractable": true}, "momentum": {"level": "high"}}, "effort": {"latency_ms": 1840, "attempts": 1,
        "usage": {"input": 2210, "output": 402}, "cost_nano_usd": 4220000}}"#;
    let question = r#"{"id": "t1.question", "model": "large", "output": "What does that do for you?"}"#;
    folder.write("replies.jsonl", &format!("{}\n\n{question}\n", reading.replace('\n', " ")));
    let words = ["run", "oat_milk", "--answers", "answers.jsonl", "--replies", "replies.jsonl", "-o", "session.json"];
    let run = folder.querent(&words, "");
    assert_eq!(run.code, 0, "{run:?}");
    let told = "4 calls of models, 2 failed; 2210 tokens in, 402 out; US$ 0.004220";
    assert!(run.out.contains("What does that do for you?") && run.out.contains(told), "{}", run.out);
    let explained = folder.querent(&["explain", "session.json", "--turn", "1"], "").out;
    for expected in
        ["Answer read by the model small.", "Question worded by the model large.", "signals from rules", "0.004220"]
    {
        assert!(explained.contains(expected), "{expected} is not in\n{explained}");
    }
    let explained = folder.querent(&["explain", "session.json", "--turn", "2"], "").out;
    for expected in ["Answer read by the rules.", "failed: unavailable"] {
        assert!(explained.contains(expected), "{expected} is not in\n{explained}");
    }
    let replayed = folder.querent(&["replay", "session.json", "--json"], "");
    assert_eq!(replayed.code, 0, "{replayed:?}");
    let verdict: serde_json::Value = serde_json::from_str(&replayed.out).unwrap();
    assert_eq!(verdict["costs"]["tasks"]["turn_analysis"]["calls"], 2);
    assert_eq!(verdict["costs"]["models"]["small"]["cost_nano_usd"], 4_220_000);
    folder.write("twice.jsonl", &format!("{question}\n{question}\n"));
    folder.write("odd.jsonl", "{\"id\": \"t1.question\", \"outptu\": \"x\"}\n");
    for (file, said) in
        [("twice.jsonl", "line 2: `t1.question` has a reply already"), ("odd.jsonl", "unknown field `outptu`")]
    {
        let refused =
            folder.querent(&["run", "oat_milk", "--answers", "answers.jsonl", "--replies", file, "-o", "s.json"], "");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(said), "{}", refused.err);
    }
}

#[test]
fn the_same_answers_give_the_same_file() {
    let folder = interviewed("run");
    let again = folder.querent(&["run", "oat_milk", "--answers", "-", "-o", "again.json"], ANSWERS);
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(folder.read("session.json"), folder.read("again.json"));
    let turns: serde_json::Value = serde_json::from_str(&folder.read("session.turns.json")).unwrap();
    assert_eq!(turns.as_array().unwrap().len(), 4);
    let printed = folder.querent(&["replay", "session.json", "--print", "turns"], "");
    assert_eq!(printed.out.trim_end(), folder.read("session.turns.json"));
    let printed = folder.querent(&["replay", "session.json", "--print", "session"], "");
    assert_eq!(printed.out.trim_end(), folder.read("session.json"));
}

#[test]
fn a_session_replays_and_a_changed_one_names_the_turn() {
    let folder = interviewed("replay");
    let same = folder.querent(&["replay", "session.json"], "");
    assert_eq!((same.code, same.out.contains("4 turns")), (0, true), "{same:?}");
    let session = folder.read("session.json");
    let log: serde_json::Value = serde_json::from_str(&session).unwrap();
    let log = log["log"].as_array().unwrap();
    let asked = log.iter().find(|entry| entry["entry"] == "asked" && entry["turn"] == 3).unwrap();
    // Changed in place: the order of the study's keys decides ties, and must stay.
    // The study before the log may hold the same question.
    let (study, log) = session.split_once("\"log\":").unwrap();
    let log = log.replace(&asked["text"].to_string(), "\"A question nobody asked?\"");
    let changed = format!("{study}\"log\":{log}");
    folder.write("changed.json", &changed);
    let changed = folder.querent(&["replay", "changed.json"], "");
    assert_eq!(changed.code, 1, "{changed:?}");
    assert!(changed.out.contains("Turn 3") && changed.out.contains("A question nobody asked?"), "{changed:?}");
    let verdict = folder.querent(&["replay", "changed.json", "--json"], "");
    let verdict: serde_json::Value = serde_json::from_str(&verdict.out).unwrap();
    assert_eq!((&verdict["same"], &verdict["differences"][0]["turn"]), (&false.into(), &3.into()));
    let explained = |turn: &str| folder.querent(&["explain", "changed.json", "--turn", turn], "").err;
    assert!(explained("2").contains("turn 3 differs"), "{}", explained("2"));
    assert_eq!(explained("1"), "", "the record differs later");
}

#[test]
fn an_explanation_adds_up_to_the_score_it_explains() {
    let folder = interviewed("explain");
    let explained = folder.querent(&["explain", "session.json", "--turn", "1"], "");
    assert_eq!(explained.code, 0, "{explained:?}");
    let first = explained.out.lines().next().unwrap();
    assert!(first.starts_with("After turn 1"), "{first}");
    let json = folder.querent(&["explain", "session.json", "--turn", "1", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let chosen = &json["decision"]["chosen"];
    let score = chosen["score"].as_f64().expect("the study scores its probes");
    let last = chosen["tally"].as_array().unwrap().last().unwrap();
    assert!((score - last["total"].as_f64().unwrap()).abs() < 1e-12);
    assert!(explained.out.contains(&format!("{score:.4}")), "{score} in {}", explained.out);
    assert!(explained.out.contains(json["question"]["text"].as_str().unwrap()), "{}", explained.out);
}

#[test]
fn a_turn_that_is_not_there_is_refused_with_those_that_are() {
    let folder = interviewed("turn");
    let refused = folder.querent(&["explain", "session.json", "--turn", "40"], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("no turn 40") && refused.err.contains("1 to 4"), "{}", refused.err);
}

#[test]
fn bad_files_are_refused_with_their_place_and_a_remedy() {
    let folder = interviewed("bad");
    let session = folder.read("session.json");
    folder.write("half.json", &session[..session.floor_char_boundary(session.len() / 2)]);
    folder.write("future.json", &session.replacen("{\"format\":1", "{\"format\":7", 1));
    folder.write("other.json", "{\"name\": \"no session\"}");
    folder.write("list.json", "[1, 2]");
    for (file, found) in [
        ("missing.json", "there is no file missing.json"),
        ("half.json", "ends in the middle"),
        ("future.json", "`format` 7"),
        ("other.json", "has no `format`"),
        ("list.json", "no readable session"),
    ] {
        for command in ["replay", "explain"] {
            let refused = folder.querent(&[command, file], "");
            assert_eq!(refused.code, 2, "{refused:?}");
            assert!(refused.err.contains(found) && refused.err.contains(file), "{command} {file}: {}", refused.err);
        }
    }
}

#[test]
fn bad_answers_are_refused_with_their_line() {
    let folder = Folder::new("answers");
    for (answers, found) in [
        ("\"fine\"\nIt is creamy\n", "line 2"),
        ("{\"skip\": false}\n", "line 1"),
        ("\n\n", "holds no answer"),
        ("\"   \"\n", "empty"),
    ] {
        let refused = folder.querent(&["run", "oat_milk", "--answers", "-", "-o", "session.json"], answers);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(found), "{answers}: {}", refused.err);
        assert!(!folder.path().join("session.json").exists(), "nothing is written on an error");
    }
}

#[test]
fn studies_that_cannot_be_used_are_told_apart() {
    let folder = Folder::new("study");
    folder.write("broken.yaml", "id: broken\nlangage: en\n");
    let run = |study: &str| folder.querent(&["run", study, "--answers", "-", "-o", "session.json"], "\"x\"\n");
    let unknown = run("oat_mlik");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("`oat_mlik`") && unknown.err.contains("oat_milk"), "{}", unknown.err);
    let broken = run("broken.yaml");
    assert_eq!(broken.code, 1, "{broken:?}");
    assert!(broken.err.contains("broken.yaml:2:1") && broken.err.contains("langage"), "{}", broken.err);
}

#[test]
fn wrong_words_end_with_the_code_of_wrong_use() {
    let folder = Folder::new("words");
    for words in [&["fly"][..], &["run"], &["explain", "a.json", "--turn", "first"], &["serve", "--port", "70000"]] {
        let refused = folder.querent(words, "");
        assert_eq!(refused.code, 2, "{words:?}: {refused:?}");
        assert!(refused.err.contains("--help"), "{words:?}: {}", refused.err);
    }
}

#[test]
fn every_command_explains_itself() {
    let folder = Folder::new("help");
    let help = folder.querent(&["--help"], "");
    assert_eq!(help.code, 0);
    for command in ["serve", "build", "run", "replay", "explain"] {
        assert!(help.out.contains(command), "{command} in {}", help.out);
        let own = folder.querent(&[command, "--help"], "");
        assert!(own.code == 0 && own.out.contains("Usage: querent"), "{own:?}");
    }
}

#[test]
fn a_build_replaces_a_build_and_nothing_else() {
    let folder = Folder::new("build");
    folder.write("precious/thesis.txt", "years of work");
    let refused = folder.querent(&["build", "--out", "precious"], "");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("holds other files"), "{}", refused.err);
    assert_eq!(folder.read("precious/thesis.txt"), "years of work");
    for _ in 0..2 {
        let built = folder.querent(&["build", "--out", "site"], "");
        assert_eq!(built.code, 0, "{built:?}");
    }
    let list: serde_json::Value = serde_json::from_str(&folder.read("site/files.json")).unwrap();
    for file in list["files"].as_array().unwrap() {
        let file = file.as_str().unwrap().replace("./", "index.html");
        assert!(
            folder.path().join("site").join(Path::new(&file)).is_file(),
            "{file} is in the list and not in the folder"
        );
    }
    for file in ["index.html", "sw.js", "study.json", "engine/pkg/engine_bg.wasm", "engine/pkg/studio_bg.wasm"] {
        assert!(folder.path().join("site").join(file).is_file(), "{file}");
    }
    assert!(!folder.path().join("site/package.json").exists());
}
