//! The documents that come with the project: methodologies, concepts, studies and the words of the page.

mod methodologies;
mod studies;
mod wordings;

use std::{fs, path::PathBuf};

use querent_engine::methodology::{Methodology, QuestionPool};
use serde::de::DeserializeOwned;
use serde_yaml::Value;

const LANGUAGE: &str = "en";
const METHODOLOGIES: [&str; 5] =
    ["critical_incident", "customer_journey_mapping", "jobs_to_be_done", "means_end_chain", "repertory_grid"];
const CONCEPTS: [&str; 2] = ["meal_kit", "oat_milk"];
const STUDIES: [&str; 2] = ["meal_kit", "oat_milk"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = root().join("config").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The methodology with its questions in [`LANGUAGE`].
fn methodology(id: &str) -> Methodology {
    let mut written: Value = read(&format!("methodologies/{id}.yaml"));
    let tactics = written.get_mut("tactics").and_then(Value::as_sequence_mut).unwrap();
    for tactic in tactics {
        let questions = tactic.get("questions").and_then(|questions| questions.get(LANGUAGE)).cloned();
        tactic["questions"] = questions.unwrap_or_else(|| panic!("{id}: a tactic has no questions in {LANGUAGE}"));
    }
    serde_yaml::from_value(written).unwrap_or_else(|error| panic!("{id}: {error}"))
}

fn every_methodology() -> impl Iterator<Item = Methodology> {
    METHODOLOGIES.into_iter().map(methodology)
}

fn pools(questions: &QuestionPool) -> Vec<(String, &[String], bool)> {
    let mut pools = vec![
        ("node".to_owned(), &*questions.node, true),
        ("element".to_owned(), &*questions.element, true),
        ("global".to_owned(), &*questions.global, false),
    ];
    pools.extend(questions.types.iter().map(|(name, pool)| (format!("types.{name}"), &**pool, true)));
    pools.retain(|(_, pool, _)| !pool.is_empty());
    pools
}

#[test]
fn no_shipped_document_is_left_out_of_these_tests() {
    let ids = |folder: &str| -> Vec<String> {
        let files = fs::read_dir(root().join("config").join(folder)).unwrap();
        let mut ids: Vec<String> =
            files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids("methodologies"), METHODOLOGIES);
    assert_eq!(ids("concepts"), CONCEPTS);
    assert_eq!(ids("studies"), STUDIES);
    for (methodology, id) in every_methodology().zip(METHODOLOGIES) {
        assert_eq!(&*methodology.id, id);
    }
}
