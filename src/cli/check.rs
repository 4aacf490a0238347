//! `querent check`: reports every mistake in studies and in all they are made from, with its place and a hint.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use querent_engine::{
    diagnostic::{Diagnostic, Severity, did_you_mean},
    documents::{self, folder},
};
use serde::Serialize;

use super::{
    Verdict,
    list::{self, Form},
    open, print,
    project::Project,
};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Documents, or folders of them: a study's YAML file, the id of a shipped study, a folder like `config`
    #[arg(value_name = "PATH", required_unless_present_any = ["list", "schema"])]
    paths: Vec<PathBuf>,
    /// Print the findings, or the list, as JSON
    #[arg(long)]
    json: bool,
    /// Print what documents can name: policies, scorers, gates, focuses, signals, with their parameters
    #[arg(long, conflicts_with_all = ["paths", "schema"])]
    list: bool,
    /// Write the JSON Schema of every kind of document into a folder, for editors, and what the endpoint offers (openapi.json)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["paths", "json"])]
    schema: Option<PathBuf>,
}

pub(super) fn check(options: &Options) -> Result<Verdict> {
    if options.list {
        list::list(if options.json { Form::Json } else { Form::Tables })?;
        return Ok(Verdict::Fine);
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
    let report = Report::new(documents, findings);
    if options.json {
        print::line(serde_json::to_string_pretty(&report)?);
    } else {
        report.say();
    }
    Ok(if report.errors == 0 { Verdict::Fine } else { Verdict::Findings })
}

fn write_schemas(folder: &Path) -> Result<Verdict> {
    let schemas = documents::schema::schemas();
    for (name, schema) in &schemas {
        let text = serde_json::to_string_pretty(schema)? + "\n";
        open::write(&folder.join(name), text.as_bytes())?;
    }
    let offered = serde_json::to_string_pretty(&querent_engine::edge::openapi::document())? + "\n";
    open::write(&folder.join("openapi.json"), offered.as_bytes())?;
    print::line(format_args!("{} schemas and openapi.json in {}", schemas.len(), folder.display()));
    Ok(Verdict::Fine)
}

/// What a path stands for: a file, all documents of a folder, or a shipped study.
fn select(path: &Path) -> Result<(documents::Files, Vec<String>)> {
    if path.is_dir() {
        let (files, names) = folder::all(path)?;
        if names.is_empty() {
            bail!(
                "there is no YAML file in {}; a study's folder holds `studies`, `concepts` and so on",
                path.display()
            );
        }
        return Ok((files, names));
    }
    if path.is_file() {
        let is_document = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml" || ending == "md");
        if !is_document {
            bail!("{} is no document; those are YAML files, and Markdown for a concept", path.display());
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
struct Report {
    /// How many documents were looked at by name; what a study is made from comes on top.
    documents: usize,
    errors: usize,
    warnings: usize,
    findings: Vec<Diagnostic>,
}

impl Report {
    fn new(documents: usize, findings: Vec<Diagnostic>) -> Self {
        let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        Self { documents, errors: count(Severity::Error), warnings: count(Severity::Warning), findings }
    }

    fn say(&self) {
        for finding in &self.findings {
            print::line(finding);
        }
        let documents = match self.documents {
            1 => "1 document, with what it is made from".to_owned(),
            many => format!("{many} documents"),
        };
        match (self.errors, self.warnings) {
            (0, 0) => print::remark(format_args!("{documents}: nothing found wrong")),
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
