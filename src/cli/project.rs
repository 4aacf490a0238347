//! Where the project lies: the folder with `www/`, `config/` and the sources of the engine.

use std::{
    env,
    path::{self, Path, PathBuf},
};

use anyhow::{Context, Result, bail};

/// The project's folder, as seen from the working directory if it lies there.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Finds the project: the folder `cargo run` names, else the working directory or one above it, else the folder
    /// this program was built in.
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
            "the project's folder was not found: neither the working directory nor one above it holds \
             `config/studies` and `Cargo.toml`. Run the command inside a clone of the project"
        )
    }

    /// The folder itself, absolute.
    pub(crate) fn root(&self) -> Result<PathBuf> {
        let root = path::absolute(Path::new(".").join(&self.root)).context("the working directory is gone")?;
        // Spelt in one way from wherever the program is started: what was built is known by it.
        Ok(root.components().collect())
    }

    /// The page as written.
    pub(crate) fn www(&self) -> PathBuf {
        self.root.join("www")
    }

    /// The documents of the shipped studies.
    pub(crate) fn config(&self) -> PathBuf {
        self.root.join("config")
    }

    /// The folder of the shipped studies.
    pub(crate) fn studies(&self) -> PathBuf {
        self.config().join("studies")
    }

    /// The document of a shipped study.
    pub(crate) fn study(&self, id: &str) -> PathBuf {
        self.studies().join(format!("{id}.yaml"))
    }
}

/// A folder as seen from the working directory, if it lies there: paths are shown to people.
fn nearer(root: PathBuf, here: Option<&Path>) -> PathBuf {
    match here.and_then(|here| root.strip_prefix(here).ok()) {
        Some(below) => below.to_path_buf(),
        None => root,
    }
}
