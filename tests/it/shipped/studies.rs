//! Concepts, studies and the words of the page keep their word.

use indexmap::IndexMap;
use querent_engine::{concept::Concept, id::Name, limits::Limits, study::Texts};
use serde::Deserialize;

use super::{CONCEPTS, LANGUAGE, METHODOLOGIES, STUDIES, read};

/// A study as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStudy {
    id: Name,
    version: String,
    language: String,
    title: String,
    concept: Name,
    methodology: Name,
    policy: String,
    limits: Limits,
    texts: Texts,
    collect: bool,
}

/// The words of the page as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Locale {
    language: String,
    direction: String,
    interface: IndexMap<String, String>,
}

#[test]
fn elements_are_found_by_what_people_call_them() {
    for name in CONCEPTS {
        let concept: Concept = read(&format!("concepts/{name}.yaml"));
        assert_eq!(&*concept.id, name);
        assert!((5..=6).contains(&concept.elements.len()), "{name}");
        assert!(concept.stimulus.is_some_and(|stimulus| stimulus.text.is_some()), "{name}");
        for element in &concept.elements {
            assert!(element.aliases.len() >= 5, "{name}: {}", element.id);
            for alias in &element.aliases {
                assert_eq!(*alias, alias.to_lowercase(), "{name}: {}", element.id);
            }
        }
    }
}

#[test]
fn the_intro_of_a_study_keeps_its_word() {
    let locale: Locale = read("locales/en.yaml");
    for name in STUDIES {
        let study: WrittenStudy = read(&format!("studies/{name}.yaml"));
        assert_eq!((&*study.id, &*study.language, &*study.policy), (name, LANGUAGE, "signal_pools"));
        assert!(!study.version.is_empty() && !study.title.is_empty());
        assert!(CONCEPTS.contains(&&*study.concept) && METHODOLOGIES.contains(&&*study.methodology), "{name}");
        let facts: String = study.texts.intro.facts.iter().map(|fact| fact.text.as_str()).collect();
        let most = &locale.interface[&format!("number_{}", study.limits.max_turns)];
        assert!(facts.contains(&format!("{most} questions at most")), "{name}: {facts}");
        assert!(!study.collect && facts.contains("sent to nobody"), "{name}");
        assert!(study.texts.intro.consent.is_none(), "{name}: nothing is collected, so there is nothing to agree to");
        assert!(!study.texts.goodbye.is_empty() && !study.texts.safety.is_empty() && !study.texts.thanks.is_empty());
    }
}

#[test]
fn an_opening_question_names_no_element() {
    for name in STUDIES {
        let study: WrittenStudy = read(&format!("studies/{name}.yaml"));
        let concept: Concept = read(&format!("concepts/{}.yaml", study.concept));
        for opening in &study.texts.opening {
            assert!(opening.matches('?').count() == 1 && opening.ends_with('?'), "{opening}");
            let opening = format!(" {} ", opening.to_lowercase());
            for element in &concept.elements {
                for phrase in element.aliases.iter().chain([&element.label]) {
                    assert!(!opening.contains(&format!(" {} ", phrase.to_lowercase())), "{name} names {phrase}");
                }
            }
        }
    }
}

#[test]
fn the_words_of_the_page_have_only_slots_the_page_fills() {
    let locale: Locale = read("locales/en.yaml");
    assert_eq!((&*locale.language, &*locale.direction), ("en", "ltr"));
    for (key, text) in &locale.interface {
        assert!(!text.trim().is_empty(), "{key}");
        assert!(!text.contains(['"', '\'']), "{key}: straight quotes");
        let slots: Vec<&str> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        let expected: &[&str] = match key.as_str() {
            "left_many" => &["n"],
            "error_too_long" => &["limit"],
            _ => &[],
        };
        assert_eq!(slots, expected, "{key}");
    }
    for number in 1..=12 {
        assert!(locale.interface.contains_key(&format!("number_{number}")), "number_{number}");
    }
    for (key, text) in locale.interface.iter().filter(|(key, _)| key.starts_with("error_")) {
        assert!(text.matches(['.', ';']).count() >= 2, "{key} should say what happened and what to do: {text}");
    }
}
