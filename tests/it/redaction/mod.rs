//! What is hidden from models, where exactly it stands, and that it comes back.

mod lint;
mod reports;
mod texts;

use std::{fs, sync::LazyLock};

use querent_engine::engine::{
    redaction::{DetailKind, DetectedDetail, Redaction, find_details},
    text::slice,
};
use serde::Deserialize;

use crate::program::root;

/// A text with the details in it, in order.
#[derive(Deserialize)]
struct Case {
    text: String,
    found: Vec<(String, String)>,
}

static CORPUS: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let text = fs::read_to_string(root().join("tests/it/redaction/corpus.json")).unwrap();
    serde_json::from_str(&text).unwrap()
});

/// All kinds, and words of a study.
fn redaction() -> Redaction {
    let words = ["Acme corp", "zoë", "东京"].map(str::to_owned).to_vec();
    Redaction { words, ..Redaction::default() }
}

#[test]
fn every_detail_of_the_corpus_is_found_where_it_stands_and_nothing_else() {
    let mut wrong = Vec::new();
    for Case { text, found: expected } in &*CORPUS {
        let found = find_details(text, &redaction());
        let shown: Vec<(String, String)> =
            found.iter().map(|one| (one.name.to_owned(), slice(text, one.start, one.end).to_owned())).collect();
        if shown != *expected {
            wrong.push(format!("{text}\n  found    {shown:?}\n  expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(CORPUS.len() >= 60);
}

#[test]
fn the_corpus_has_every_kind() {
    let names: Vec<&str> = CORPUS.iter().flat_map(|case| &case.found).map(|(name, _)| name.as_str()).collect();
    for name in ["EMAIL", "PHONE", "IBAN", "CARD", "IP", "URL", "HANDLE", "ID", "WORD", "MARK"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn spans_are_code_points_of_the_raw_text() {
    let found = find_details("🎉 żółć: jane@example.org", &redaction());
    let places: Vec<(u32, u32)> = found.iter().map(|DetectedDetail { start, end, .. }| (*start, *end)).collect();
    assert_eq!(places, [(8, 24)]);
}

#[test]
fn only_the_kinds_that_are_named_are_hidden_and_typed_marks_always() {
    let text = "jane@example.org, 0151 2345678, [EMAIL_1]";
    let names = |hide: &[DetailKind]| -> Vec<&str> {
        let redaction = Redaction { hide: hide.to_vec(), ..Redaction::default() };
        find_details(text, &redaction).iter().map(|found| found.name).collect()
    };
    assert_eq!(names(&[DetailKind::Phone]), ["PHONE", "MARK"]);
    assert_eq!(names(&[DetailKind::Email]), ["EMAIL", "MARK"]);
    assert_eq!(names(&[]), ["MARK"]);
}
