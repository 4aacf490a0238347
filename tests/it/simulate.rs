//! `querent simulate` and `querent whatif` from the command line.

use std::fs;

use serde_json::Value;

use crate::program::{Folder, root};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_seed_gives_the_same_report_and_sessions_whatever_the_number_of_jobs() {
    let folder = Folder::new("simulate-jobs");
    let mut told = Vec::new();
    for jobs in ["1", "3"] {
        let words = ["simulate", "oat_milk", "--n", "9", "--personas", "cooperative,brief", "--seed", "4"];
        let out = format!("out{jobs}");
        let run = folder.querent(&[&words[..], &["--jobs", jobs, "-o", &out, "--json"]].concat(), "");
        assert_eq!(run.code, 0, "{run:?}");
        assert!(json(&run.out)["turns_per_second"].as_f64().unwrap() > 0.0);
        let files = ["report.json", "cooperative-4.json", "brief-7.json", "cooperative-8.json"];
        told.push(files.map(|file| folder.read(&format!("{out}/{file}"))));
    }
    assert!(told[0] == told[1], "two numbers of jobs give two results");
    let replay = folder.querent(&["replay", "out1/cooperative-8.json"], "");
    assert_eq!(replay.code, 0, "{replay:?}");
}

#[test]
fn the_summary_is_one_object_with_what_it_promises() {
    let folder = Folder::new("simulate-summary");
    let run = folder.querent(&["simulate", "meal_kit", "--n", "6", "--summary"], "");
    assert_eq!(run.code, 0, "{run:?}");
    let summary = json(&run.out);
    assert_eq!(summary["interviews"], 6);
    for key in [
        "turns",
        "turns_per_second",
        "repeated_questions",
        "element_coverage",
        "terminal_share",
        "tied_share",
        "rule_score",
    ] {
        assert!(summary[key].is_number(), "{key} in {summary}");
    }
    let ended: u64 = summary["stop_reasons"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(ended, 6);
}

#[test]
fn two_versions_are_put_before_the_same_respondents() {
    let folder = Folder::new("simulate-compare");
    let run =
        folder.querent(&["simulate", "oat_milk", "--n", "4", "--compare", "signal_pools", "two_tier", "--json"], "");
    assert_eq!(run.code, 0, "{run:?}");
    let both = json(&run.out);
    assert_eq!((&both["a"]["policy"], &both["b"]["policy"]), (&"signal_pools".into(), &"two_tier".into()));
    let less = both["b"]["all"]["turns"].as_f64().unwrap() - both["a"]["all"]["turns"].as_f64().unwrap();
    assert_eq!(both["difference"]["turns"].as_f64(), Some(less));
    let same = folder.querent(&["simulate", "--n", "4", "--compare", "oat_milk", "oat_milk", "--json"], "");
    let differs = json(&same.out)["difference"].as_object().unwrap().values().any(|value| value.as_f64() > Some(0.0));
    assert!(!differs, "{same:?}");
}

#[test]
fn differences_are_told_with_the_respondents_who_show_them_and_with_chance() {
    let folder = Folder::new("simulate-paired");
    let config = root().join("config");
    let study = fs::read_to_string(config.join("studies/oat_milk.yaml")).unwrap();
    let short = study.replace("max_turns: 12", "max_turns: 6").replace("id: oat_milk", "id: short");
    for kind in fs::read_dir(&config).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let name = kind.file_name().unwrap().to_str().unwrap().to_owned();
        for file in fs::read_dir(&kind).unwrap().map(|entry| entry.unwrap().path()) {
            let text = fs::read_to_string(&file).unwrap();
            folder.write(&format!("mine/{name}/{}", file.file_name().unwrap().to_str().unwrap()), &text);
        }
    }
    folder.write("mine/studies/short.yaml", &short);
    let words = ["simulate", "--n", "12", "--compare", "mine/studies/oat_milk.yaml", "mine/studies/short.yaml"];
    let both = json(&folder.querent(&[&words[..], &["--json", "--jobs", "2"]].concat(), "").out);
    let turns = &both["paired"]["turns_mean"];
    assert_eq!((&turns["higher"], &turns["lower"], &turns["equal"]), (&0.into(), &12.into(), &0.into()), "{turns}");
    // 12 of 12: 2 × 2^-12.
    assert!((turns["p"].as_f64().unwrap() - 2.0 / 4096.0).abs() < 1e-12, "{turns}");
    assert!(turns["p_holm"].as_f64() >= turns["p"].as_f64(), "{turns}");
    assert!(both["paired"].get("interviews").is_none(), "an interview has no number of interviews");
    let same = json(&folder.querent(&["simulate", "--n", "4", "--compare", "oat_milk", "oat_milk", "--json"], "").out);
    let paired = same["paired"].as_object().unwrap();
    assert!(paired.values().all(|figure| figure["p"] == 1.0 && figure["equal"] != 0), "{paired:?}");
    let table = folder.querent(&words, "").out;
    assert!(table.contains("Significant differences (*), with 12 respondents: turns an interview"), "{table}");
}

#[test]
fn what_cannot_be_simulated_is_refused_with_what_could_be() {
    let folder = Folder::new("simulate-wrong");
    for (words, expected) in [
        (&["simulate", "oat_milk", "--personas", "cooperativ"][..], "did you mean `cooperative`?"),
        (&["simulate", "oat_milk", "--personas", "brief,brief"], "named twice"),
        (&["simulate", "oat_milk", "--n", "0"], "0"),
        (&["simulate"], "STUDY"),
        (&["simulate", "oat_milk", "--compare", "signal_pools", "no_such"], "neither a policy nor a study"),
    ] {
        let run = folder.querent(words, "");
        assert_eq!(run.code, 2, "{words:?}: {run:?}");
        assert!(run.err.contains(expected), "{words:?}: {}", run.err);
    }
}

fn session(folder: &Folder) {
    let run = folder.querent(&["run", "oat_milk", "--persona", "cooperative", "--seed", "2", "-o", "s.json"], "");
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn an_unchanged_study_would_have_asked_the_same_at_every_turn() {
    let folder = Folder::new("whatif-same");
    session(&folder);
    for (key, value) in [("limits.zero_yield", "5"), ("methodology.strategies.deepen.weights.graph.max_depth", "-0.3")]
    {
        let run = folder.querent(&["whatif", "s.json", "--set", &format!("{key}={value}"), "--json"], "");
        assert_eq!(run.code, 0, "{run:?}");
        let told = json(&run.out);
        assert_eq!(told["different"], 0, "{key}: {told}");
        assert!(told["compared"].as_u64().unwrap() > 3);
    }
}

#[test]
fn a_changed_weight_changes_choices_and_the_terms_say_why() {
    let folder = Folder::new("whatif-weight");
    session(&folder);
    let key = "strategies.reflect.base";
    let run = folder.querent(&["whatif", "s.json", "--set", &format!("{key}=5"), "--json"], "");
    assert_eq!(run.code, 0, "{run:?}");
    let told = json(&run.out);
    assert_eq!(told["settings"][0]["key"], "methodology.strategies.reflect.base");
    let other = told["turns"].as_array().unwrap().iter().find(|turn| turn["is_same"] == false).expect("another choice");
    assert_eq!(other["now"]["probe"]["strategy"], "reflect");
    let term = &other["now"]["terms"][0];
    assert_eq!((&term["source"], term["now"].as_f64()), (&"base".into(), Some(5.0)));
    let shorter = folder.querent(&["whatif", "s.json", "--set", "limits.max_turns=6"], "");
    assert!(shorter.out.contains("the interview ends: max turns"), "{shorter:?}");
}

#[test]
fn a_key_that_leads_nowhere_is_refused_with_what_was_meant() {
    let folder = Folder::new("whatif-wrong");
    session(&folder);
    for (set, expected) in [
        ("limits.max_turn=3", "did you mean `max_turns`?"),
        ("methodology.strategies.depen.base=1", "did you mean `deepen`?"),
        ("methodology.strategies.deepen.weigths.graph.max_depth=1", "did you mean `weights`?"),
        ("methodology.strategies.deepen.weights.graph.max_deph=1", "did you mean `graph.max_depth`?"),
        ("limits.max_turns=many", "limits.max_turns"),
        ("limits.max_turns", "KEY=VALUE"),
        ("limitz.max_turns=3", "did you mean `limits`?"),
    ] {
        let run = folder.querent(&["whatif", "s.json", "--set", set], "");
        assert_eq!(run.code, 2, "{set}: {run:?}");
        assert!(run.err.contains(expected), "{set}: {}", run.err);
    }
}
