//! Opens documents by name, and collects the findings made while they are read.

use super::{
    files::Files,
    language::primary,
    part::Part,
    tree::{Path, YamlNode},
    yaml::parse,
};
use crate::engine::diagnostic::{Diagnostic, Place, did_you_mean};

/// A parsed document.
pub(super) struct Document {
    file: String,
    root: YamlNode,
}

impl Document {
    /// Returns the whole document as a part.
    pub(super) fn part(&self) -> Part<'_> {
        Part::new(&self.file, &self.root, Path::default())
    }
}

/// Opens a document.
pub(super) fn open(files: &Files, name: &str, findings: &mut Vec<Diagnostic>) -> Option<Document> {
    let file = files.shown(name);
    let Some(bytes) = files.get(name) else {
        let message = format!("there is no file {file}");
        findings.push(Diagnostic {
            hint: Some(did_you_mean(name, &files.names().collect::<Vec<_>>())),
            ..Diagnostic::error(&file, Place::default(), "missing_file", message)
        });
        return None;
    };
    let mut parsed = parse(&file, bytes);
    findings.append(&mut parsed.findings);
    parsed.root.map(|root| Document { file, root })
}

/// Opens a document and reads it with a function.
pub(super) fn read<T>(
    files: &Files,
    name: &str,
    findings: &mut Vec<Diagnostic>,
    read: impl FnOnce(&mut Part<'_>) -> Option<T>,
) -> Option<T> {
    let document = open(files, name, findings)?;
    let mut part = document.part();
    let value = read(&mut part);
    findings.append(&mut part.findings);
    value
}

/// Opens a document and reads it with a function.
///
/// # Errors
/// All findings, warnings included.
pub(super) fn read_sound<T>(
    files: &Files,
    name: &str,
    read_part: impl FnOnce(&mut Part<'_>) -> Option<T>,
) -> Result<T, Vec<Diagnostic>> {
    let mut findings = Vec::new();
    read(files, name, &mut findings, read_part).filter(|_| findings.is_empty()).ok_or(findings)
}

/// Returns the name of the document for a language, `name("en-GB")` or else `name("en")`, if there is one.
pub(super) fn in_language(files: &Files, language: &str, name: impl Fn(&str) -> String) -> Option<String> {
    [language, primary(language)].map(name).into_iter().find(|name| files.get(name).is_some())
}
