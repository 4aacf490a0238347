//! What reaches the browser: no crate of the server, the command line or the build.

use std::{env, process::Command};

/// Crates of the native program.
const NATIVE: [&str; 12] = [
    "axum",
    "tokio",
    "clap",
    "tower",
    "hyper",
    "reqwest",
    "rusqlite",
    "anyhow",
    "wasm-bindgen-cli-support",
    "walrus",
    "regex",
    "schemars",
];

/// Crates that only the studio needs.
const STUDIO: [&str; 2] = ["yaml_serde", "saphyr-parser"];

fn crates(features: &str) -> Vec<String> {
    let output = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .args(["tree", "--offline", "--locked", "--target", "wasm32-unknown-unknown", "--edges", "normal"])
        .args(["--prefix", "none", "--no-default-features", "--features", features])
        .args(["--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

fn found<'a>(crates: &[String], names: &[&'a str]) -> Vec<&'a str> {
    names.iter().copied().filter(|name| crates.iter().any(|found| found == name)).collect()
}

#[test]
fn no_crate_of_the_native_program_reaches_the_browser() {
    for features in ["", "studio"] {
        let crates = crates(features);
        assert!(crates.iter().any(|name| name == "wasm-bindgen"), "the tree was not read: {crates:?}");
        assert_eq!(found(&crates, &NATIVE), [""; 0], "with features `{features}`");
    }
}

#[test]
fn the_reader_of_documents_is_in_the_studio_and_not_in_the_engine() {
    assert_eq!(found(&crates("studio"), &STUDIO), STUDIO);
    assert_eq!(found(&crates(""), &STUDIO), [""; 0]);
}
