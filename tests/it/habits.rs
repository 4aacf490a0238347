//! What runs and yet spoils an interview is found with its place: strategies nobody meets, questions that lead, words that
//! were never translated, and concepts in Markdown that say nothing.

use querent_engine::studio::documents::{self, Files, folder};

use crate::{
    check::{METHODOLOGY, STUDY, files, findings},
    program::root,
};

/// The shipped documents.
fn shipped() -> Files {
    folder::folder(&root().join("config")).unwrap()
}

/// Code and path of every finding.
fn found(replaced: &[(&str, &str)]) -> Vec<String> {
    let findings = findings(replaced);
    for finding in &findings {
        assert!(finding.place.line >= 1 && !finding.message.is_empty(), "{finding}");
        assert!(finding.hint.as_ref().is_some_and(|hint| !hint.is_empty()), "{finding}");
    }
    findings.iter().map(|finding| format!("{} {}:{}", finding.code, finding.path, finding.place.line)).collect()
}

fn with_methodology(from: &str, to: &str) -> Vec<String> {
    assert!(METHODOLOGY.contains(from), "{from}");
    found(&[("methodologies/small.yaml", &METHODOLOGY.replace(from, to))])
}

#[test]
fn a_strategy_ruled_out_in_every_phase_never_applies() {
    let phases = "weights: {deepen: 1.2}";
    assert_eq!(with_methodology(phases, "weights: {deepen: 0, close: 1}"), ["never_applies strategies[0].id:13"]);
}

#[test]
fn a_strategy_about_ends_that_leaves_out_ends_never_applies() {
    let focus = "tactics: [why], focus: {types: [value], exclude_terminal: true}";
    assert_eq!(with_methodology("tactics: [why]", focus), ["never_applies strategies[0].focus:13"]);
}

#[test]
fn a_strategy_nothing_speaks_for_cannot_win() {
    let second = "  - {id: climb, name: Climb, description: Go on., tactics: [why], base: 1}\n  - {id: close";
    assert_eq!(with_methodology("  - {id: close", second), ["cannot_win strategies[0].id:13"]);
}

#[test]
fn a_weight_of_nothing_is_idle() {
    let path = "idle_weight strategies[0].weights.graph.node.exhausted:13";
    assert_eq!(with_methodology("exhausted: -1.5", "exhausted: 0"), [path]);
}

#[test]
fn rungs_that_lead_back_down_make_a_circle() {
    let pairs = "permitted: [[attribute, value], [value, attribute], ['*', value]]";
    let circle = with_methodology("permitted: [[attribute, value], ['*', value]]", pairs);
    assert_eq!(circle, ["cycle_in_levels ontology.edges[0].permitted[1]:11"]);
}

#[test]
fn a_circle_may_go_round_by_way_of_other_types() {
    let pairs = "permitted: [[attribute, attribute], [attribute, value], ['*', value]]";
    assert!(with_methodology("permitted: [[attribute, value], ['*', value]]", pairs).is_empty());
    let mut files = shipped();
    let ladder = String::from_utf8(files.get("methodologies/means_end_chain.yaml").unwrap().to_vec()).unwrap();
    let (top, name) = ("        - [instrumental_value, terminal_value]\n", "methodologies/means_end_chain.yaml");
    files.insert(name, ladder.replacen(top, &format!("{top}        - [terminal_value, attribute]\n"), 1));
    let found = documents::check(&files, [name]);
    assert_eq!(found.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>(), ["cycle_in_levels"], "{found:?}");
}

#[test]
fn a_study_alone_is_told_where_it_belongs() {
    let study = shipped().get("studies/oat_milk.yaml").unwrap().to_vec();
    let files: Files = [("oat_milk.yaml", study)].into_iter().collect();
    let found = documents::check(&files, ["oat_milk.yaml"]);
    let hints: Vec<&str> = found.iter().filter_map(|finding| finding.hint.as_deref()).collect();
    assert!(hints.iter().any(|hint| hint.contains("put it into `config/studies`")), "{hints:?}");
}

#[test]
fn phases_that_never_come_are_found() {
    let study = STUDY.replace("min_turns: 3", "min_turns: 3, late_turns: 8");
    assert_eq!(found(&[("studies/oat_milk.yaml", &study)]), ["unreachable_phase limits.late_turns:8"]);
}

#[test]
fn questions_that_lead_or_ask_two_things_are_found_by_the_words_of_the_language() {
    let pack = "stems: english\nlists: {leading: [\"don't you\"], double_barrelled: [and why], stop_request: [please stop]}\nsafety: {distress: [kill myself]}\n";
    let opening = "What comes to mind when you think of oat milk?";
    let with_opening = |question: &str| {
        let study = STUDY.replace(opening, question);
        found(&[("studies/oat_milk.yaml", &study), ("locales/en.pack.yaml", pack)])
    };
    assert_eq!(with_opening("You like it, don’t you?"), ["leading_question texts.opening[0]:11"]);
    assert_eq!(with_opening("What do you like, and why?"), ["double_barrelled texts.opening[0]:11"]);
    assert_eq!(with_opening("And why is that?"), [""; 0]);
    assert_eq!(with_opening("What is it? And for whom?"), ["double_barrelled texts.opening[0]:11"]);
    assert_eq!(with_opening(opening), [""; 0]);
}

#[test]
fn core_questions_are_checked_like_any_other() {
    let core =
        "core:\n  - {id: a, ask: \"How old is it?\", after_turn: 9}\n  - {id: a, ask: Say something., when: last}\n";
    let study = format!("{STUDY}{core}");
    let all = found(&[("studies/oat_milk.yaml", &study)]);
    assert_eq!(
        all,
        ["out_of_range core[0].after_turn:16", "duplicate_id core[1].id:17", "no_question_mark core[1].ask:17"]
    );
}

#[test]
fn missing_translations_are_found_where_the_translation_is() {
    let french = STUDY.replace("language: en", "language: fr");
    let words = "methodology: small\nlanguage: fr\nstrategies: {deepen: Approfondir, close: Finir, clsoe: Finir}\n\
                 types: {attribute: Attribut}\ntactics:\n  why: {global: ['Pourquoi ?']}\n";
    let all = found(&[
        ("studies/oat_milk.yaml", &french),
        ("locales/fr.yaml", "{language: fr, direction: ltr, interface: {send: Envoyer}}"),
        ("locales/fr.pack.yaml", "stems: none\n"),
        ("methodologies/small.fr.yaml", words),
    ]);
    let expected = [
        "unknown_name strategies.clsoe:3",
        "missing_translation types:4",
        "missing_translation tactics:6",
        "missing_translation tactics.why:6",
    ];
    for finding in expected {
        assert!(all.contains(&finding.to_owned()), "{finding} in {all:#?}");
    }
}

#[test]
fn the_words_of_a_methodology_in_another_language_are_those_of_the_study() {
    let french = STUDY.replace("language: en", "language: fr-CA");
    let words = "methodology: small\nlanguage: fr\nname: Petite\nstrategies: {deepen: Approfondir, close: Finir}\n\
                 types: {attribute: Attribut, value: Valeur}\ntactics:\n  why: {node: ['Pourquoi {focus} ?']}\n  \
                 end: {global: ['Et encore ?']}\n";
    let files = files(&[
        ("studies/oat_milk.yaml", &french),
        ("locales/fr.yaml", "{language: fr, direction: ltr, interface: {send: Envoyer}}"),
        ("locales/fr.pack.yaml", "stems: none\n"),
        ("methodologies/small.fr.yaml", words),
    ]);
    let study = documents::study(&files, "studies/oat_milk.yaml").expect("no finding");
    assert_eq!(study.methodology.tactics[0].questions.node, ["Pourquoi {focus} ?"]);
    assert_eq!((&*study.methodology.name, &*study.methodology.strategies[0].name), ("Petite", "Approfondir"));
}

#[test]
fn a_concept_may_be_markdown_and_what_is_wrong_with_it_has_its_line() {
    let study = STUDY.replace("concept: oat_milk", "concept: bread");
    let good = "# Night bread\n\nIt stays soft for a week.\n\n- Soft: fresh, moist\n- Baked slowly\n";
    let with = files(&[("studies/oat_milk.yaml", &study), ("concepts/bread.md", good)]);
    let concept = documents::study(&with, "studies/oat_milk.yaml").expect("no finding").concept;
    assert_eq!((&*concept.name, &*concept.topic, concept.elements.len()), ("Night bread", "night bread", 2));
    let bad = found(&[("studies/oat_milk.yaml", &study), ("concepts/bread.md", "Soft bread.\n- Soft\n- Soft\n")]);
    assert_eq!(bad, ["no_name :1", "duplicate_id :3"]);
}
