//! `querent check --list`: one place that names everything documents can use.

use querent_engine::engine::{
    policy::{
        arbitration::{SIGNALS, scorers::Scorers},
        parameters::CatalogueEntry,
        two_tier::{gates::Gate, scorers::Scorer},
    },
    signals,
};
use serde_json::Value;

use crate::program::Folder;

fn listed(test: &str) -> Vec<Value> {
    let printed = Folder::new(&format!("list-json-{test}")).querent(&["check", "--list", "--json"], "");
    assert_eq!(printed.code, 0, "{printed:?}");
    serde_json::from_str(&printed.out).unwrap()
}

fn entries<'a>(groups: &'a [Value], group: &str) -> Vec<&'a Value> {
    let fitting = groups.iter().filter(|found| found["group"].as_str().unwrap().starts_with(group));
    fitting.flat_map(|group| group["entries"].as_array().unwrap()).collect()
}

fn names(entries: &[&Value]) -> Vec<String> {
    entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_registry_is_listed_whole() {
    let groups = listed("whole");
    let ids = |catalogue: Vec<CatalogueEntry>| catalogue.iter().map(|entry| entry.id.to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&entries(&groups, "Policies")), ["signal_pools", "two_tier", "arbitration"]);
    assert_eq!(names(&entries(&groups, "two_tier: gates")), ids(Gate::catalogue()));
    assert_eq!(names(&entries(&groups, "two_tier: scorers")), ids(Scorer::catalogue()));
    assert_eq!(names(&entries(&groups, "arbitration: scorers")), ids(Scorers::catalogue()));
    let conditions: Vec<_> = SIGNALS.iter().map(|signal| signal.name).collect();
    assert_eq!(names(&entries(&groups, "arbitration: signals")), conditions);
    let pools: Vec<_> = signals::names().map(|(name, _)| name).collect();
    assert_eq!(names(&entries(&groups, "signal_pools: signals")), pools);
    let selects = names(&entries(&groups, "two_tier: single ideas"));
    assert_eq!(selects, ["most_recent", "peripheral", "opposite_stance", "lowest_degree", "highest_degree"]);
    assert_eq!(names(&entries(&groups, "two_tier: targets")), ["none", "node", "nodes", "element"]);
    assert_eq!(names(&entries(&groups, "two_tier: kinds of focus")).len(), 9);
    assert_eq!(names(&entries(&groups, "arbitration: what a strategy picks")).len(), 7);
    assert_eq!(names(&entries(&groups, "signal_pools: what a strategy is about")), ["node", "element", "global"]);
}

#[test]
fn everything_listed_says_what_it_is_and_every_parameter_its_range_and_default() {
    let groups = listed("says");
    for entry in entries(&groups, "") {
        assert!(!entry["doc"].as_str().unwrap().is_empty(), "{entry} says nothing");
        for parameter in entry["parameters"].as_array().unwrap() {
            assert!(!parameter["doc"].as_str().unwrap().is_empty(), "{parameter} of {entry} says nothing");
        }
    }
    for group in ["two_tier: gates", "two_tier: scorers", "arbitration: scorers"] {
        for entry in entries(&groups, group) {
            for parameter in entry["parameters"].as_array().unwrap() {
                assert!(parameter["range"].is_string() && parameter.get("default").is_some(), "{parameter}");
            }
        }
    }
    for entry in entries(&groups, "signal_pools: signals") {
        assert!(entry["range"].is_string(), "{entry}");
    }
}

#[test]
fn the_tables_show_what_the_json_holds() {
    let printed = Folder::new("list").querent(&["check", "--list"], "");
    assert_eq!(printed.code, 0, "{printed:?}");
    for entry in entries(&listed("tables"), "") {
        let (name, doc) = (entry["name"].as_str().unwrap(), entry["doc"].as_str().unwrap());
        let line = printed.out.lines().find(|line| line.trim_start().starts_with(name) && line.contains(doc));
        assert!(line.is_some(), "{name} is missing");
    }
}
