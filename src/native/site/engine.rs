//! Builds the engine for the browser: runs cargo, then generates the JavaScript bindings in this process.

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
    fingerprint::Fingerprint,
    toolchain::{self, TARGET},
};

/// A wasm artifact of the crate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Artifact {
    /// The engine for a respondent's page. It takes a resolved study.
    Engine,
    /// The engine with document reader and linter, for researchers' pages.
    Studio,
}

impl Artifact {
    /// Both artifacts, in build order.
    pub(crate) const ALL: [Self; 2] = [Self::Engine, Self::Studio];

    fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Studio => "studio",
        }
    }

    /// Settings of cargo. Respondents download the engine: in one piece, as a release builds it anyway, it takes 7 % less, and
    /// always the same.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Engine => &["--config", "profile.wasm-dev.package.querent.codegen-units=1"],
            Self::Studio => &[],
        }
    }

    fn features(self) -> &'static str {
        match self {
            Self::Engine => "",
            Self::Studio => "studio",
        }
    }
}

/// Build profile.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// For this computer: fast to build.
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

/// Builds both artifacts if they are out of date. Returns the folders of their modules and bindings.
pub(crate) fn build(root: &Path, profile: Profile) -> Result<Vec<PathBuf>> {
    let libraries = toolchain::ensure_target(root)?;
    let packages = target_folder(root).join("querent").join(profile.name());
    fs::create_dir_all(&packages).with_context(|| format!("{} cannot be made", packages.display()))?;
    // Both artifacts have the same file name in cargo's folder, so parallel builds would mix them up.
    let lock = File::create(packages.join("lock")).context("the lock of the build cannot be opened")?;
    lock.lock().context("the lock of the build cannot be taken")?;
    Artifact::ALL.into_iter().map(|artifact| package(root, &packages, &libraries, artifact, profile)).collect()
}

fn package(root: &Path, packages: &Path, libraries: &Path, artifact: Artifact, profile: Profile) -> Result<PathBuf> {
    let folder = packages.join(artifact.name());
    let file = packages.join(format!("{}.stamp", artifact.name()));
    let fingerprint = Fingerprint { file, libraries, root, settings: artifact.settings() };
    if folder.is_dir() && fingerprint.is_current() {
        return Ok(folder);
    }
    let module = compile(root, artifact, profile)?;
    bind(&module, &folder, artifact).with_context(|| format!("no bindings could be made for {}", module.display()))?;
    fingerprint.write(&module)?;
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

/// Builds the library with cargo. Returns the path of the module.
fn compile(root: &Path, artifact: Artifact, profile: Profile) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(&cargo)
        .args(["build", "--lib", "--target", TARGET, "--profile", profile.name(), "--no-default-features"])
        .args(["--features", artifact.features(), "--message-format=json-render-diagnostics"])
        .args(artifact.settings())
        .current_dir(root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{}` could not be started", cargo.display()))?;
    if !output.status.success() {
        bail!(
            "cargo could not build the {} for `{TARGET}`; see its messages above. If a crate could not be downloaded, \
             run `cargo fetch` once while online",
            artifact.name()
        );
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    module_path(&messages).ok_or_else(|| anyhow!("cargo did not report the path of the {}", artifact.name()))
}

#[derive(Deserialize)]
struct CargoMessage {
    reason: String,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    target: Option<CargoTarget>,
}

#[derive(Deserialize)]
struct CargoTarget {
    kind: Vec<String>,
}

/// Finds the module in cargo's messages: the `.wasm` file of the `cdylib`.
fn module_path(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<CargoMessage>(line).ok())
        .filter(|message| message.reason == "compiler-artifact")
        .filter(|message| message.target.as_ref().is_some_and(|target| target.kind.iter().any(|kind| kind == "cdylib")))
        .flat_map(|message| message.filenames)
        .find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

/// Returns cargo's target folder.
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
