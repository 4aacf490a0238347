//! `querent check`: reports all findings in studies and their documents, with place and hint.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use querent_engine::{
    engine::diagnostic::{Diagnostic, Severity, did_you_mean},
    studio::documents::{self, folder},
};
use serde::Serialize;

use super::{
    catalogue::{ListFormat, print_catalogue},
    open,
    outcome::Outcome,
    project::Project,
};
use crate::native::print;

#[derive(Debug, clap::Args)]
pub(super) struct CheckOptions {
    /// Documents or folders: a study's YAML file, the id of a shipped study, a folder such as `config`
    #[arg(value_name = "PATH", required_unless_present_any = ["list", "schema"])]
    paths: Vec<PathBuf>,
    /// Print the findings, or the list, as JSON
    #[arg(long)]
    json: bool,
    /// Print everything that documents can name: policies, scorers, gates, foci, signals, with their parameters
    #[arg(long, conflicts_with_all = ["paths", "schema"])]
    list: bool,
    /// Write the JSON Schemas of all documents and the endpoint's openapi.json into a folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["paths", "json"])]
    schema: Option<PathBuf>,
}

pub(super) fn check(options: &CheckOptions) -> Result<Outcome> {
    if options.list {
        print_catalogue(if options.json { ListFormat::Json } else { ListFormat::Tables })?;
        return Ok(Outcome::Success);
    }
    if let Some(folder) = &options.schema {
        return write_schemas(folder);
    }
    let mut findings = Vec::new();
    let mut documents = 0;
    for path in &options.paths {
        let (files, names) = select(path)?;
        documents += names.len();
        findings.extend(documents::check(&files, names.iter().map(String::as_str)));
    }
    findings.sort();
    findings.dedup();
    let report = CheckReport::new(documents, findings);
    if options.json {
        print::line(serde_json::to_string_pretty(&report)?);
    } else {
        report.print();
    }
    Ok(if report.errors == 0 { Outcome::Success } else { Outcome::Findings })
}

fn write_schemas(folder: &Path) -> Result<Outcome> {
    let schemas = documents::schema::schemas();
    for (name, schema) in &schemas {
        let text = serde_json::to_string_pretty(schema)? + "\n";
        open::write(&folder.join(name), text.as_bytes())?;
    }
    let offered = serde_json::to_string_pretty(&querent_engine::edge::routes::openapi::document())? + "\n";
    open::write(&folder.join("openapi.json"), offered.as_bytes())?;
    print::line(format_args!("{} schemas and openapi.json in {}", schemas.len(), folder.display()));
    Ok(Outcome::Success)
}

/// Returns the documents that a path names: a file, a folder, or a shipped study.
fn select(path: &Path) -> Result<(documents::Files, Vec<String>)> {
    if path.is_dir() {
        let (files, names) = folder::all(path)?;
        if names.is_empty() {
            bail!(
                "there is no YAML file in {}; the folder of a study holds `studies`, `concepts` and so on",
                path.display()
            );
        }
        return Ok((files, names));
    }
    if path.is_file() {
        let is_document = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml" || ending == "md");
        if !is_document {
            bail!("{} is not a document; documents are YAML files, or Markdown for a concept", path.display());
        }
        let (files, name) = folder::open(path)?;
        return Ok((files, vec![name]));
    }
    let is_path = path.components().count() > 1 || path.extension().is_some();
    if is_path {
        bail!("there is no file or folder {}; check the path", path.display());
    }
    let project = Project::find()?;
    let ids = open::shipped(&project)?;
    match ids.iter().find(|id| path.to_str() == Some(id)) {
        Some(id) => select(&project.study(id)),
        None => bail!(
            "`{}` is neither a file, nor a folder, nor a shipped study; {}",
            path.display(),
            did_you_mean(&path.to_string_lossy(), &ids)
        ),
    }
}

#[derive(Debug, Serialize)]
struct CheckReport {
    /// Number of documents that were named. The documents that a study is made from are not counted.
    documents: usize,
    errors: usize,
    warnings: usize,
    findings: Vec<Diagnostic>,
}

impl CheckReport {
    fn new(documents: usize, findings: Vec<Diagnostic>) -> Self {
        let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        Self { documents, errors: count(Severity::Error), warnings: count(Severity::Warning), findings }
    }

    fn print(&self) {
        for finding in &self.findings {
            print::line(finding);
        }
        let documents = match self.documents {
            1 => "1 document and those it is made from".to_owned(),
            many => format!("{many} documents"),
        };
        match (self.errors, self.warnings) {
            (0, 0) => print::remark(format_args!("{documents}: no findings")),
            (errors, warnings) => {
                let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
                print::remark(format_args!("{documents}: {errors}, {warnings}"));
            }
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
