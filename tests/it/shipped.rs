//! The documents that come with the project: methodologies, concepts, studies and the words of the page.

mod methodologies;
mod studies;
mod wordings;

use std::{fs, path::PathBuf};

use querent_engine::engine::{
    methodology::{Methodology, QuestionPool},
    policy::Policy,
};
use serde::de::DeserializeOwned;
use serde_yaml::Value;

const LANGUAGE: &str = "en";
const METHODOLOGIES: [&str; 5] =
    ["critical_incident", "customer_journey_mapping", "jobs_to_be_done", "means_end_chain", "repertory_grid"];
/// Policies with strategies and tactics of their own.
const POLICIES: [&str; 3] = ["arbitration", "two_tier", "two_tier_uniform"];
/// Concepts written in YAML.
const CONCEPTS: [&str; 7] = ["arztbesuch", "meal_kit", "moving_house", "oat_milk", "pedelec", "qahwa", "support_call"];
const STUDIES: [&str; 8] =
    ["arztbesuch", "meal_kit", "moving_house", "news_sources", "oat_milk", "pedelec", "qahwa", "support_call"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Names of the documents in a folder without their endings, sorted.
fn ids(folder: &str) -> Vec<String> {
    let files = fs::read_dir(root().join("config").join(folder)).unwrap();
    let mut ids: Vec<String> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    ids.sort();
    ids
}

/// Languages with words of the page.
fn languages() -> Vec<String> {
    ids("locales").into_iter().filter(|id| !id.contains('.')).collect()
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = root().join("config").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A document with the questions of its tactics in [`LANGUAGE`].
fn in_language<T: DeserializeOwned>(name: &str) -> T {
    let mut written: Value = read(name);
    // A policy that leaves its tactics out takes those of the engine.
    for tactic in written.get_mut("tactics").and_then(Value::as_sequence_mut).into_iter().flatten() {
        let questions = tactic.get("questions").and_then(|questions| questions.get(LANGUAGE)).cloned();
        tactic["questions"] = questions.unwrap_or_else(|| panic!("{name}: a tactic has no questions in {LANGUAGE}"));
    }
    serde_yaml::from_value(written).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn methodology(id: &str) -> Methodology {
    in_language(&format!("methodologies/{id}.yaml"))
}

/// A policy as shipped.
pub(crate) fn policy(id: &str) -> Policy {
    in_language(&format!("policies/{id}.yaml"))
}

/// Everything with wordings: methodologies, and policies in the form of one.
fn everything_worded() -> impl Iterator<Item = Methodology> {
    let policies = POLICIES.into_iter().map(|id| {
        let (policy, host) = (policy(id), methodology("means_end_chain"));
        let (strategies, tactics) = (policy.strategies(&host).to_vec(), policy.tactics(&host).clone());
        Methodology { id: id.into(), strategies, tactics: tactics.into_iter().cloned().collect(), ..host }
    });
    every_methodology().chain(policies)
}

fn every_methodology() -> impl Iterator<Item = Methodology> {
    METHODOLOGIES.into_iter().map(methodology)
}

fn pools(questions: &QuestionPool) -> Vec<(String, &[String], bool)> {
    let mut pools = vec![
        ("node".to_owned(), &*questions.node, true),
        ("pair".to_owned(), &*questions.pair, true),
        ("element".to_owned(), &*questions.element, true),
        ("global".to_owned(), &*questions.global, false),
    ];
    pools.extend(questions.types.iter().map(|(name, pool)| (format!("types.{name}"), &**pool, true)));
    pools.retain(|(_, pool, _)| !pool.is_empty());
    pools
}

#[test]
fn no_shipped_document_is_left_out_of_these_tests() {
    let originals: Vec<String> = ids("methodologies").into_iter().filter(|id| !id.contains('.')).collect();
    assert_eq!(originals, METHODOLOGIES);
    let originals: Vec<String> = ids("policies").into_iter().filter(|id| !id.contains('.')).collect();
    assert_eq!(originals, POLICIES);
    let mut concepts: Vec<&str> = CONCEPTS.into_iter().chain(["news_sources"]).collect();
    concepts.sort_unstable();
    assert_eq!(ids("concepts"), concepts);
    assert_eq!(ids("studies"), STUDIES);
    let packs = ids("locales");
    assert!(languages().iter().all(|language| packs.contains(&format!("{language}.pack"))), "{packs:?}");
    for (methodology, id) in every_methodology().zip(METHODOLOGIES) {
        assert_eq!(&*methodology.id, id);
    }
}
