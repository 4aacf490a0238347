//! How the rule judge takes shipped questions, in every language that has wordings.

use std::fs;

use querent_engine::{engine::session::InterviewRecord, studio::scoring::Measures};

use super::world::{Case, study};
use crate::program::root;

/// Every text of a document.
fn texts(value: &serde_yaml::Value, found: &mut Vec<String>) {
    match value {
        serde_yaml::Value::String(text) => found.push(text.clone()),
        serde_yaml::Value::Sequence(list) => list.iter().for_each(|entry| texts(entry, found)),
        serde_yaml::Value::Mapping(map) => map.values().for_each(|entry| texts(entry, found)),
        _ => {}
    }
}

/// Questions of a methodology's wordings, with words in their slots.
fn shipped(file: &str, said: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("config/methodologies").join(file)).unwrap();
    let document: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
    let mut found = Vec::new();
    texts(&document["tactics"], &mut found);
    found.retain(|text| text.contains(['?', '؟']));
    found.iter().map(|text| text.replace("{focus}", said).replace("{topic}", said)).collect()
}

/// The measures of an interview in which this was the second question.
fn measures(case: &Case, question: &str) -> Measures {
    let mut turns = case.seen().turns.to_vec();
    turns.truncate(2);
    turns[0].next = None;
    question.clone_into(&mut turns[1].question.text);
    turns[1].next = None;
    Measures::of(&InterviewRecord { turns: &turns, ..case.seen() })
}

#[test]
fn nearly_all_shipped_wordings_in_german_and_arabic_are_open_single_and_not_leading() {
    for (id, file, said) in [
        ("pedelec", "means_end_chain.de.yaml", "leiser Motor"),
        ("arztbesuch", "critical_incident.de.yaml", "langes Warten"),
        ("qahwa", "means_end_chain.ar.yaml", "طعم القهوة"),
    ] {
        let case = Case::told(&study(id), &[said, said]);
        let questions = shipped(file, said);
        assert!(questions.len() > 100, "{file}: {}", questions.len());
        let (mut closed, mut double, mut leading) = (Vec::new(), Vec::new(), Vec::new());
        for question in &questions {
            let measures = measures(&case, question);
            match measures.open {
                Some(1.0) => {}
                Some(_) => closed.push(question),
                None => panic!("{id}: the language has no open forms"),
            }
            if measures.single < 1.0 {
                double.push(question);
            }
            if !measures.leading.is_empty() {
                leading.push(question);
            }
        }
        assert!(closed.len() * 50 <= questions.len(), "{file}: closed of {}: {closed:#?}", questions.len());
        assert!(double.len() * 10 <= questions.len(), "{file}: double of {}: {double:#?}", questions.len());
        assert!(leading.is_empty(), "{file}: leading: {leading:#?}");
    }
}

#[test]
fn closed_leading_and_double_questions_are_told_in_german_and_arabic() {
    for (id, closed, double, leading) in [
        (
            "pedelec",
            ["Mögen Sie Ihr Pedelec?", "Ist der Motor leise?", "Haben Sie das schon einmal erlebt?"],
            "Was gefällt Ihnen besser, der Motor oder der Akku?",
            "Was stört Sie, nicht wahr, am meisten?",
        ),
        (
            "qahwa",
            ["هل تحب القهوة؟", "هل كان المقهى قريبا من البيت؟", "تشربها كل يوم؟"],
            "ماذا تفضل، القهوة أو الشاي؟",
            "القهوة ألذ في الصباح، أليس كذلك؟",
        ),
    ] {
        let case = Case::told(&study(id), &["Akku", "Akku"]);
        for question in closed {
            assert_eq!(measures(&case, question).open, Some(0.0), "{question}");
        }
        assert_eq!(measures(&case, double).double, [2], "{double}");
        assert_eq!(measures(&case, leading).leading, [2], "{leading}");
    }
}
