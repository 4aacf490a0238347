//! The published site: the page, the engine and the resolved studies. The server and the static export use the same files.

mod build_cache;
mod fingerprint;
mod toolchain;
mod engine;
mod samples;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use querent_engine::engine::text::sha256;
use serde::Serialize;

pub(crate) use self::{
    engine::{Profile, build as build_engine},
    samples::{SAMPLES, SampleStudy, samples},
};

/// Address of the engine.
const PACKAGES: &str = "engine/pkg";

/// Address of the documents of the studies, for the linter and the preview.
pub(crate) const DOCUMENTS: &str = "documents.json";

/// Address of the learned data of a language.
pub(crate) fn learned_address(hash: &str) -> String {
    format!("engine/language/{hash}.txt")
}

/// Address of the file list, for the service worker.
const LIST: &str = "files.json";

/// Files and folders for development only.
const DEVELOPMENT: [&str; 7] =
    ["node_modules", "package.json", "package-lock.json", "tsconfig.json", "jsconfig.json", "tests", "edge"];

/// The files of the site by address.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    www: PathBuf,
    packages: Vec<PathBuf>,
    documents: BTreeMap<String, Vec<u8>>,
}

/// A published file.
#[derive(Debug)]
pub(crate) struct SiteFile {
    /// Address below the root; `index.html` for the root itself.
    pub(crate) path: String,
    /// The contents.
    pub(crate) bytes: Vec<u8>,
}

/// The file list of the service worker.
#[derive(Debug, Serialize)]
struct FileList {
    /// Hash of all files.
    version: String,
    /// Files for an offline interview; `./` is the page itself.
    files: Vec<String>,
    /// Further files for the console, cached after it was opened.
    console: Vec<String>,
}

impl Site {
    /// Creates a site from the page in `www` and the engine in `packages`.
    pub(crate) fn new(www: PathBuf, packages: Vec<PathBuf>) -> Self {
        Self { www, packages, documents: BTreeMap::new() }
    }

    /// Adds a generated file.
    pub(crate) fn add(&mut self, path: String, bytes: Vec<u8>) {
        self.documents.insert(path, bytes);
    }

    /// Returns the file at an address, if it is published.
    pub(crate) fn find(&self, address: &str) -> Result<Option<SiteFile>> {
        let Some(path) = published(address) else { return Ok(None) };
        if path == LIST {
            return Ok(Some(SiteFile { bytes: self.list()?, path }));
        }
        if let Some(bytes) = self.documents.get(&path) {
            return Ok(Some(SiteFile { bytes: bytes.clone(), path }));
        }
        let Some(file) = self.candidates(&path).into_iter().find(|file| file.is_file()) else { return Ok(None) };
        let bytes = fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Some(SiteFile { path, bytes }))
    }

    /// Returns every address except that of the file list, sorted.
    pub(crate) fn paths(&self) -> Result<BTreeSet<String>> {
        let mut paths: BTreeSet<String> = self.documents.keys().cloned().collect();
        walk(&self.www, "", &mut paths)?;
        for package in &self.packages {
            walk(package, &format!("{PACKAGES}/"), &mut paths)?;
        }
        paths.remove(LIST);
        Ok(paths)
    }

    fn candidates(&self, path: &str) -> Vec<PathBuf> {
        let package = path.strip_prefix(PACKAGES).and_then(|rest| rest.strip_prefix('/'));
        match package {
            Some(file) => self.packages.iter().map(|folder| folder.join(file)).collect(),
            None => vec![self.www.join(path)],
        }
    }

    fn list(&self) -> Result<Vec<u8>> {
        let mut contents = String::new();
        let (mut files, mut console) = (Vec::new(), Vec::new());
        for path in self.paths()?.into_iter().filter(|path| path != "sw.js") {
            let Some(page) = self.find(&path)? else { continue };
            contents.extend([path.as_str(), " ", &digest(&page.bytes), "\n"]);
            match audience(&path) {
                Audience::Respondents if path == "index.html" => files.push("./".to_owned()),
                Audience::Respondents => files.push(path),
                Audience::Researchers => console.push(path),
            }
        }
        Ok(serde_json::to_vec_pretty(&FileList { version: digest(contents.as_bytes()), files, console })?)
    }
}

/// Returns the first 16 hexadecimal digits of the SHA-256.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut digits = sha256(bytes);
    digits.truncate(16);
    digits
}

/// Returns the path of an address, unless it is outside the folder, hidden, or for development.
fn published(address: &str) -> Option<String> {
    let address = address.strip_prefix('/').unwrap_or(address);
    let mut path = address.to_owned();
    if path.is_empty() || path.ends_with('/') {
        path.push_str("index.html");
    }
    path.split('/').all(is_published).then_some(path)
}

fn is_published(name: &str) -> bool {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', ':', '\0']);
    let is_for_readers =
        name.ends_with(".d.ts") || Path::new(name).extension().is_some_and(|extension| extension == "md");
    is_plain && !is_for_readers && !DEVELOPMENT.contains(&name)
}

/// Users of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    /// Interviews need it, also offline.
    Respondents,
    /// The console or the preview needs it. A respondent's page never loads it.
    Researchers,
}

/// Prefixes of addresses that only researchers need.
const TOOLS: [&str; 8] =
    ["console", "preview", "engine/pkg/studio", "style/console", "style/preview", "style/session", SAMPLES, DOCUMENTS];

fn audience(path: &str) -> Audience {
    if TOOLS.iter().any(|start| path.starts_with(start)) { Audience::Researchers } else { Audience::Respondents }
}

fn walk(folder: &Path, prefix: &str, paths: &mut BTreeSet<String>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_published(name)) else { continue };
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), paths)?;
        } else {
            paths.insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a failing test may panic")]
mod tests {
    use super::*;

    fn site(name: &str) -> Site {
        let root = std::env::temp_dir().join(format!("querent-site-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for (path, text) in [
            ("www/index.html", "<!doctype html>"),
            ("www/.secret", "hidden"),
            ("www/package.json", "{}"),
            ("www/element/element.js", "export {}"),
            ("www/node_modules/left/pad.js", ""),
            ("www/engine/index.js", ""),
            ("www/console.html", "<!doctype html>"),
            ("www/console/main.js", ""),
            ("pkg/engine.js", "bindings"),
            ("pkg/engine.d.ts", "types"),
            ("outside.txt", "outside"),
        ] {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let mut site = Site::new(root.join("www"), vec![root.join("pkg")]);
        site.add("study.json".to_owned(), b"{}".to_vec());
        site
    }

    #[test]
    fn the_page_the_engine_and_the_study_are_found() {
        let site = site("found");
        for (address, text) in [("/", "<!doctype html>"), ("/engine/pkg/engine.js", "bindings"), ("/study.json", "{}")]
        {
            assert_eq!(site.find(address).unwrap().unwrap().bytes, text.as_bytes(), "{address}");
        }
    }

    #[test]
    fn nothing_outside_hidden_or_of_development_is_found() {
        let site = site("hidden");
        for address in [
            "/../outside.txt",
            "/element/../../outside.txt",
            "/engine/pkg/../../outside.txt",
            "//outside.txt",
            "/..\\outside.txt",
            "/.secret",
            "/package.json",
            "/node_modules/left/pad.js",
            "/engine/pkg/engine.d.ts",
            "/element",
            "/element/",
        ] {
            assert!(site.find(address).unwrap().is_none(), "{address}");
        }
    }

    #[test]
    fn the_list_names_what_an_interview_needs_and_changes_with_it() {
        let mut site = site("list");
        let read = |site: &Site| {
            serde_json::from_slice::<serde_json::Value>(&site.find("/files.json").unwrap().unwrap().bytes)
        };
        let before = read(&site).unwrap();
        assert_eq!(
            before["files"],
            serde_json::json!(["element/element.js", "engine/index.js", "engine/pkg/engine.js", "./", "study.json"])
        );
        assert_eq!(before["console"], serde_json::json!(["console.html", "console/main.js"]));
        site.add("study.json".to_owned(), b"{ }".to_vec());
        assert_ne!(read(&site).unwrap()["version"], before["version"]);
    }
}
