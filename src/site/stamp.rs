//! Whether the engine is up to date: what it was built from, with length and time of each file.
//!
//! Cargo knows too, but for the one artifact it built last: both leave it under the same file name, and each would
//! be compiled anew at every start.

use std::{
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use anyhow::{Context, Result};

/// Files beside the sources that decide what the engine becomes.
const PACKAGE: [&str; 2] = ["Cargo.toml", "Cargo.lock"];

/// The record of a build.
#[derive(Debug)]
pub(super) struct Stamp<'a> {
    /// Where it is kept.
    pub(super) file: PathBuf,
    /// The standard library built with: another toolchain, another engine.
    pub(super) libraries: &'a Path,
    /// The project built: a target folder may be copied along with another checkout.
    pub(super) root: &'a Path,
}

impl Stamp<'_> {
    /// Whether every file is as it was.
    pub(super) fn holds(&self) -> bool {
        let Ok(before) = fs::read_to_string(&self.file) else { return false };
        let sources = before.lines().skip(1).filter_map(|line| line.splitn(3, ' ').nth(2)).map(PathBuf::from);
        self.text(sources).is_ok_and(|now| now == before)
    }

    /// Notes what a module was built from, as the compiler told beside it.
    pub(super) fn put(&self, module: &Path) -> Result<()> {
        let told = module.with_extension("d");
        let told = fs::read_to_string(&told).with_context(|| format!("{} cannot be read", told.display()))?;
        let package = PACKAGE.iter().map(|name| self.root.join(name));
        let text = self.text(sources(&told).into_iter().map(|source| self.root.join(source)).chain(package))?;
        fs::write(&self.file, text).with_context(|| format!("{} cannot be written", self.file.display()))
    }

    fn text(&self, sources: impl Iterator<Item = PathBuf>) -> Result<String> {
        let mut lines = vec![format!("{} {}", self.libraries.display(), self.root.display())];
        for source in sources {
            lines.push(line(&source).with_context(|| format!("{} cannot be read", source.display()))?);
        }
        lines.push(String::new());
        Ok(lines.join("\n"))
    }
}

fn line(source: &Path) -> Result<String> {
    let metadata = fs::metadata(source)?;
    let modified = metadata.modified()?.duration_since(UNIX_EPOCH)?.as_nanos();
    Ok(format!("{} {modified} {}", metadata.len(), source.display()))
}

/// The sources named in a file of dependencies: `module: source source …`, blanks in names escaped.
fn sources(told: &str) -> Vec<PathBuf> {
    let line = told.lines().next().and_then(|line| line.split_once(": ")).map_or("", |(_, sources)| sources);
    let escaped = line.replace("\\ ", "\0");
    escaped.split_whitespace().map(|source| PathBuf::from(source.replace('\0', " "))).collect()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_up_to_date_until_a_source_changes() {
        let root = std::env::temp_dir().join(format!("querent-stamp {}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        for name in ["Cargo.toml", "Cargo.lock", "lib.rs"] {
            fs::write(root.join(name), "before").unwrap();
        }
        let escaped = root.join("lib.rs").display().to_string().replace(' ', "\\ ");
        fs::write(root.join("engine.d"), format!("/t/engine.wasm: {escaped}\n")).unwrap();
        let file = root.join("stamp");
        let stamp = Stamp { file: file.clone(), libraries: Path::new("/toolchain/lib"), root: &root };
        assert!(!stamp.holds());
        stamp.put(&root.join("engine.wasm")).unwrap();
        assert!(stamp.holds());
        assert!(!Stamp { file: file.clone(), libraries: Path::new("/other/lib"), root: &root }.holds());
        assert!(!Stamp { file, libraries: stamp.libraries, root: Path::new("/other/checkout") }.holds());
        fs::write(root.join("lib.rs"), "after it changed").unwrap();
        assert!(!stamp.holds());
        fs::remove_dir_all(&root).unwrap();
    }
}
