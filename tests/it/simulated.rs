//! Whole interviews with simulated respondents: what a study must get out of somebody who is willing, and what it must
//! withstand from everybody else.

use querent_engine::{
    documents::{self, Files, folder},
    interview::{Interview, Step},
    policy::StopReason,
    simulation::{Bank, Figures, Persona, Respondent, hold},
    study::Study,
};

fn config() -> Files {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    folder::folder(&root).unwrap()
}

fn persona(files: &Files, id: &str) -> Persona {
    documents::persona(files, &format!("personas/{id}.yaml")).unwrap()
}

fn study(files: &Files, id: &str) -> Study {
    documents::study(files, &format!("studies/{id}.yaml")).unwrap()
}

/// Interviews a persona to the end, once for each seed.
fn interviewed(files: &Files, study: &Study, id: &str, seeds: std::ops::RangeInclusive<u64>) -> Vec<Interview> {
    let facts = documents::facts(files, study).unwrap();
    let bank = Bank::of(&facts, &study.concept, &study.methodology);
    let (persona, fresh) = (persona(files, id), Interview::new(study.clone()).unwrap());
    let one = |seed| {
        let mut respondent = Respondent::new(&persona, &bank, study, seed).unwrap();
        hold(fresh.clone(), &mut respondent, format!("s{seed}"), seed).unwrap()
    };
    seeds.map(one).collect()
}

fn figures(interviews: &[Interview]) -> Figures {
    let mut all = Figures::default();
    interviews.iter().for_each(|interview| all.add(&Figures::of(interview)));
    all
}

#[test]
fn a_willing_respondent_reaches_the_forces_of_progress_in_a_jobs_interview() {
    let files = config();
    let study = study(&files, "meal_kit");
    for interview in interviewed(&files, &study, "cooperative", 1..=6) {
        let forces = ["pain_point", "gain_point", "anxiety", "habit"];
        let reached = interview.graph().active_nodes().filter(|node| forces.contains(&&*node.node_type)).count();
        let asked: Vec<&str> = interview.turns().iter().map(|turn| turn.question.text.as_str()).collect();
        assert!(reached >= 2, "{reached} forces:\n{}", asked.join("\n"));
    }
}

#[test]
fn every_policy_interviews_to_the_end_and_never_asks_twice() {
    let files = config();
    let study = study(&files, "oat_milk");
    for id in documents::policy_ids(&files) {
        let study = documents::with_policy(&files, &study, &id).unwrap();
        let interviews = interviewed(&files, &study, "cooperative", 3..=3);
        let interview = &interviews[0];
        let Step::Finished { outcome } = interview.step() else { panic!("{id} did not end") };
        assert_ne!(outcome.reason, StopReason::OutOfQuestions, "{id}");
        assert_eq!(figures(&interviews).repeated.some, 0, "{id} put a question twice");
        for turn in interview.turns() {
            let decision = turn.decision.as_ref().unwrap();
            for ranked in std::iter::once(&decision.chosen).chain(&decision.alternatives).chain(&decision.vetoes) {
                assert_eq!(ranked.tally.replay().to_bits(), ranked.tally.total().to_bits(), "{id}, turn {}", turn.turn);
            }
        }
    }
}

#[test]
fn every_persona_can_be_interviewed_with_every_study_it_has_the_language_of() {
    let files = config();
    let ids = |folder: &str| -> Vec<String> {
        let names = files.names().filter_map(|name| name.strip_prefix(folder)?.strip_suffix(".yaml"));
        names.map(str::to_owned).collect()
    };
    let personas = ids("personas/");
    assert!(personas.len() >= 10, "{personas:?}");
    for name in ids("studies/") {
        let study = study(&files, &name);
        for id in &personas {
            let all = figures(&interviewed(&files, &study, id, 1..=1));
            assert!(all.turns >= 3, "{id} and {name}: {} turns", all.turns);
            assert_eq!(all.repeated.some, 0, "{id} and {name}: a question was put twice");
        }
    }
}

#[test]
fn a_seed_gives_the_same_session_each_time_and_another_seed_another() {
    let files = config();
    let study = study(&files, "oat_milk");
    let bytes = |seed| serde_json::to_vec(&interviewed(&files, &study, "uncertain", seed..=seed)[0].session()).unwrap();
    assert_eq!(bytes(5), bytes(5));
    assert_ne!(bytes(5), bytes(6));
}
