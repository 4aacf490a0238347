//! Conformance vectors: every case of every file, here and in the folder `QUERENT_VECTORS` names.

mod arbitration;

use std::{env, fs, path::PathBuf};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// One case of a file. `Input` is typed, so that the order of keys survives.
#[derive(Deserialize)]
struct Case<Input> {
    id: String,
    input: Input,
    expected: Value,
}

fn folders() -> Vec<PathBuf> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let other = env::var_os("QUERENT_VECTORS").map(PathBuf::from).filter(|folder| folder.is_dir());
    [Some(own), other].into_iter().flatten().collect()
}

/// Runs every case of a file, prints how many passed, and fails if one did not.
fn run<Input: DeserializeOwned>(file: &str, answer: impl Fn(&Input) -> Value) {
    let mut failed = 0;
    let mut found = 0;
    for path in folders().into_iter().map(|folder| folder.join(file)).filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap();
        let cases: Vec<Case<Input>> =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let wrong = cases.iter().filter(|case| !agrees(case, &answer(&case.input))).count();
        println!("{file}: {} passed, {wrong} failed", cases.len() - wrong);
        failed += wrong;
        found += cases.len();
    }
    assert!(found > 0, "{file} has no case in any folder");
    assert_eq!(failed, 0, "{file}");
}

fn agrees<Input>(case: &Case<Input>, found: &Value) -> bool {
    let agrees = is_same(&case.expected, found);
    if !agrees {
        println!("{}\n  expected {}\n  found    {found}", case.id, case.expected);
    }
    agrees
}

/// Whether two values agree, numbers to within 1e-9.
fn is_same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => {
            a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| (a - b).abs() <= 1e-9 * a.abs().max(1.0))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        _ => expected == found,
    }
}
