//! Reference vectors: recorded inputs with the result the specification asks for.
//!
//! Every `*.json` in `tests/vectors` runs, and every one in the folder `QUERENT_VECTORS` names. A file is an array of
//! cases `{id, input, expected, …}`; its name says which policy and which topic it is about. A new policy is a module
//! here and its line in `POLICIES`.

mod arbitration;
mod json;
mod signal_pools;
mod two_tier;

use std::{
    fs,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use self::json::Json;

/// Runs one case: compares, and says what differs.
type Check = fn(&Case<'_>) -> Result<(), String>;

/// The check of a topic; none if it is not covered yet.
type Topics = fn(&str) -> Option<Check>;

/// Policies by the beginning of their files' names.
const POLICIES: &[(&str, Topics)] =
    &[("arbitration_", arbitration::check), ("signal_pools_", signal_pools::check), ("two_tier_", two_tier::check)];

/// A case of a file.
struct Case<'a> {
    input: &'a Json,
    expected: &'a Json,
    /// Folder with the methodologies that cases name.
    data: &'a Path,
}

struct Outcome {
    file: String,
    passed: usize,
    failures: Vec<String>,
}

#[test]
fn every_reference_vector_passes() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let further = std::env::var_os("QUERENT_VECTORS").map(PathBuf::from);
    let mut failed = Vec::new();
    for folder in [Some(shipped), further.clone()].into_iter().flatten() {
        say(&format!("vectors of {}", folder.display()));
        for file in files(&folder) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let Some(check) = check_of(&name) else {
                say(&format!("{name}: not covered yet"));
                if Some(&folder) != further.as_ref() {
                    failed.push(name);
                }
                continue;
            };
            let outcome = run(&name, &file, &folder.join("data"), check);
            report(&outcome);
            if !outcome.failures.is_empty() {
                failed.push(outcome.file);
            }
        }
    }
    assert!(failed.is_empty(), "vectors fail in {failed:?}");
}

fn check_of(name: &str) -> Option<Check> {
    POLICIES.iter().find_map(|(prefix, check)| check(name.strip_prefix(prefix)?.strip_suffix(".json")?))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn run(name: &str, path: &Path, data: &Path, check: Check) -> Outcome {
    let cases = Json::read(path);
    let mut outcome = Outcome { file: name.to_owned(), passed: 0, failures: Vec::new() };
    for case in cases.list() {
        let id = case.at("id").text();
        let case = Case { input: case.at("input"), expected: case.at("expected"), data };
        match catch_unwind(AssertUnwindSafe(|| check(&case))) {
            Ok(Ok(())) => outcome.passed += 1,
            Ok(Err(difference)) => outcome.failures.push(format!("{id}: {difference}")),
            Err(_) => outcome.failures.push(format!("{id}: panicked")),
        }
    }
    outcome
}

fn report(outcome: &Outcome) {
    for failure in outcome.failures.iter().take(20) {
        say(&format!("  {failure}"));
    }
    say(&format!("{}: {} passed, {} failed", outcome.file, outcome.passed, outcome.failures.len()));
}

/// Prints although the test harness captures what passing tests print.
fn say(line: &str) {
    writeln!(std::io::stdout().lock(), "{line}").unwrap();
}
