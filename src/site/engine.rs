//! Builds the engine for the browser: a cargo inside, then the JavaScript bindings, made in this process.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use wasm_bindgen_cli_support::Bindgen;

use super::{
    stamp::Stamp,
    toolchain::{self, TARGET},
};

/// What is built of the one crate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Artifact {
    /// What a respondent's page loads: takes a resolved study.
    Engine,
    /// The engine with the reader of documents and the linter, for researchers' pages.
    Studio,
}

impl Artifact {
    /// Both, in the order they are built.
    pub(crate) const ALL: [Self; 2] = [Self::Engine, Self::Studio];

    fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Studio => "studio",
        }
    }

    fn features(self) -> &'static str {
        match self {
            Self::Engine => "",
            Self::Studio => "studio",
        }
    }
}

/// How much time the compiler takes for a small and fast engine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// For work on this machine.
    Dev,
    /// For a host: whole-program optimisation.
    Release,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Dev => "wasm-dev",
            Self::Release => "wasm",
        }
    }
}

/// Builds both artifacts where they are out of date. Returns the folders that hold their modules and bindings.
pub(crate) fn build(root: &Path, profile: Profile) -> Result<Vec<PathBuf>> {
    let libraries = toolchain::ensure_target(root)?;
    let packages = target_folder(root).join("querent").join(profile.name());
    fs::create_dir_all(&packages).with_context(|| format!("{} cannot be made", packages.display()))?;
    // Both artifacts leave cargo under one file name, so two programs at once would mix them up.
    let lock = File::create(packages.join("lock")).context("the lock of the build cannot be opened")?;
    lock.lock().context("the lock of the build cannot be taken")?;
    Artifact::ALL.into_iter().map(|artifact| package(root, &packages, &libraries, artifact, profile)).collect()
}

fn package(root: &Path, packages: &Path, libraries: &Path, artifact: Artifact, profile: Profile) -> Result<PathBuf> {
    let folder = packages.join(artifact.name());
    let stamp = Stamp { file: packages.join(format!("{}.stamp", artifact.name())), libraries, root };
    if folder.is_dir() && stamp.holds() {
        return Ok(folder);
    }
    let module = compile(root, artifact, profile)?;
    bind(&module, &folder, artifact).with_context(|| format!("no bindings could be made for {}", module.display()))?;
    stamp.put(&module)?;
    Ok(folder)
}

fn bind(module: &Path, folder: &Path, artifact: Artifact) -> Result<()> {
    if folder.is_dir() {
        fs::remove_dir_all(folder)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(true).out_name(artifact.name());
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)
}

/// Has cargo build the library for the browser. Returns the module's path.
fn compile(root: &Path, artifact: Artifact, profile: Profile) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(&cargo)
        .args(["build", "--lib", "--target", TARGET, "--profile", profile.name(), "--no-default-features"])
        .args(["--features", artifact.features(), "--message-format=json-render-diagnostics"])
        .current_dir(root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{}` could not be started", cargo.display()))?;
    if !output.status.success() {
        bail!(
            "cargo could not build the {} for `{TARGET}`; its messages stand above. If a crate could not be downloaded, \
             run `cargo fetch` once while online",
            artifact.name()
        );
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    module_path(&messages).ok_or_else(|| anyhow!("cargo did not say where it put the {}", artifact.name()))
}

#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// The module among cargo's messages: the file of the one `cdylib` that ends in `.wasm`.
fn module_path(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok())
        .filter(|message| message.reason == "compiler-artifact")
        .filter(|message| message.target.as_ref().is_some_and(|target| target.kind.iter().any(|kind| kind == "cdylib")))
        .flat_map(|message| message.filenames)
        .find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

/// Where cargo leaves what it builds.
pub(super) fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_found_among_the_messages_of_cargo() {
        let messages = r#"
            {"reason":"compiler-artifact","target":{"kind":["lib"]},"filenames":["/t/libserde.rlib"]}
            {"reason":"compiler-artifact","target":{"kind":["cdylib","rlib"]},"filenames":["/t/e.rlib","/t/e.wasm"]}
            {"reason":"build-finished","success":true}"#;
        assert_eq!(module_path(messages).unwrap(), PathBuf::from("/t/e.wasm"));
        assert_eq!(module_path("{\"reason\":\"build-finished\",\"success\":true}"), None);
    }
}
