//! People in danger and wishes to stop are recognised in wordings that the patterns were not written for, in every shipped
//! language whatever the language of the study, and what looks like them is not taken for them.

use std::fs;

use querent_engine::{
    engine::{
        dialogue::Reading,
        reader::{ConceptWords, ReadingContext, read},
        study::Study,
    },
    studio::corpus::Phrasings,
};

use crate::program::{Folder, root, shipped_study};

/// A set of phrasings, with the share of each list that must be recognised, and of look-alikes of distress that may be. A
/// wish to stop ends the interview, or is recognised in that the respondent is asked.
struct Expected {
    file: &'static str,
    study: &'static str,
    distress: f64,
    ends: f64,
    stop: f64,
    alarms: f64,
}

/// Share of look-alikes that may be taken for a wish to stop.
const STOP_ALARMS: f64 = 0.06;

/// Patterns were written from the first sets, wishes to stop fitted to all but the unseen ones. The aim is .95 of either with .02
/// of alarms; what is here is what is reached.
#[rustfmt::skip]
const SETS: [Expected; 9] = [
    Expected { file: "en.1", study: "oat_milk", distress: 0.95, ends: 0.65, stop: 0.9, alarms: 0.02 },
    Expected { file: "de.1", study: "pedelec", distress: 0.95, ends: 0.65, stop: 0.9, alarms: 0.02 },
    Expected { file: "ar.1", study: "qahwa", distress: 0.95, ends: 0.65, stop: 0.9, alarms: 0.02 },
    Expected { file: "en.2", study: "oat_milk", distress: 0.5, ends: 0.1, stop: 0.7, alarms: 0.09 },
    Expected { file: "de.2", study: "pedelec", distress: 0.5, ends: 0.1, stop: 0.68, alarms: 0.09 },
    Expected { file: "ar.2", study: "qahwa", distress: 0.5, ends: 0.1, stop: 0.7, alarms: 0.09 },
    Expected { file: "en.unseen", study: "oat_milk", distress: 0.4, ends: 0.3, stop: 0.62, alarms: 0.12 },
    Expected { file: "de.unseen", study: "pedelec", distress: 0.45, ends: 0.3, stop: 0.68, alarms: 0.15 },
    Expected { file: "ar.unseen", study: "qahwa", distress: 0.5, ends: 0.1, stop: 0.46, alarms: 0.11 },
];

/// What the reader hears in an answer.
fn heard(study: &Study, answer: &str) -> Reading {
    let context = ReadingContext {
        pack: &study.pack,
        methodology: &study.methodology.id,
        ontology: &study.methodology.ontology,
        subject: &ConceptWords::of(&study.pack, &[], &study.concept.topic),
        question: "?",
        focus: None,
        focus_element: None,
        known: Vec::new(),
        previous_answer: None,
    };
    read(&context, answer).1
}

/// The share of these answers for which the reader hears it, and those for which it does not.
fn share(answers: &[String], hears: impl Fn(&str) -> bool) -> (f64, Vec<&String>, Vec<&String>) {
    let (yes, no): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| hears(answer));
    (f64::from(u32::try_from(yes.len()).unwrap()) / f64::from(u32::try_from(answers.len()).unwrap()), yes, no)
}

#[test]
fn people_in_danger_and_wishes_to_stop_are_recognised_in_unseen_wordings() {
    let mut faults = Vec::new();
    for Expected { file, study: id, distress, ends, stop, alarms: allowed } in SETS {
        let text = fs::read_to_string(root().join(format!("tests/safety/{file}.yaml"))).unwrap();
        let phrasings: Phrasings = serde_yaml::from_str(&text).unwrap();
        let study = shipped_study(id);
        let is_distress = |text: &str| heard(&study, text).distress;
        let is_end = |text: &str| heard(&study, text).wants_to_stop;
        let is_stop = |text: &str| is_end(text) || heard(&study, text).may_want_to_stop;
        let (found, _, missed) = share(&phrasings.distress, is_distress);
        let (mistaken, alarms, _) = share(&phrasings.harmless, is_distress);
        let (ending, ..) = share(&phrasings.stop, is_end);
        let (stopping, _, probed) = share(&phrasings.stop, is_stop);
        let (stopped, ended, _) = share(&phrasings.stop_harmless, is_stop);
        let is_heard = found >= distress && ending >= ends && stopping >= stop;
        let is_good = is_heard && mistaken <= allowed && stopped <= STOP_ALARMS;
        if !is_good {
            faults.push(format!(
                "{file}: distress {found:.2}, look-alikes {mistaken:.2}; ends {ending:.2}, stop {stopping:.2}, look-alikes {stopped:.2}; \
                 missed {missed:#?}, alarmed {alarms:#?}, probed {probed:#?}, ended {ended:#?}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_person_in_danger_is_understood_in_any_shipped_language() {
    let study = shipped_study("oat_milk");
    for answer in ["mein mann schlägt mich", "زوجي يضربني", "mon mari me frappe"] {
        assert!(heard(&study, answer).distress, "{answer}");
    }
}

#[test]
fn what_people_said_in_interviews_is_heard_as_they_meant_it() {
    let study = shipped_study("oat_milk");
    for danger in [
        "I don't want to live any more.",
        "Sometimes I think about killing myself",
        "I just want to be gone.",
        "I wish I was gone",
    ] {
        assert!(heard(&study, danger).distress, "{danger}");
    }
    for harmless in [
        "I would kill for a coffee.",
        "My battery died.",
        "I nearly wanted to die of embarrassment.",
        "I'm dying",
        "I don't want to poison my kid?",
        "They can say what they want and be gone.",
        "Take my word for it and send someone.",
        "I told him if he didn't stop I'd get off at Watford.",
        "Her arm must have ached, stood up like that with the train throwing her about.",
        "My sister about killed me when she saw the bill.",
    ] {
        assert!(!heard(&study, harmless).distress, "{harmless}");
    }
}

#[test]
fn the_shipped_weights_of_wishes_to_stop_are_those_fitted_to_the_phrasings() {
    let folder = Folder::new("fit-stop");
    let [phrasings, corpus] = ["tests/safety", "tests/corpus/en"].map(|part| root().join(part));
    let words = ["fit-stop", phrasings.to_str().unwrap(), corpus.to_str().unwrap(), "--out", "."];
    let fitted = folder.querent(&words, "");
    assert_eq!(fitted.code, 0, "{fitted:?}");
    for language in ["en", "de", "ar", "fr"] {
        let name = format!("{language}.stop.txt");
        let shipped = fs::read_to_string(root().join("config/locales").join(&name)).unwrap();
        assert!(shipped == folder.read(&name), "run `querent fit-stop tests/safety tests/corpus/en`");
    }
}
