//! Documents in, a study or every finding at once out.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use querent_engine::{
    diagnostic::Diagnostic,
    documents::{self, Files},
    study,
};

const STUDY: &str = "\
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
  opening: [\"What comes to mind when you think of {topic}?\"]
  thanks: Thank you.
  goodbye: That helps.
";

const CONCEPT: &str = "\
id: oat_milk
name: Oat milk
topic: oat milk
elements:
  - {id: 1, label: Creamy texture, aliases: [creamy, 365]}
  - {id: 2, label: Plant-based}
";

const METHODOLOGY: &str = "\
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

const LOCALE: &str = "direction: ltr\nsend: Send\n";

/// The four documents, some of them replaced.
fn files(replaced: &[(&str, &str)]) -> Files {
    let mut files: Files = [
        ("studies/oat_milk.yaml", STUDY),
        ("concepts/oat_milk.yaml", CONCEPT),
        ("methodologies/small.yaml", METHODOLOGY),
        ("locales/en.yaml", LOCALE),
    ]
    .into_iter()
    .collect();
    for (name, text) in replaced {
        files.insert(*name, *text);
    }
    files
}

fn findings(replaced: &[(&str, &str)]) -> Vec<Diagnostic> {
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
    let files = files(&[("studies/oat_milk.yaml", &german), ("locales/de.yaml", "send: Senden")]);
    let study = documents::study(&files, "studies/oat_milk.yaml").expect("no finding");
    assert_eq!(study.methodology.tactics[0].questions.node, ["Warum ist {focus} wichtig?"]);
    assert_eq!(study.interface["send"], "Senden");
}

#[test]
fn an_unknown_language_warns_and_takes_the_english_words_of_the_page() {
    let welsh = STUDY.replace("language: en", "language: cy");
    let methodology = METHODOLOGY.replace("de: {", "cy: {");
    let files = files(&[("studies/oat_milk.yaml", &welsh), ("methodologies/small.yaml", &methodology)]);
    let resolved = documents::resolve(&files, "studies/oat_milk.yaml");
    insta::assert_snapshot!(shown(&resolved.findings), @r"
    studies/oat_milk.yaml:3:11: warning[unknown_language]: no words of the page in `cy`; those in English stand in
      hint: known here: `en`
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
