//! Every question is one a person can be asked, whatever they said before.

use std::collections::BTreeSet;

use querent_engine::engine::{
    concept::Concept,
    language::LanguagePack,
    methodology::{Methodology, Tactic},
    untrusted::question::{QuestionForms, QuestionGuard, QuestionPurpose, validate_question},
};

use super::{CONCEPTS, LANGUAGE, everything_worded, pools, read};

/// Labels as people give them: things, doings, feelings, half sentences.
const LABELS: [&str; 14] = [
    "creamy texture",
    "feel calm in the morning",
    "saves me time",
    "no added sugar",
    "it froths well",
    "family",
    "don’t have to worry about what’s in it",
    "being a good parent",
    "too expensive",
    "I snap at people",
    "the kids can have it too",
    "when I come off nights",
    "they lost my booking",
    "peace",
];

/// A wording and where it stands.
struct Wording {
    place: String,
    text: String,
    says_goodbye: bool,
    has_focus: bool,
}

fn says_goodbye(methodology: &Methodology, tactic: &Tactic) -> bool {
    let mut users = methodology.strategies.iter().filter(|strategy| strategy.tactics.contains(&tactic.id)).peekable();
    users.peek().is_some() && users.all(|strategy| strategy.closes)
}

fn wordings(methodology: &Methodology) -> Vec<Wording> {
    let mut all = Vec::new();
    for tactic in &methodology.tactics {
        for (name, pool, has_focus) in pools(&tactic.questions) {
            all.extend(pool.iter().map(|text| Wording {
                place: format!("{} {} {name}: {text}", methodology.id, tactic.id),
                text: text.clone(),
                says_goodbye: says_goodbye(methodology, tactic),
                has_focus,
            }));
        }
    }
    all
}

fn filled(text: &str, focus: &str) -> String {
    text.replace("{focus}", focus).replace("{topic}", "oat milk")
}

fn words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Share of common words, as the engine tells a repeated question.
fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let common = u32::try_from(a.intersection(b).count()).unwrap();
    let all = u32::try_from(a.union(b).count()).unwrap();
    f64::from(common) / f64::from(all)
}

#[test]
fn every_wording_is_one_short_question_whatever_the_person_said() {
    let mut labels: Vec<String> = LABELS.iter().map(|label| (*label).to_owned()).collect();
    for concept in CONCEPTS {
        let concept: Concept = read(&format!("concepts/{concept}.yaml"));
        labels.extend(concept.elements.into_iter().map(|element| element.label));
    }
    for methodology in everything_worded() {
        for Wording { place, text, says_goodbye, has_focus } in wordings(&methodology) {
            assert_eq!(text.contains("{focus}"), has_focus, "{place}");
            let is_quoted = text.matches("{focus}").count() == text.matches("“{focus}”").count();
            // The name of an element is a noun phrase of the researcher's, and fits as it is.
            assert!(is_quoted || place.contains(" element: "), "not quoted: {place}");
            for label in &labels {
                let question = filled(&text, label);
                assert!(!question.contains(['{', '}', '"', '\'']), "{place}");
                assert!((8..=300).contains(&question.chars().count()), "{place}");
                assert!(question.split_whitespace().count() <= 24, "{label}: {place}");
                if says_goodbye {
                    assert!(!question.contains('?') && question.ends_with('.'), "{place}");
                } else {
                    assert!(question.matches('?').count() == 1 && question.ends_with('?'), "{place}");
                }
            }
        }
    }
}

#[test]
fn no_wording_can_be_taken_for_another_of_its_methodology() {
    for methodology in everything_worded() {
        let all = wordings(&methodology);
        for label in ["creamy texture", "family"] {
            let sets: Vec<BTreeSet<String>> = all.iter().map(|wording| words(&filled(&wording.text, label))).collect();
            for (index, (a, set)) in all.iter().zip(&sets).enumerate() {
                for (b, earlier) in all.iter().zip(&sets).take(index) {
                    assert!(likeness(set, earlier) < 0.85, "{}\n{}", a.place, b.place);
                }
            }
        }
    }
}

#[test]
fn no_wording_leads_or_speaks_of_the_method() {
    const LEADING: [&str; 11] = [
        "don’t you",
        "wouldn’t you",
        "isn’t it",
        "surely",
        "of course",
        "obviously",
        "most people",
        "i would think",
        "so you like",
        "so you love",
        "how much better",
    ];
    let method = "attribute consequence functional psychosocial instrumental terminal ladder laddering strategy probe \
                  element node construct triad touchpoint friction incident attribution trigger methodology interview";
    let method: BTreeSet<String> = words(method);
    for methodology in everything_worded() {
        for Wording { place, text, .. } in wordings(&methodology) {
            let lower = text.to_lowercase();
            assert!(!LEADING.iter().any(|pattern| lower.contains(pattern)), "leading: {place}");
            let plain = filled(&text, "").to_lowercase();
            assert!(words(&plain).is_disjoint(&method), "a word of the method: {place}");
        }
    }
}

#[test]
fn every_wording_passes_the_guard_on_a_models_question() {
    let pack: LanguagePack = read("locales/en.pack.yaml");
    for methodology in everything_worded() {
        for Wording { place, text, says_goodbye, .. } in wordings(&methodology) {
            let kind = if says_goodbye { QuestionPurpose::Farewell } else { QuestionPurpose::Question };
            let forms = QuestionForms::of(&text, &pack);
            let guard = QuestionGuard { kind, language: LANGUAGE, pack: &pack, forms, ..QuestionGuard::default() };
            for label in LABELS.into_iter().step_by(4) {
                let question = filled(&text, label);
                let accepted = validate_question(&question, &guard).map(|wording| wording.text);
                assert!(accepted.is_ok(), "{accepted:?}: {place}");
                if !says_goodbye && question.matches(['.', '?']).count() <= 2 {
                    assert_eq!(accepted.as_ref(), Ok(&question), "{place}");
                }
            }
        }
    }
}

#[test]
fn every_question_that_takes_up_a_word_passes_the_guard_whatever_the_word() {
    let pack: LanguagePack = read("locales/en.pack.yaml");
    let mut refused = Vec::new();
    for entry in &pack.talk.take_up {
        for text in entry.now.iter().chain(&entry.past) {
            for heard in &entry.hears {
                let question = text.replace("{heard}", heard);
                let forms = QuestionForms::of(&question, &pack);
                let guard = QuestionGuard { language: LANGUAGE, pack: &pack, forms, ..QuestionGuard::default() };
                let accepted = validate_question(&question, &guard).map(|wording| wording.text);
                if accepted.as_ref() != Ok(&question) {
                    refused.push(format!("{question}: {accepted:?}"));
                }
                assert!(!question.contains(['{', '}']) && question.matches('?').count() == 1, "{question}");
            }
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}
