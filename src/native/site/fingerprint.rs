//! Tells whether a build of the engine is current, by length and time of each source file.
//!
//! Cargo cannot tell: both artifacts have the same file name, so each would be compiled again at every start.

use std::{
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use anyhow::{Context, Result};

/// Files beside the sources that decide what the engine becomes.
const PACKAGE: [&str; 2] = ["Cargo.toml", "Cargo.lock"];

/// Record of a build.
#[derive(Debug)]
pub(super) struct Fingerprint<'a> {
    /// File of the record.
    pub(super) file: PathBuf,
    /// Standard library of the build. Another toolchain needs another build.
    pub(super) libraries: &'a Path,
    /// Folder of the project. A target folder may be copied from another checkout.
    pub(super) root: &'a Path,
    /// Settings of cargo.
    pub(super) settings: &'a [&'a str],
}

impl Fingerprint<'_> {
    /// Whether every file is unchanged.
    pub(super) fn is_current(&self) -> bool {
        let Ok(before) = fs::read_to_string(&self.file) else { return false };
        let sources = before.lines().skip(1).filter_map(|line| line.splitn(3, ' ').nth(2)).map(PathBuf::from);
        self.text(sources).is_ok_and(|now| now == before)
    }

    /// Records the sources of a module. The compiler lists them in a file beside it.
    pub(super) fn write(&self, module: &Path) -> Result<()> {
        let listing = module.with_extension("d");
        let listing = fs::read_to_string(&listing).with_context(|| format!("{} cannot be read", listing.display()))?;
        let package = PACKAGE.iter().map(|name| self.root.join(name));
        let text = self.text(sources(&listing).into_iter().map(|source| self.root.join(source)).chain(package))?;
        fs::write(&self.file, text).with_context(|| format!("{} cannot be written", self.file.display()))
    }

    fn text(&self, sources: impl Iterator<Item = PathBuf>) -> Result<String> {
        let settings = self.settings.join(" ");
        let mut lines = vec![format!("{} {} {settings}", self.libraries.display(), self.root.display())];
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

/// Parses a dependency file: `module: source source …`, with escaped blanks.
fn sources(listing: &str) -> Vec<PathBuf> {
    let line = listing.lines().next().and_then(|line| line.split_once(": ")).map_or("", |(_, sources)| sources);
    let escaped = line.replace("\\ ", "\0");
    escaped.split_whitespace().map(|source| PathBuf::from(source.replace('\0', " "))).collect()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_up_to_date_until_a_source_changes() {
        let root = std::env::temp_dir().join(format!("querent-fingerprint {}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        for name in ["Cargo.toml", "Cargo.lock", "lib.rs"] {
            fs::write(root.join(name), "before").unwrap();
        }
        let escaped = root.join("lib.rs").display().to_string().replace(' ', "\\ ");
        fs::write(root.join("engine.d"), format!("/t/engine.wasm: {escaped}\n")).unwrap();
        let file = root.join("stamp");
        let fingerprint =
            Fingerprint { file, libraries: Path::new("/toolchain/lib"), root: &root, settings: &["--release"] };
        assert!(!fingerprint.is_current());
        fingerprint.write(&root.join("engine.wasm")).unwrap();
        assert!(fingerprint.is_current());
        let like = || Fingerprint { file: fingerprint.file.clone(), ..fingerprint };
        assert!(!Fingerprint { libraries: Path::new("/other/lib"), ..like() }.is_current());
        assert!(!Fingerprint { root: Path::new("/other/checkout"), ..like() }.is_current());
        assert!(!Fingerprint { settings: &[], ..like() }.is_current());
        fs::write(root.join("lib.rs"), "after it changed").unwrap();
        assert!(!fingerprint.is_current());
        fs::remove_dir_all(&root).unwrap();
    }
}
