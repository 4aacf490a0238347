//! Finds the project's folder, with `www/`, `config/` and the sources of the engine.

use std::{
    env,
    path::{self, Path, PathBuf},
};

use anyhow::{Context, Result, bail};

/// The project's folder, relative to the working directory if it is inside.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Finds the project: the folder that `cargo run` names, else the working directory or one above it, else the folder in
    /// which this program was built.
    pub(crate) fn find() -> Result<Self> {
        let named = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let here = env::current_dir().ok();
        let above = here.iter().flat_map(|folder| folder.ancestors()).map(Path::to_path_buf);
        let built = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        for root in named.into_iter().chain(above).chain([built]) {
            if root.join("config/studies").is_dir() && root.join("Cargo.toml").is_file() {
                return Ok(Self { root: nearer(root, here.as_deref()) });
            }
        }
        bail!(
            "the project's folder was not found: no folder from the working directory upwards holds \
             `config/studies` and `Cargo.toml`. Run the command inside a clone of the project"
        )
    }

    /// Returns the absolute path of the folder.
    pub(crate) fn root(&self) -> Result<PathBuf> {
        let root = path::absolute(Path::new(".").join(&self.root)).context("the working directory is gone")?;
        // The build cache compares this path, so it must not depend on the working directory.
        Ok(root.components().collect())
    }

    /// Returns the folder of the page.
    pub(crate) fn www(&self) -> PathBuf {
        self.root.join("www")
    }

    /// Returns the folder of the documents.
    pub(crate) fn config(&self) -> PathBuf {
        self.root.join("config")
    }

    /// Returns the folder of the shipped studies.
    pub(crate) fn studies(&self) -> PathBuf {
        self.config().join("studies")
    }

    /// Returns the document of a shipped study.
    pub(crate) fn study(&self, id: &str) -> PathBuf {
        self.studies().join(format!("{id}.yaml"))
    }
}

/// Returns a folder relative to the working directory if it is inside, because paths are shown to users.
fn nearer(root: PathBuf, here: Option<&Path>) -> PathBuf {
    match here.and_then(|here| root.strip_prefix(here).ok()) {
        Some(below) => below.to_path_buf(),
        None => root,
    }
}
