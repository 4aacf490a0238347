//! Concepts, studies and the words of the page keep their word.

use querent_engine::engine::{
    concept::Concept,
    id::Name,
    index_map::IndexMap,
    language::WritingSystem,
    limits::Limits,
    study::{CoreQuestion, Texts},
};
use serde::Deserialize;

use super::{CONCEPTS, METHODOLOGIES, STUDIES, languages, read};

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
    #[serde(default)]
    core: Vec<CoreQuestion>,
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
        assert!(concept.stimulus.is_none_or(|stimulus| stimulus.text.is_some()), "{name}");
        for element in &concept.elements {
            assert!(element.aliases.len() >= 5, "{name}: {}", element.id);
            for alias in &element.aliases {
                assert_eq!(*alias, alias.to_lowercase(), "{name}: {}", element.id);
            }
        }
    }
}

/// How a study says how many questions there are at most, and that answers stay where they are.
fn promises(language: &str, most: u32) -> (String, &'static str) {
    let place = [12, 14, 18].iter().position(|number| *number == most);
    let number = |words: [&str; 3]| words[place.unwrap_or_else(|| panic!("say {most} in words here"))].to_owned();
    match language {
        "de" => (format!("höchstens {} Fragen", number(["zwölf", "vierzehn", "achtzehn"])), "niemandem geschickt"),
        "ar" => (format!("{} سؤالًا على الأكثر", number(["اثنا عشر", "أربعة عشر", "ثمانية عشر"])), "لا تُرسل إلى أحد"),
        _ => (format!("{} questions at most", number(["twelve", "fourteen", "eighteen"])), "sent to nobody"),
    }
}

#[test]
fn the_intro_of_a_study_keeps_its_word() {
    for name in STUDIES {
        let study: WrittenStudy = read(&format!("studies/{name}.yaml"));
        assert_eq!((&*study.id, &*study.policy), (name, "signal_pools"));
        assert!(languages().contains(&study.language), "{name}");
        assert!(!study.version.is_empty() && !study.title.is_empty());
        let is_known = CONCEPTS.contains(&&*study.concept) || &*study.concept == "news_sources";
        assert!(is_known && METHODOLOGIES.contains(&&*study.methodology), "{name}");
        let facts: String = study.texts.intro.facts.iter().map(|fact| fact.text.as_str()).collect();
        let most = study.limits.max_turns + u32::try_from(study.core.len()).unwrap();
        let (number, stays) = promises(&study.language, most);
        assert!(facts.contains(&number), "{name}: {facts}");
        assert!(!study.collect && facts.contains(stays), "{name}");
        assert!(study.texts.intro.consent.is_none(), "{name}: nothing is collected, so there is nothing to agree to");
        assert!(!study.texts.goodbye.is_empty() && !study.texts.safety.is_empty() && !study.texts.thanks.is_empty());
    }
}

#[test]
fn an_opening_question_names_no_element() {
    for name in STUDIES {
        let study: WrittenStudy = read(&format!("studies/{name}.yaml"));
        if !CONCEPTS.contains(&&*study.concept) {
            continue;
        }
        let concept: Concept = read(&format!("concepts/{}.yaml", study.concept));
        for opening in &study.texts.opening {
            assert!(opening.matches(['?', '؟']).count() == 1 && opening.ends_with(['?', '؟']), "{opening}");
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
fn the_words_of_the_page_are_the_same_in_every_language() {
    let english: Locale = read("locales/en.yaml");
    for language in languages() {
        let locale: Locale = read(&format!("locales/{language}.yaml"));
        assert_eq!(locale.language, language);
        assert_eq!(locale.direction == "rtl", WritingSystem::of_language(&language) == WritingSystem::Arabic);
        let keys = |locale: &Locale| locale.interface.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&locale), keys(&english), "{language}");
        let untranslated: Vec<_> = english
            .interface
            .iter()
            .filter(|(key, text)| locale.interface[*key] == **text && !key.starts_with("number_"))
            .collect();
        assert!(language == "en" || untranslated.is_empty(), "{language}: {untranslated:?}");
        slots_are_filled(&locale);
    }
}

fn slots_are_filled(locale: &Locale) {
    for (key, text) in &locale.interface {
        assert!(!text.trim().is_empty(), "{key}");
        assert!(!text.contains(['"', '\'']), "{key}: straight quotes");
        let slots: Vec<&str> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        let expected: &[&str] = match key.as_str() {
            "left_many" | "browser_model_coming" | "question_number" => &["n"],
            "error_too_long" => &["limit"],
            "dispute_what" => &["idea"],
            "hidden_text" => &["details"],
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
