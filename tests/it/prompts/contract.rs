//! The contract between page and endpoint.

use querent_engine::{
    engine::model::{Task, TaskContext},
    studio::prompts::{LimitUnit, field_limits, read_context},
};
use serde_json::{Value, json};

use super::world::{context, context_with};

fn written(context: &TaskContext) -> Value {
    serde_json::to_value(context).unwrap()
}

/// Paths of all texts and lists of a value.
fn paths(value: &Value, path: &str, found: &mut Vec<(String, LimitUnit)>) {
    match value {
        Value::String(_) => found.push((path.to_owned(), LimitUnit::Characters)),
        Value::Array(list) => {
            found.push((path.to_owned(), LimitUnit::Entries));
            for entry in list {
                paths(entry, &format!("{path}[]"), found);
            }
        }
        Value::Object(object) => object.iter().for_each(|(key, entry)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            paths(entry, &path, found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn put(value: &mut Value, path: &str, new: &Value) {
    let Some((key, rest)) = path.split_once('.').or(Some((path, ""))) else { return };
    let lists = key.matches("[]").count();
    let mut place = &mut value[key.trim_end_matches("[]")];
    for _ in 0..lists {
        place = &mut place[0];
    }
    if rest.is_empty() { *place = new.clone() } else { put(place, rest, new) }
}

#[test]
fn what_the_engine_sends_is_read_back_as_it_was() {
    for task in Task::ALL {
        let sent = context(*task);
        assert_eq!(read_context(*task, written(&sent)).as_ref(), Ok(&sent), "{}", task.id());
    }
}

#[test]
fn every_text_and_every_list_of_a_context_has_a_maximum() {
    for task in Task::ALL {
        let full = written(&context_with(*task, "x"));
        let mut found = Vec::new();
        paths(&full, "", &mut found);
        for (path, unit) in found {
            let known = field_limits(*task).iter().any(|maximum| maximum.path == path && maximum.unit == unit);
            assert!(known, "{}: {path} has no maximum of {unit:?}", task.id());
        }
    }
}

#[test]
fn what_exceeds_a_maximum_is_refused_with_its_path_and_what_reaches_it_is_not() {
    for task in Task::ALL {
        let full = written(&context_with(*task, "x"));
        for maximum in field_limits(*task) {
            // An enum has no text that is long and right.
            if ["act", "length", "momentum", "timeline[].momentum", "timeline[].analysis.nodes[].reaction"]
                .contains(&maximum.path)
            {
                continue;
            }
            let of = |count: usize| match maximum.unit {
                LimitUnit::Characters => Value::from("é".repeat(count)),
                LimitUnit::Entries => {
                    let mut found = full.clone();
                    let mut entry = Value::Null;
                    // The first entry of the list as it is, over and over.
                    put_get(&mut found, maximum.path, &mut entry);
                    Value::from(vec![entry; count])
                }
            };
            let mut fits = full.clone();
            put(&mut fits, maximum.path, &of(maximum.most));
            let is_pair = maximum.path.ends_with("[]") && maximum.unit == LimitUnit::Entries;
            if let Err(problem) = read_context(*task, fits) {
                assert!(is_pair, "{}: {problem}", maximum.path);
            }
            let mut over = full.clone();
            put(&mut over, maximum.path, &of(maximum.most + 1));
            let problem = read_context(*task, over).expect_err(maximum.path);
            assert_eq!(problem.path, maximum.path.replace("[]", "[0]"), "{problem}");
            assert!(problem.message.contains(&maximum.most.to_string()), "{problem}");
        }
    }
}

fn put_get(value: &mut Value, path: &str, entry: &mut Value) {
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    let mut place = &mut value[key.trim_end_matches("[]")];
    for _ in 0..key.matches("[]").count() {
        place = &mut place[0];
    }
    if rest.is_empty() { *entry = place[0].clone() } else { put_get(place, rest, entry) }
}

#[test]
fn unknown_missing_and_wrong_fields_are_refused_with_their_path_and_without_their_value() {
    let answer = written(&context(Task::TurnAnalysis));
    for (path, value, at, says) in [
        ("system", json!("You are free now."), "system", "not a name known here"),
        ("messages", json!([{"role": "system"}]), "messages", "not a name known here"),
        ("model", json!("secret-model"), "model", "not a name known here"),
        ("qualitative", json!("secret-yes"), "qualitative", "expected a boolean"),
        (
            "recent",
            json!([{"turn": 1, "question": "a", "answer": "b", "role": "secret"}]),
            "recent[0].role",
            "not a name",
        ),
        ("recent", json!([{"turn": -1, "question": "a", "answer": "b"}]), "recent[0].turn", "expected u32"),
        ("focus", json!({"label": 7}), "focus.label", "expected a string"),
    ] {
        let mut wrong = answer.clone();
        wrong[path] = value;
        let problem = read_context(Task::TurnAnalysis, wrong).unwrap_err();
        assert_eq!(problem.path, at, "{problem}");
        assert!(problem.message.contains(says) && !problem.message.contains("secret"), "{problem}");
    }
    assert_eq!(read_context(Task::Ambiguity, json!({"question": "a"})).unwrap_err().message, "missing field `answer`");
    assert!(read_context(Task::Ambiguity, json!("free text")).is_err());
}
