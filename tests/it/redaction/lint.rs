//! `redaction:` as authors write it.

use querent_engine::{
    engine::{
        redaction::{DetailKind, Redaction},
        study::Study,
    },
    studio::documents,
};

use crate::check::{STUDY, files, findings};

fn written(block: &str) -> String {
    format!("{STUDY}{block}\n")
}

fn study_of(block: &str, llm: Option<&str>) -> Study {
    let mut files = files(&[("studies/oat_milk.yaml", &written(block))]);
    if let Some(llm) = llm {
        files.insert("llm.yaml", llm.to_owned());
    }
    documents::study(&files, "studies/oat_milk.yaml").unwrap()
}

const LLM: &str = "providers: {}\nmodels: {}\nclasses: {analysis: [], question: [], report: [], judge: []}\n";

#[test]
fn a_block_hides_every_kind_unless_it_names_some() {
    assert_eq!(study_of("redaction: {}", None).redaction, Some(Redaction::default()));
    assert_eq!(Redaction::default().hide, DetailKind::ALL);
    let some = study_of("redaction: {hide: [phone, email], words: [Acme]}", None).redaction.unwrap();
    assert_eq!((some.hide, some.words), (vec![DetailKind::Phone, DetailKind::Email], vec!["Acme".to_owned()]));
    assert_eq!(study_of("", None).redaction, None);
}

#[test]
fn the_settings_of_models_hide_for_studies_that_do_not_say_it() {
    let llm = format!("{LLM}redaction: {{hide: [iban]}}\n");
    assert_eq!(study_of("", Some(&llm)).redaction.unwrap().hide, [DetailKind::Iban]);
    assert_eq!(study_of("redaction: {hide: []}", Some(&llm)).redaction.unwrap().hide, []);
    assert_eq!(study_of("", Some(LLM)).redaction, None);
}

#[test]
fn mistakes_are_named_where_they_stand() {
    for (block, path, code, says) in [
        ("redaction:", "redaction", "empty", "nothing would be hidden"),
        ("redaction: {hide: [emial]}", "redaction.hide[0]", "unknown_word", "emial"),
        ("redaction: {hides: [email]}", "redaction.hides", "unknown_field", "hides"),
        ("redaction: {words: ['  ']}", "redaction.words[0]", "empty", "is empty"),
        ("redaction: {words: ['--']}", "redaction.words[0]", "no_word", "neither letter nor digit"),
        ("redaction: {words: [Acme, ACME]}", "redaction.words[1]", "repeated", "twice"),
        ("redaction: {hide: [ip, ip]}", "redaction.hide[1]", "repeated", "twice"),
        ("redaction: {words: [Oat Milk]}", "redaction.words[0]", "hidden_topic", "is part of the concept"),
        ("redaction: {words: [creamy]}", "redaction.words[0]", "hidden_topic", "is part of the concept"),
    ] {
        let found = findings(&[("studies/oat_milk.yaml", &written(block))]);
        let found = found.iter().find(|finding| finding.path == path).unwrap_or_else(|| panic!("{block}: {found:?}"));
        assert_eq!(found.code, code, "{block}");
        assert!(found.message.contains(says), "{block}: {}", found.message);
        assert!(found.hint.as_ref().is_some_and(|hint| !hint.is_empty()), "{block}");
    }
    let long = format!("redaction: {{words: [{}]}}", "a".repeat(81));
    assert_eq!(findings(&[("studies/oat_milk.yaml", &written(&long))])[0].code, "too_long");
}
