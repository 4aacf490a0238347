//! Reads documents from a folder on disk. No other module of the library reads files; wasm builds leave it out.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::files::{Files, LLM, MAX_BYTES};

/// Folders of documents, below one root.
pub const FOLDERS: [&str; 7] = ["studies", "concepts", "methodologies", "policies", "locales", "personas", "facts"];

/// Reads a document with all those beside it, and returns its name among them: `config/studies/oat_milk.yaml` is
/// `studies/oat_milk.yaml` below `config`.
///
/// # Errors
/// A file or folder that cannot be read; the error names it.
pub fn open(path: &Path) -> io::Result<(Files, String)> {
    let root = root_of(path);
    let mut files = folder(&root)?;
    let name: Vec<_> = path.strip_prefix(&root).unwrap_or(path).iter().map(|part| part.to_string_lossy()).collect();
    let name = name.join("/");
    if files.get(&name).is_none() {
        files.insert(name.clone(), read_file(path)?);
    }
    Ok((files, name))
}

/// Reads the documents of a folder and returns the names of those meant: all below a root, those of one of its folders, or
/// the studies of any other folder.
///
/// # Errors
/// A file or folder that cannot be read; the error names it.
pub fn all(path: &Path) -> io::Result<(Files, Vec<String>)> {
    let is_root = path.join(LLM).is_file() || FOLDERS.iter().any(|folder| path.join(folder).is_dir());
    let own = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_part = !is_root && FOLDERS.contains(&own.as_str());
    let mut files = folder(if is_part { path.parent().unwrap_or(path) } else { path })?;
    if !is_root && !is_part {
        for path in documents_in(path)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(name, read_file(&path)?);
        }
    }
    let is_meant = |name: &&str| !is_part || name.split('/').next() == Some(own.as_str());
    let names = files.names().filter(is_meant).map(str::to_owned).collect();
    Ok((files, names))
}

/// Reads all documents below a root: `studies/*.yaml`, `concepts/*.yaml` and so on, and `llm.yaml`.
///
/// # Errors
/// A file or folder that cannot be read; the error names it.
pub fn folder(root: &Path) -> io::Result<Files> {
    let prefix = match root.to_string_lossy() {
        root if root.is_empty() || root == "." => String::new(),
        root => format!("{}/", root.trim_end_matches('/')),
    };
    let mut files = Files::under(prefix);
    for folder in FOLDERS {
        let path = root.join(folder);
        if !path.is_dir() {
            continue;
        }
        for path in documents_in(&path)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(format!("{folder}/{name}"), read_file(&path)?);
        }
    }
    let settings = root.join(LLM);
    if settings.is_file() {
        files.insert(LLM, read_file(&settings)?);
    }
    Ok(files)
}

/// Returns the paths of the documents in a folder, unordered: YAML files, Markdown for concepts, learned data for languages.
fn documents_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| with_path(folder, &error))? {
        let path = entry?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let ending = path.extension().unwrap_or_default();
        let is_in = |name: &str| folder.file_name().is_some_and(|own| own == name);
        let is_meant =
            ending == "yaml" || (is_in("concepts") && ending == "md") || (is_in("locales") && ending == "txt");
        if path.is_file() && !is_hidden && is_meant {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Returns the folder that holds `studies`, `concepts` and so on.
fn root_of(path: &Path) -> PathBuf {
    let parent = path.parent().unwrap_or(Path::new(""));
    let is_known = parent.file_name().is_some_and(|name| FOLDERS.iter().any(|folder| name == *folder));
    match parent.parent() {
        Some(root) if is_known => root.to_path_buf(),
        Some(_) | None => parent.to_path_buf(),
    }
}

/// Reads a file, up to one byte more than allowed.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let read = |bytes: &mut Vec<u8>| File::open(path)?.take(most).read_to_end(bytes);
    read(&mut bytes).map_err(|error| with_path(path, &error))?;
    Ok(bytes)
}

fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
