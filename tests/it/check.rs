//! Documents in, a study or every finding at once out.
#![expect(clippy::format_collect, clippy::format_push_string, reason = "a document of a test is written plainly")]

use std::{
    path::PathBuf,
    process::{Command, Output},
};

use querent_engine::{
    engine::{diagnostic::Diagnostic, study},
    studio::documents::{self, Files, folder},
};

use crate::program::root;

pub(crate) const STUDY: &str = "\
id: oat_milk
version: 1.0
language: en
title: Oat milk
concept: oat_milk
methodology: small
policy: signal_pools
limits: {max_turns: 8, min_turns: 3}
texts:
  intro: {title: A conversation, lead: Ten questions at most.}
  opening: [\"What comes to mind when you think of oat milk?\"]
  thanks: Thank you.
  goodbye: That helps.
  safety: Call somebody.
";

const CONCEPT: &str = "\
id: oat_milk
name: Oat milk
topic: oat milk
elements:
  - {id: 1, label: Creamy texture, aliases: [creamy, 365]}
  - {id: 2, label: Plant-based}
";

pub(crate) const METHODOLOGY: &str = "\
id: small
name: Small
goal: Find out why.
opening_bias: What matters.
description: A small one.
ontology:
  nodes:
    - {id: attribute, name: Attribute, level: 1, description: A feature.}
    - {id: value, name: Value, level: 2, terminal: true, description: An end.}
  edges:
    - {id: leads_to, name: leads to, description: One brings the other., permitted: [[attribute, value], ['*', value]]}
strategies:
  - {id: deepen, name: Deepen, description: Ask why., tactics: [why], weights: {graph.node.exhausted: -1.5}}
  - {id: close, name: Close, description: End., tactics: [end], focus: {kind: global}, closes: true}
tactics:
  - id: why
    description: Why?
    questions: {en: {node: ['Why is {focus} important?']}, de: {node: ['Warum ist {focus} wichtig?']}}
  - id: end
    description: The end.
    questions: {en: {global: ['What else?']}, de: {global: ['Was noch?']}}
phases:
  early: {description: First., weights: {deepen: 1.2}, bonuses: {close: -1}}
";

const LOCALE: &str = "language: en\ndirection: ltr\ninterface: {send: Send}\n";

/// Five documents, some of them replaced.
pub(crate) fn files(replaced: &[(&str, &str)]) -> Files {
    let mut files: Files = [
        ("studies/oat_milk.yaml", STUDY),
        ("concepts/oat_milk.yaml", CONCEPT),
        ("methodologies/small.yaml", METHODOLOGY),
        ("locales/en.yaml", LOCALE),
        (
            "locales/en.pack.yaml",
            "stems: english\nlists: {stop: [a, the], stop_request: [please stop]}\nsafety: {distress: [kill myself]}\n",
        ),
    ]
    .into_iter()
    .collect();
    for (name, text) in replaced {
        files.insert(*name, *text);
    }
    files
}

pub(crate) fn findings(replaced: &[(&str, &str)]) -> Vec<Diagnostic> {
    documents::resolve(&files(replaced), "studies/oat_milk.yaml").findings
}

fn shown(findings: &[Diagnostic]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn sound_documents_give_a_study() {
    let study = documents::study(&files(&[]), "studies/oat_milk.yaml").expect("no finding");
    assert_eq!(study.version, "1.0", "a version is a text, as it is written");
    assert_eq!(&*study.concept.elements[0].id, "1", "ids are texts");
    assert_eq!(study.concept.elements[0].aliases, ["creamy", "365"]);
    assert_eq!(study.methodology.tactics[0].questions.node, ["Why is {focus} important?"]);
    assert_eq!(study.interface["send"], "Send");
    assert_eq!(study.limits.max_turns, 8);
    assert_eq!(study.limits.late_turns, 2, "what is not written has its default");
    let json = serde_json::to_string(&study).unwrap();
    assert_eq!(serde_json::from_str::<study::Study>(&json).unwrap(), study);
}

#[test]
fn the_hash_of_a_study_changes_with_any_document() {
    let hash = |files: &Files| documents::study(files, "studies/oat_milk.yaml").expect("no finding").hash();
    let before = hash(&files(&[]));
    assert_eq!(before.len(), 64);
    assert_eq!(before, hash(&files(&[])));
    let other = LOCALE.replace("Send", "Send it");
    assert_ne!(before, hash(&files(&[("locales/en.yaml", &other)])));
}

#[test]
fn questions_are_those_of_the_language_of_the_study() {
    let german = STUDY.replace("language: en", "language: de-AT");
    let files = files(&[
        ("studies/oat_milk.yaml", &german),
        ("locales/de.yaml", "{language: de, direction: ltr, interface: {send: Senden}}"),
    ]);
    let study = documents::study(&files, "studies/oat_milk.yaml").expect("no finding");
    assert_eq!(study.methodology.tactics[0].questions.node, ["Warum ist {focus} wichtig?"]);
    assert_eq!(study.interface["send"], "Senden");
    let warnings = documents::resolve(&files, "studies/oat_milk.yaml").findings;
    assert_eq!(warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["no_pack", "no_safety"]);
}

#[test]
fn a_study_that_collects_may_not_say_that_answers_stay_on_the_device() {
    for (id, places) in [("oat_milk", 2), ("pedelec", 2), ("qahwa", 2)] {
        let mut files = folder::folder(&root().join("config")).unwrap();
        let name = format!("studies/{id}.yaml");
        let codes = |files: &Files| -> Vec<String> {
            let findings = documents::resolve(files, &name).findings;
            findings.into_iter().filter(|finding| finding.code == "untrue_promise").map(|it| it.path).collect()
        };
        assert_eq!(codes(&files), Vec::<String>::new(), "{id}");
        let text = String::from_utf8(files.get(&name).unwrap().to_vec()).unwrap();
        files.insert(name.clone(), text.replace("collect: false", "collect: true"));
        let found = codes(&files);
        assert_eq!(found.len(), places, "{id}: {found:?}");
        assert!(found.contains(&"texts.goodbye".to_owned()), "{id}: {found:?}");
    }
}

#[test]
fn an_unknown_language_warns_and_takes_the_english_words_of_the_page() {
    let welsh = STUDY.replace("language: en", "language: cy");
    let methodology = METHODOLOGY.replace("de: {", "cy: {");
    let files = files(&[("studies/oat_milk.yaml", &welsh), ("methodologies/small.yaml", &methodology)]);
    let resolved = documents::resolve(&files, "studies/oat_milk.yaml");
    insta::assert_snapshot!(shown(&resolved.findings), @r"
    studies/oat_milk.yaml:3:11: warning[no_safety]: there are no safety words for `cy`: answers of people in danger are probed
      hint: add `safety` to locales/cy.pack.yaml
    studies/oat_milk.yaml:3:11: warning[unknown_language]: there are no interface texts in `cy`; the English ones are used
      hint: there are `en`; the texts of another language belong in `locales/LANGUAGE.yaml`
    ");
    assert_eq!(resolved.study.expect("a warning is no error").interface["send"], "Send");
}

/// What reading the study gives when its text is this.
fn reading(study: impl Into<Vec<u8>>) -> String {
    let mut files = files(&[]);
    files.insert("studies/oat_milk.yaml", study);
    shown(&documents::resolve(&files, "studies/oat_milk.yaml").findings)
}

#[test]
fn a_study_in_which_everything_is_wrong_gives_every_finding_at_once() {
    let study = r#"
id: oat milk
language: english_language
titel: Oat milk
concept:
  name: ""
  topic: [oat, milk]
  stimulus: {image: oat.jpg}
  elements:
    - {id: 1, label: Creamy, aliasses: [creamy]}
    - {id: 1, label: " "}
    - {id: 2}
    - creamy
methodology: smal
policy: signal_pool
limits:
  max_turns: 500
  min_turns: 900
  late_turns: -1
  shallow: 2.5
  plateau: "6"
  target_depth: .nan
  yield_gap: many
  max_turn: 8
embed_in: ["https://survey.example", "https://*.example", survey.example]
scoring: {timeout_s: 5, max_extraction_retries: 50, model: ""}
privacy: {retention_days: 0}
texts:
  intro:
    title: Hello
    lead:
    facts: {term: How long, text: Eight minutes}
  opening: Tell me about {focus}
  goodbye: ""
collect: yes
models: claude
models: gpt
"#;
    let findings = findings(&[("studies/oat_milk.yaml", study)]);
    insta::assert_snapshot!(shown(&findings));
}

#[test]
fn how_models_are_called_is_checked_with_ranges_and_names() {
    let calls = "models: [fast, \"\", fast]
calls:
  mode: splitt
  opening: worded
  turn_budget_ms: 900
  qualitative_every: 0
  forbidden: [\" \"]
  strict_quote: true
";
    insta::assert_snapshot!(reading(format!("{STUDY}{calls}")));
    let sound = STUDY.to_owned() + "models: [fast]\ncalls: {mode: split, turn_budget_ms: 8000}\n";
    assert_eq!(reading(sound), "");
}

#[test]
fn what_cannot_be_read_is_a_finding_with_its_place() {
    let cases: [(&str, Vec<u8>); 22] = [
        ("empty", b"".to_vec()),
        ("blank and comments", b"\n# nothing\n\n".to_vec()),
        ("an empty document", b"---\n".to_vec()),
        ("a list", b"- a\n".to_vec()),
        ("a text", b"just words".to_vec()),
        ("bad indentation", b"id: a\n  version: 1\n".to_vec()),
        ("a tab", b"limits:\n\tmax_turns: 3\n".to_vec()),
        ("an open bracket", b"id: [a, b\ntitle: x\n".to_vec()),
        ("an open quote", b"id: \"a\ntitle: x\n".to_vec()),
        ("a colon in a text", b"id: a\ntitle: Oat milk: a talk\n".to_vec()),
        ("binary", vec![0x89, b'P', b'N', b'G', 0xff, 0xfe]),
        ("UTF-16", "id: a".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("a zero byte", b"id: a\ntitle: a\0b\n".to_vec()),
        ("Latin-1", b"id: a\ntitle: caf\xe9\n".to_vec()),
        ("an alias bomb", bomb().into_bytes()),
        ("an anchor", b"id: &a x\n".to_vec()),
        ("a tag", b"id: !thing x\n".to_vec()),
        ("two documents", b"id: a\n---\nid: b\n".to_vec()),
        ("a key that is a list", b"? [a, b]\n: c\n".to_vec()),
        ("deep lists", "[".repeat(20_000).into_bytes()),
        (
            "deep mappings",
            (0..3_000).map(|depth| format!("{}a:\n", " ".repeat(depth % 80))).collect::<String>().into_bytes(),
        ),
        ("10 MB", "title: a\n".repeat(1_200_000).into_bytes()),
    ];
    let report: String = cases.into_iter().map(|(case, bytes)| format!("# {case}\n{}\n", reading(bytes))).collect();
    insta::assert_snapshot!(report);
}

/// Ten lists of ten aliases each: 10^9 values.
fn bomb() -> String {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    text
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let windows = format!("\u{feff}{}", STUDY.replace('\n', "\r\n"));
    let study = documents::study(&files(&[("studies/oat_milk.yaml", &windows)]), "studies/oat_milk.yaml");
    assert_eq!(study, documents::study(&files(&[]), "studies/oat_milk.yaml"));
    let wrong = windows.replace("title: Oat milk", "titel: Oat milk");
    let place = findings(&[("studies/oat_milk.yaml", &wrong)]).last().map(|finding| finding.place);
    assert_eq!(place.map(|place| (place.line, place.column)), Some((4, 1)));
}

#[test]
fn a_finding_carries_file_line_column_path_value_message_and_hint() {
    let wrong = METHODOLOGY.replace("kind: global", "kind: globe");
    let findings = findings(&[("methodologies/small.yaml", &wrong)]);
    let json = serde_json::to_value(&findings).unwrap();
    assert_eq!(
        json,
        serde_json::json!([{
            "file": "methodologies/small.yaml",
            "line": 14,
            "column": 79,
            "severity": "error",
            "code": "unknown_focus_kind",
            "path": "strategies[1].focus.kind",
            "value": "globe",
            "message": "`kind` cannot be `globe`",
            "hint": "did you mean `global`?",
        }])
    );
}

#[test]
fn a_document_used_twice_is_reported_once() {
    let wrong = CONCEPT.replace("label: Plant-based", "lable: Plant-based");
    let mut files = files(&[("concepts/oat_milk.yaml", &wrong)]);
    files.insert("studies/other.yaml", STUDY);
    let names = ["studies/oat_milk.yaml", "studies/other.yaml", "concepts/oat_milk.yaml"];
    insta::assert_snapshot!(shown(&documents::check(&files, names)));
}

#[test]
fn a_study_may_hold_its_concept_methodology_and_policy() {
    let indent = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let whole = STUDY
        .replace("concept: oat_milk\n", &format!("concept:\n{}", indent(CONCEPT)))
        .replace("methodology: small\n", &format!("methodology:\n{}", indent(METHODOLOGY)))
        .replace("policy: signal_pools\n", "policy: {policy: signal_pools}\n");
    let mut files = Files::default();
    files.insert("locales/en.yaml", LOCALE);
    files.insert(
        "locales/en.pack.yaml",
        "stems: english\nlists: {stop: [a, the], stop_request: [please stop]}\nsafety: {distress: [kill myself]}\n",
    );
    files.insert("one.yaml", whole.clone());
    assert_eq!(documents::study(&files, "one.yaml"), documents::study(&self::files(&[]), "studies/oat_milk.yaml"));
    files.insert("one.yaml", whole.replace("kind: global", "kind: globe").replace("signal_pools", "signal_pool"));
    insta::assert_snapshot!(shown(&documents::resolve(&files, "one.yaml").findings));
}

#[test]
fn a_methodology_in_which_everything_is_wrong_gives_every_finding_at_once() {
    let methodology = r"
id: small
name: Small
goal: ''
opening_bias: What matters.
description: A small one.
ontology:
  nodes:
    - {id: attribute, name: Attribute, level: -1, description: A feature.}
    - {id: value, name: Value, level: high, terminal: maybe}
  edges:
    - {id: leads_to, name: leads to, description: One brings the other., permitted: [[attribute], attribute, [a, b, c]]}
strategies:
  - {id: deepen, name: Deepen, description: Ask why., tactics: [why], weights: {graph.node.exhausted: strong, a: .inf}, focus: {kind: nodes}}
  - {id: close, name: Close, description: End., tactics: [why], focus: {kind: global}, closes: 1, base: [1]}
  - {id: silent, name: Silent, description: Says nothing., tactics: []}
tactics:
  - id: why
    description: Why?
    questions:
      en: {node: ['Why is {focuss} important?', 'Why is {focus important?', Tell me more., '', 'Why {focus}?', 'why {focus}?'], edges: [x?]}
      de: {node: Warum?}
  - id: end
    questions: {de: {global: ['Was noch?']}}
phases:
  early: {weight: {deepen: 1.2}, bonuses: {close: much}}
";
    insta::assert_snapshot!(shown(&findings(&[("methodologies/small.yaml", methodology)])));
}

#[test]
fn a_methodology_whose_names_do_not_fit_gives_every_finding_at_once() {
    let methodology = r"
id: small
name: Small
goal: Find out why.
opening_bias: What matters.
description: A small one.
ontology:
  nodes:
    - {id: attribute, name: Attribute, level: 1, terminal: true, description: A feature.}
    - {id: value, name: Value, level: 2, terminal: true, description: An end.}
    - {id: value, name: Value, level: 3, description: An end again.}
  edges:
    - {id: leads_to, name: leads to, description: One brings the other., permitted: [[atribute, value], [value, atribute], ['*', valu]]}
    - {id: leads_to, name: leads to, description: Again., permitted: []}
strategies:
  - id: deepen
    name: Deepen
    description: ' '
    tactics: [why, wy]
    focus: {kind: node, types: [attribute, valeu]}
    base: .inf
    weights:
      graph.node.exhasted: 1
      graph.max_depth.medium: 1
      llm.response_depth: 1
      graph.element.covered: 1
      nothing_like_it: 1
      graph.node.exhausted: heavy
  - {id: cover, name: Cover, description: Cover it., tactics: [why], focus: {kind: element}, weights: {graph.node.exhausted: 1}}
  - {id: cover, name: Cover, description: Cover it., tactics: [why], focus: {kind: element}}
tactics:
  - id: why
    description: Why?
    questions: {en: {node: ['Why {focus}?'], types: {atribute: ['Why {focus}, then?']}, element: ['And {focus}?']}}
  - id: why
    description: Why?
    questions: {en: {global: ['What else?']}}
phases:
  erly: {weights: {deepen: 1}}
  mid: {weights: {deepen: 0, cover: 0}}
  late: {weights: {deepen: -1, deeper: 2}, bonuses: {covr: 1}}
";
    insta::assert_snapshot!(shown(&findings(&[("methodologies/small.yaml", methodology)])));
}

#[test]
fn a_pack_of_words_gives_every_finding_under_the_list_it_is_in() {
    let pack = "\
stems: englsh
lists:
  stop: [a, 365, true]
  stopp: [a]
  negation: [no, [nor], ~]
  reducer: less
";
    insta::assert_snapshot!(shown(&findings(&[("locales/en.pack.yaml", pack)])));
}

#[test]
fn settings_of_a_policy_give_every_finding_with_its_place() {
    let two_tier = "\
policy: two_tier
recent_node_limit: five
scorers:
  - {id: noveltyy, weight: 1}
  - {id: novelty, weight: -1}
phase_profiles: {focused: {depen: 1}}
selection: {fallback: [closing, close], alternatives: 3}
";
    let arbitration = "policy: arbitration\nstrategys: []\n";
    for (name, text) in [("two_tier", two_tier), ("arbitration", arbitration)] {
        let study = STUDY.replace("policy: signal_pools", &format!("policy: {name}"));
        let file = format!("policies/{name}.yaml");
        let findings = findings(&[("studies/oat_milk.yaml", &study), (&file, text)]);
        insta::assert_snapshot!(shown(&findings));
    }
}

#[test]
fn every_shipped_policy_can_be_named_by_a_study() {
    let (shipped, _) = folder::all(&config()).unwrap();
    let policies: Vec<&str> = shipped.names().filter_map(|name| name.strip_prefix("policies/")).collect();
    // A dot sets off the words of a policy in another language.
    let policies: Vec<&str> = policies.into_iter().filter(|name| name.matches('.').count() == 1).collect();
    assert!(policies.len() >= 3, "{policies:?}");
    for policy in policies {
        let study = STUDY.replace("policy: signal_pools", &format!("policy: {}", policy.trim_end_matches(".yaml")));
        let mut files = files(&[("studies/oat_milk.yaml", &study)]);
        let name = format!("policies/{policy}");
        files.insert(&*name, shipped.get(&name).unwrap());
        let resolved = documents::resolve(&files, "studies/oat_milk.yaml");
        assert_eq!(shown(&resolved.findings), "", "{policy}");
        let study = resolved.study.unwrap();
        let json = serde_json::to_string(&study).unwrap();
        assert_eq!(serde_json::from_str::<study::Study>(&json).unwrap(), study, "{policy}");
    }
}

#[test]
fn a_strategy_without_questions_for_its_focus_is_found() {
    let global = METHODOLOGY.replace("{global: ['What else?']}", "{node: ['What else?']}");
    let untold = METHODOLOGY.replace("tactics: [end]", "tactics: []");
    for methodology in [global, untold] {
        insta::assert_snapshot!(shown(&findings(&[("methodologies/small.yaml", &methodology)])));
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_document_with_anything_in_it_gives_a_study_or_a_finding(
        at in 0_usize..2_000,
        length in 0_usize..60,
        noise in "[ -~\n\t]{0,12}|[\\[\\]{}:,&*!#'\"|>%@`?\n -]{0,8}|\\PC{0,6}",
    ) {
        for (name, text) in [("studies/oat_milk.yaml", STUDY), ("methodologies/small.yaml", METHODOLOGY)] {
            let start = at % text.len();
            let end = (start + length).min(text.len());
            let text = format!("{}{noise}{}", &text[..start], &text[end..]);
            let resolved = documents::resolve(&files(&[(name, &text)]), "studies/oat_milk.yaml");
            assert_eq!(resolved.study.is_none(), resolved.findings.iter().any(Diagnostic::is_error));
        }
    }
}
#[test]
fn a_hundred_thousand_mistakes_give_the_first_hundred_findings() {
    let openings = |entry: &str| format!("{STUDY}models: [{}]\n", entry.repeat(50_000));
    for (entry, code) in [(".nan,", "not_finite"), ("{},", "wrong_type")] {
        let findings = findings(&[("studies/oat_milk.yaml", &openings(entry))]);
        assert_eq!(findings.len(), 100);
        assert!(findings.iter().all(|finding| finding.code == code), "{entry}");
    }
    assert!(!findings(&[("studies/oat_milk.yaml", &openings("1,"))]).is_empty(), "a study or a finding, never neither");
}

#[test]
fn every_element_may_have_a_number_for_an_id() {
    let elements: String = (0..5_000).map(|id| format!("  - {{id: {id}, label: {id}}}\n")).collect();
    let concept = format!("id: oat_milk\nname: Oat milk\ntopic: oat milk\nelements:\n{elements}");
    let concept = concept.replace("label: ", "label: e");
    let study = documents::study(&files(&[("concepts/oat_milk.yaml", &concept)]), "studies/oat_milk.yaml");
    assert_eq!(study.expect("no finding").concept.elements.len(), 5_000);
}

fn config() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("config")
}

#[test]
fn every_shipped_document_is_without_a_finding() {
    let (files, names) = folder::all(&config()).unwrap();
    assert!(names.len() >= 11, "{names:?}");
    assert_eq!(shown(&documents::check(&files, names.iter().map(String::as_str))), "");
    for study in names.iter().filter(|name| name.starts_with("studies/")) {
        assert!(documents::study(&files, study).is_ok(), "{study}");
    }
    for persona in names.iter().filter(|name| name.starts_with("personas/")) {
        assert!(documents::persona(&files, persona).is_ok(), "{persona}");
    }
}

#[test]
fn a_document_is_found_with_those_beside_it_and_a_folder_of_them_whole() {
    let (files, name) = folder::open(&config().join("studies/oat_milk.yaml")).unwrap();
    assert_eq!(name, "studies/oat_milk.yaml");
    assert!(files.get("concepts/oat_milk.yaml").is_some());
    let (_, names) = folder::all(&config().join("concepts")).unwrap();
    assert!(!names.is_empty() && names.iter().all(|name| name.starts_with("concepts/")), "{names:?}");
    let missing = folder::open(&config().join("studies/none.yaml")).unwrap_err();
    assert!(missing.to_string().contains("none.yaml"), "{missing}");
}

fn querent(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_querent"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[test]
fn the_command_ends_with_0_without_errors_1_with_some_and_2_when_it_cannot_look() {
    let fine = querent(&["check", "config"]);
    assert_eq!((fine.status.code(), fine.stdout.is_empty()), (Some(0), true));
    let folder = std::env::temp_dir().join(format!("querent-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let study = folder.join("wrong.yaml");
    std::fs::write(&study, "id: wrong\nlanguag: en\n").unwrap();
    let wrong = querent(&["check", study.to_str().unwrap(), "--json"]);
    assert_eq!(wrong.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&wrong.stdout).unwrap();
    assert_eq!(report["documents"], 1);
    let unknown = report["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == "unknown_field");
    assert_eq!(unknown.map(|finding| &finding["line"]), Some(&serde_json::json!(2)));
    let spoken = querent(&["check", folder.to_str().unwrap()]);
    assert_eq!(spoken.status.code(), Some(1));
    let text = String::from_utf8_lossy(&spoken.stdout).into_owned();
    assert!(
        text.contains("wrong.yaml:2:1: error[unknown_field]: unknown key `languag`\n  hint: did you mean"),
        "{text}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
    for arguments in [&["check"][..], &["check", "config/none.yaml"], &["check", "src"], &["check", "Cargo.toml"]] {
        assert_eq!(querent(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
