//! Opens studies, sessions and personas for commands. Every error names the file and the remedy.

use std::{fs, io, path::Path};

use anyhow::{Context, Result, anyhow, bail};
use querent_engine::{
    engine::{
        diagnostic::{Diagnostic, did_you_mean},
        session::{self, Session},
        study::{self, Study},
    },
    studio::{
        documents::{self, Files, Resolved, folder},
        personas::{ConceptFacts, FactBank, Persona},
    },
};
use serde::Deserialize;

use super::project::Project;
use crate::native::print;

/// Reads a file as text.
pub(super) fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow!("there is no file {}; check the path", path.display()),
        io::ErrorKind::InvalidData => anyhow!("{} is not UTF-8 text", path.display()),
        _ => anyhow!("{} cannot be read: {error}", path.display()),
    })
}

/// Reads a session file.
pub(super) fn session(path: &Path) -> Result<Session> {
    let text = text(path)?;
    require_format(path, &text, "session", session::FORMAT)?;
    serde_json::from_str(&text).map_err(|error| unreadable(path, "session", &error))
}

/// Reads a resolved study.
pub(super) fn resolved_study(path: &Path) -> Result<Study> {
    let text = text(path)?;
    require_format(path, &text, "study", study::FORMAT)?;
    serde_json::from_str(&text).map_err(|error| unreadable(path, "study", &error))
}

#[derive(Deserialize)]
struct SessionHead {
    format: Option<serde_json::Value>,
}

/// Refuses a file of another format before its fields are parsed, so that the error names the real reason.
fn require_format(path: &Path, text: &str, what: &str, format: u32) -> Result<()> {
    let head: SessionHead = serde_json::from_str(text).map_err(|error| unreadable(path, what, &error))?;
    let Some(found) = head.format else {
        bail!("{} has no `format`, so it is not a {what} file", path.display());
    };
    if found != serde_json::json!(format) {
        bail!(
            "{} has `format` {found}; this version reads format {format}. Use the version of querent that wrote it, or \
             write the {what} anew",
            path.display()
        );
    }
    Ok(())
}

fn unreadable(path: &Path, what: &str, error: &serde_json::Error) -> anyhow::Error {
    if error.is_eof() {
        return anyhow!("{} ends in the middle of the {what}; it was not written or copied completely", path.display());
    }
    anyhow!("{} is no readable {what} file: {error}", path.display())
}

/// Writes a file, with the folders above it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

/// A study that cannot be used, with everything found in its documents.
#[derive(Debug, thiserror::Error)]
#[error("{}", lines(.0))]
pub(super) struct InvalidDocuments(pub(super) Vec<Diagnostic>);

fn lines(findings: &[Diagnostic]) -> String {
    let lines: Vec<String> = findings.iter().map(Diagnostic::to_string).collect();
    lines.join("\n")
}

/// Opens the study of a command: the id of a shipped study, a YAML file or a resolved study.
pub(super) fn study(argument: &Path) -> Result<Study> {
    if argument.extension().is_some_and(|extension| extension == "json") {
        return resolved_study(argument);
    }
    if argument.is_file() {
        return authored_study(argument);
    }
    let project = Project::find()?;
    match shipped(&project)?.into_iter().find(|id| argument.to_str() == Some(id)) {
        Some(id) => authored_study(&project.study(&id)),
        None => bail!(
            "`{}` is neither a file nor a shipped study; {}",
            argument.display(),
            did_you_mean(&argument.to_string_lossy(), &shipped(&project)?)
        ),
    }
}

fn authored_study(path: &Path) -> Result<Study> {
    let (files, name) = folder::open(path)?;
    let Resolved { study, findings } = documents::resolve(&files, &name);
    let Some(study) = study else { return Err(InvalidDocuments(findings).into()) };
    for warning in findings {
        print::remark(warning);
    }
    Ok(study)
}

/// Returns a study with another policy of the project.
pub(super) fn with_policy(study: &Study, id: &str) -> Result<Study> {
    let files = folder::folder(&Project::find()?.config())?;
    documents::with_policy(&files, study, id).map_err(|findings| InvalidDocuments(findings).into())
}

/// Returns the ids of the project's policies, sorted.
pub(super) fn policies(project: &Project) -> Result<Vec<String>> {
    Ok(documents::policy_ids(&folder::folder(&project.config())?))
}

/// Returns the documents of simulated respondents: those of the project, overridden by those beside the study.
pub(super) fn respondents(study: &Path) -> Result<Files> {
    let mut files = folder::folder(&Project::find()?.config())?;
    if study.is_file() && study.extension().is_some_and(|extension| extension == "yaml") {
        let (own, _) = folder::open(study)?;
        for name in own.names() {
            if let Some(bytes) = own.get(name) {
                files.insert(name, bytes);
            }
        }
    }
    Ok(files)
}

/// Returns the ids of all personas, sorted.
pub(super) fn personas(files: &Files) -> Vec<String> {
    let ids = files.names().filter_map(|name| name.strip_prefix("personas/")?.strip_suffix(".yaml"));
    ids.map(str::to_owned).collect()
}

/// Opens a persona.
pub(super) fn persona(files: &Files, id: &str) -> Result<Persona> {
    let name = format!("personas/{id}.yaml");
    if files.get(&name).is_none() {
        let known = personas(files);
        bail!("there is no persona `{id}`; {} ({})", did_you_mean(id, &known), known.join(", "));
    }
    documents::persona(files, &name).map_err(|findings| InvalidDocuments(findings).into())
}

/// Opens the facts that simulated respondents know about the concept of a study.
pub(super) fn bank(files: &Files, study: &Study) -> Result<(ConceptFacts, FactBank)> {
    let facts = documents::facts(files, study).map_err(InvalidDocuments)?;
    let bank = FactBank::of(&facts, &study.concept, &study.methodology);
    Ok((facts, bank))
}

/// Returns the ids of the shipped studies, sorted.
pub(super) fn shipped(project: &Project) -> Result<Vec<String>> {
    let folder = project.studies();
    let mut ids = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            ids.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
        }
    }
    ids.sort();
    Ok(ids)
}
