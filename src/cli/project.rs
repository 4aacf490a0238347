//! Where the project lies: the folder with `www/`, `config/` and the sources of the engine.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};

/// The project's folder.
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
            if root.join("www").is_dir() && root.join("config").is_dir() && root.join("Cargo.toml").is_file() {
                return Ok(Self { root });
            }
        }
        bail!(
            "the project's folder was not found: neither the working directory nor one above it holds `www`, `config` \
             and `Cargo.toml`. Run the command inside a clone of the project"
        )
    }

    /// The folder itself.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The page as written.
    pub(crate) fn www(&self) -> PathBuf {
        self.root.join("www")
    }

    /// The folder of the shipped studies.
    pub(crate) fn studies(&self) -> PathBuf {
        self.root.join("config").join("studies")
    }

    /// The document of a shipped study.
    pub(crate) fn study(&self, id: &str) -> PathBuf {
        self.studies().join(format!("{id}.yaml"))
    }
}
