//! The schemas editors complete by: those in the project are those of the types, and every shipped document fits its own.

use std::{collections::BTreeMap, fs};

use jsonschema::Validator;
use querent_engine::studio::documents::{
    folder,
    schema::{name_for, schemas},
};
use serde_json::{Value, json};

use crate::program::{Folder, root};

fn validators() -> BTreeMap<&'static str, Validator> {
    let compiled = |schema: &Value| jsonschema::draft7::new(schema).unwrap_or_else(|error| panic!("{error}"));
    schemas().iter().map(|(name, schema)| (*name, compiled(schema))).collect()
}

fn problems(validator: &Validator, document: &Value) -> Vec<String> {
    validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path)).collect()
}

fn shipped() -> Vec<(String, String)> {
    let (files, names) = folder::all(&root().join("config")).unwrap();
    let text = |name: &str| String::from_utf8(files.get(name).unwrap().to_vec()).unwrap();
    let written_in_yaml = names.iter().filter(|name| name.strip_suffix(".yaml").is_some());
    written_in_yaml.map(|name| (name.clone(), text(name))).collect()
}

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap()
}

#[test]
fn the_schemas_in_the_project_are_those_of_the_types() {
    let folder = Folder::new("schema");
    let written = folder.querent(&["check", "--schema", "schema"], "");
    assert_eq!(written.code, 0, "{written:?}");
    let kept = root().join("config/schema");
    for (name, schema) in schemas() {
        let fresh = folder.read(&format!("schema/{name}"));
        assert_eq!(serde_json::from_str::<Value>(&fresh).unwrap(), schema);
        let kept = fs::read_to_string(kept.join(name)).unwrap_or_default();
        assert!(kept == fresh, "config/schema/{name} is not up to date; run `querent check --schema config/schema`");
    }
    let fresh = folder.read("schema/openapi.json");
    let offered = fs::read_to_string(kept.join("openapi.json")).unwrap_or_default();
    assert!(
        offered == fresh,
        "config/schema/openapi.json is not up to date; run `querent check --schema config/schema`"
    );
    assert_eq!(fs::read_dir(kept).unwrap().count(), schemas().len() + 1, "a schema of nothing is left over");
}

#[test]
fn every_shipped_document_names_its_schema_and_fits_it() {
    let validators = validators();
    let documents = shipped();
    assert!(documents.len() > 12, "{} documents", documents.len());
    for (name, text) in &documents {
        let schema = name_for(name).unwrap();
        let up = "../".repeat(name.matches('/').count());
        let first = format!("# yaml-language-server: $schema={up}schema/{schema}");
        assert_eq!(text.lines().next(), Some(&*first), "{name}");
        assert_eq!(problems(&validators[schema], &yaml(text)), [""; 0], "{name}");
    }
}

#[test]
fn a_study_may_name_its_parts_or_hold_them() {
    let validators = validators();
    let documents: BTreeMap<String, String> = shipped().into_iter().collect();
    let mut study = yaml(&documents["studies/oat_milk.yaml"]);
    for (key, name) in [
        ("concept", "concepts/oat_milk.yaml"),
        ("methodology", "methodologies/means_end_chain.yaml"),
        ("policy", "policies/two_tier.yaml"),
        ("policy", "policies/arbitration.yaml"),
    ] {
        study[key] = yaml(&documents[name]);
        assert_eq!(problems(&validators["study.json"], &study), [""; 0], "{name}");
    }
    study["policy"] = json!({"policy": "signal_pools"});
    assert_eq!(problems(&validators["study.json"], &study), [""; 0]);
}

/// A document in which one value is another.
fn changed(text: &str, pointer: &str, to: Value) -> Value {
    let mut document = yaml(text);
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = to;
    document
}

#[test]
fn what_an_editor_should_underline_does_not_fit() {
    let validators = validators();
    let documents: BTreeMap<String, String> = shipped().into_iter().collect();
    for (name, pointer, to) in [
        ("concepts/oat_milk.yaml", "/elements/0", json!({"id": "x", "lable": "X"})),
        ("methodologies/means_end_chain.yaml", "/strategies/0/weights/graph.max_depth", json!("much")),
        ("methodologies/means_end_chain.yaml", "/strategies/0/focus/kind", json!("nodes")),
        ("methodologies/means_end_chain.yaml", "/tactics/0/questions", json!({"node": ["Why?"]})),
        ("policies/two_tier.yaml", "/gates/0/id", json!("knowledge_cieling")),
        ("policies/two_tier.yaml", "/scorers/1/params", json!({"no_such_parameter": 1})),
        ("policies/two_tier.yaml", "/strategies/0/focus/0/target", json!({"kind": "node", "select": "newest"})),
        ("policies/arbitration.yaml", "/strategies/0/focus", json!("open_gaps")),
        ("policies/arbitration.yaml", "/policy", json!("arbitrary")),
        ("studies/oat_milk.yaml", "/limits", json!({"max_turns": -1})),
        ("studies/oat_milk.yaml", "/methodology", json!(3)),
        ("locales/en.yaml", "/direction", json!("down")),
        ("locales/en.pack.yaml", "/lists", json!({"stopp": ["the"]})),
        ("personas/cooperative.yaml", "/response_patterns/brief", json!("few")),
        ("llm.yaml", "/providers/openai/kind", json!("open_ai")),
        ("llm.yaml", "/models/kimi", json!({"provider": "moonshot", "model": "x"})),
        ("llm.yaml", "/models/kimi/price", json!({"input": "cheap", "output": 1})),
        ("llm.yaml", "/classes", json!({"analyses": []})),
        ("llm.yaml", "/tasks", json!({"turn_analysis": {"temprature": 1}})),
        ("llm.yaml", "/budgets/session/calls", json!(-1)),
    ] {
        let document = changed(&documents[name], pointer, to);
        assert_ne!(problems(&validators[name_for(name).unwrap()], &document), [""; 0], "{name} {pointer}");
    }
}
