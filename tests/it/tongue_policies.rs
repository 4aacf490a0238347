//! `two_tier` and `arbitration` interview in every shipped language, as `signal_pools` does.

use std::path::Path;

use querent_engine::{
    engine::{
        interview::{Interview, Step},
        policy::{Op, Policy, StopReason},
        session::Input,
        study::Study,
    },
    studio::{
        documents::{self, Files, folder},
        personas::FactBank,
        simulation::{SimulatedRespondent, SimulationFigures, run_interview},
    },
};

fn config() -> Files {
    folder::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("config")).unwrap()
}

/// The study under a policy, and what there is to say about it.
fn under(files: &Files, id: &str, policy: &str) -> (Study, FactBank) {
    let study = documents::study(files, &format!("studies/{id}.yaml")).unwrap();
    let study = documents::with_policy(files, &study, policy).unwrap();
    let bank = FactBank::of(&documents::facts(files, &study).unwrap(), &study.concept, &study.methodology);
    (study, bank)
}

const STUDIES: [&str; 3] = ["pedelec", "arztbesuch", "qahwa"];
const POLICIES: [&str; 3] = ["two_tier", "two_tier_uniform", "arbitration"];

#[test]
fn the_two_other_policies_interview_anybody_to_the_end_in_german_and_arabic_and_never_ask_twice() {
    let files = config();
    for id in STUDIES {
        for policy in POLICIES {
            let (study, bank) = under(&files, id, policy);
            let fresh = Interview::new(study.clone()).unwrap();
            for name in ["cooperative", "brief", "tiring", "off_topic", "hostile"] {
                let persona = documents::persona(&files, &format!("personas/{name}.yaml")).unwrap();
                let mut respondent = SimulatedRespondent::new(&persona, &bank, &study, 7).unwrap();
                let interview = run_interview(fresh.clone(), &mut respondent, "s".to_owned(), 7).unwrap();
                let whose = format!("{id} under {policy} with {name}");
                let Step::Finished { outcome } = interview.step() else { panic!("{whose} did not end") };
                assert_ne!(outcome.reason, StopReason::OutOfQuestions, "{whose}");
                assert_ne!(outcome.reason, StopReason::RespondentStopped, "{whose}: nobody said so");
                assert_eq!(SimulationFigures::of(&interview).repeated.some, 0, "{whose}");
                for turn in interview.turns() {
                    let asked = turn.question.text.to_lowercase();
                    let english = [" you ", " the ", " what "].iter().any(|word| asked.contains(word));
                    assert!(!english && asked.contains(['?', '؟']), "{whose}: {asked}");
                }
            }
        }
    }
}

#[test]
fn a_willing_respondent_touches_most_of_a_concept_under_every_policy_and_language() {
    let files = config();
    for id in STUDIES {
        for policy in POLICIES {
            let (study, bank) = under(&files, id, policy);
            let persona = documents::persona(&files, "personas/cooperative.yaml").unwrap();
            let mut all = SimulationFigures::default();
            for seed in 1..=4 {
                let mut respondent = SimulatedRespondent::new(&persona, &bank, &study, seed).unwrap();
                let fresh = Interview::new(study.clone()).unwrap();
                all.add(&SimulationFigures::of(&run_interview(fresh, &mut respondent, "s".to_owned(), seed).unwrap()));
            }
            let (touched, depth) = (all.elements.of().unwrap(), all.depth.of().unwrap());
            assert!(touched >= 0.75 && depth >= 2.0, "{id} under {policy}: {touched:.2} touched, {depth:.2} deep");
        }
    }
}

#[test]
fn strategies_are_called_in_the_language_of_the_study() {
    let files = config();
    let names = |study: &Study| -> Vec<String> {
        let strategies = match &study.policy {
            Policy::Arbitration(config) => config.strategies.plain(),
            Policy::TwoTier(config) => &config.asking,
            Policy::SignalPools(_) => &study.methodology.strategies,
        };
        strategies.iter().map(|strategy| strategy.name.clone()).collect()
    };
    for policy in POLICIES {
        let english = names(&under(&files, "oat_milk", policy).0);
        for id in STUDIES {
            let here = names(&under(&files, id, policy).0);
            assert!(english.len() > 4 && english.iter().all(|name| !here.contains(name)), "{id}, {policy}: {here:?}");
        }
    }
}

/// Answers with the same words until the interview ends or so many turns are over; returns it.
fn answered(study: &Study, words: &[&str]) -> Interview {
    let mut interview = Interview::new(study.clone()).unwrap();
    let locale = study.language.clone();
    interview.handle(Input::Start { session: "s".to_owned(), seed: 1, locale, at: 0 }).unwrap();
    for (text, at) in words.iter().zip(1..) {
        if let Step::Ask { .. } = interview.step() {
            interview.handle(Input::Answer { text: (*text).to_owned(), at: at * 1_000, manner: None }).unwrap();
        }
    }
    interview
}

/// Sources of what ruled probes out at the last decision.
fn vetoes(interview: &Interview) -> Vec<String> {
    let decisions = interview.turns().iter().filter_map(|turn| turn.decision.as_ref());
    let vetoes = decisions.flat_map(|decision| &decision.vetoes);
    let terms = vetoes.flat_map(|ranked| &ranked.tally.terms).filter(|term| term.op == Op::Veto);
    terms.map(|term| term.source.to_string()).collect()
}

#[test]
fn who_has_nothing_more_to_say_is_heard_in_every_language() {
    let files = config();
    for (id, fact, nothing) in [
        ("oat_milk", "It is creamy, which makes my coffee a treat.", "Nothing, that's all."),
        ("pedelec", "Der Motor ist leise, deshalb fahre ich gern.", "Nichts, mehr nicht."),
        ("qahwa", "رائحة الهيل قوية ولذلك أشعر بالهدوء.", "لا شيء، هذا كل شيء."),
    ] {
        let (study, _) = under(&files, id, "two_tier");
        let silent = answered(&study, &[fact, nothing, nothing, nothing]);
        assert!(
            vetoes(&silent).iter().any(|gate| gate.contains("consecutive_exhaustion")),
            "{id}: {:?}",
            vetoes(&silent)
        );
        let willing = answered(&study, &[fact, fact]);
        assert!(!vetoes(&willing).iter().any(|gate| gate.contains("consecutive_exhaustion")), "{id}");
    }
}

#[test]
fn words_of_a_policy_are_held_against_the_policy() {
    let mut files = config();
    let words = String::from_utf8(files.get("policies/two_tier.de.yaml").unwrap().to_vec()).unwrap();
    for (from, to, code, hint) in [
        ("policy: two_tier\n", "policy: two_teir\n", "id_differs", "write this id"),
        ("  deepen: Vertiefen", "  deepn: Vertiefen", "unknown_name", "did you mean `deepen`?"),
        ("  raising_it:", "  rasing_it:", "unknown_name", "did you mean `raising_it`?"),
        ("      - Was wissen Sie über „{focus}“ aus eigener Erfahrung?\n", "", "", ""),
        ("    element:\n", "    node:\n", "missing_translation", "add questions under `element`"),
    ] {
        files.insert("policies/two_tier.de.yaml", words.replacen(from, to, 1));
        let found = documents::check(&files, ["policies/two_tier.de.yaml"]);
        if code.is_empty() {
            assert!(found.is_empty(), "one question less is none too few: {found:?}");
            continue;
        }
        let said = |finding: &&querent_engine::engine::diagnostic::Diagnostic| {
            finding.code == code && finding.hint.as_deref().is_some_and(|said| said.contains(hint))
        };
        let finding = found.iter().find(said).unwrap_or_else(|| panic!("{to}: {found:?}"));
        assert!(finding.place.line > 1, "{finding:?}");
    }
}
