//! Whole interviews with simulated respondents: what a study must get out of somebody who is willing.

use querent_engine::{
    documents::{self, Files, folder},
    interview::{Interview, Step},
    policy::StopReason,
    session::Input,
    simulation::{Persona, Respondent},
    study::Study,
};

fn config() -> Files {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    folder::folder(&root).unwrap()
}

fn persona(files: &Files) -> Persona {
    documents::persona(files, "personas/cooperative.yaml").unwrap()
}

/// Interviews a persona to the end.
fn interviewed(study: &Study, persona: &Persona, seed: u64) -> (Interview, Vec<String>) {
    let mut interview = Interview::new(study.clone()).unwrap();
    let mut respondent = Respondent::new(persona, study, seed).unwrap();
    let session = format!("s{seed}");
    let mut step = interview.handle(Input::Start { session, seed, locale: "en".into(), at: 0 }).unwrap();
    let mut asked = Vec::new();
    while let Step::Ask { question, .. } = step {
        asked.push(question.text.clone());
        let text = respondent.answer(&question);
        step = interview.handle(Input::Answer { text, at: u64::from(question.turn) }).unwrap();
    }
    (interview, asked)
}

fn terminal_nodes(interview: &Interview) -> usize {
    let ontology = &interview.study().methodology.ontology;
    interview.graph().active_nodes().filter(|node| ontology.node(&node.node_type).unwrap().terminal).count()
}

#[test]
fn a_willing_respondent_touches_every_element_of_oat_milk_and_reaches_a_value() {
    let files = config();
    let study = documents::study(&files, "studies/oat_milk.yaml").unwrap();
    for seed in 1..=12 {
        let (interview, asked) = interviewed(&study, &persona(&files), seed);
        let mut once = asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked.len(), "a question was put twice, seed {seed}");
        let coverage = &interview.turns().last().unwrap().state.coverage;
        let missed: Vec<_> =
            coverage.elements.iter().filter(|found| !found.covered).map(|found| &found.element).collect();
        assert!(missed.is_empty(), "seed {seed} misses {missed:?}:\n{}", asked.join("\n"));
        assert!(terminal_nodes(&interview) >= 1, "seed {seed} reaches no value");
    }
}

#[test]
fn a_willing_respondent_reaches_the_forces_of_progress_in_a_jobs_interview() {
    let files = config();
    let study = documents::study(&files, "studies/meal_kit.yaml").unwrap();
    for seed in 1..=6 {
        let (interview, asked) = interviewed(&study, &persona(&files), seed);
        let forces = ["pain_point", "gain_point", "anxiety", "habit"];
        let reached = interview.graph().active_nodes().filter(|node| forces.contains(&&*node.node_type)).count();
        assert!(reached >= 2, "seed {seed} reaches {reached} forces:\n{}", asked.join("\n"));
    }
}

#[test]
fn every_policy_interviews_to_the_end_and_never_asks_twice() {
    let files = config();
    let study = documents::study(&files, "studies/oat_milk.yaml").unwrap();
    for id in documents::policy_ids(&files) {
        let study = documents::with_policy(&files, &study, &id).unwrap();
        let (interview, asked) = interviewed(&study, &persona(&files), 3);
        let Step::Finished { outcome } = interview.step() else { panic!("{id} did not end") };
        assert_ne!(outcome.reason, StopReason::OutOfQuestions, "{id}");
        let mut once = asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked.len(), "{id} put a question twice");
        for turn in interview.turns() {
            let decision = turn.decision.as_ref().unwrap();
            for ranked in std::iter::once(&decision.chosen).chain(&decision.alternatives).chain(&decision.vetoes) {
                assert_eq!(ranked.tally.replay().to_bits(), ranked.tally.total().to_bits(), "{id}, turn {}", turn.turn);
            }
        }
    }
}
