//! Looks at documents one by one: what `querent check` reports.

use super::{Files, files::LLM, pieces, policies, resolve, resolve::open};
use crate::{diagnostic::Diagnostic, llm::settings::LlmSettings, simulation::Persona};

/// Everything found in these documents and, for a study, in all it is made from. Sorted by file and place; a finding that
/// several documents lead to is there once.
pub fn check<'a>(files: &Files, names: impl IntoIterator<Item = &'a str>) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = names.into_iter().flat_map(|name| document(files, name)).collect();
    findings.sort();
    findings.dedup();
    findings
}

/// A simulated respondent.
///
/// # Errors
/// Every finding at once.
pub fn persona(files: &Files, name: &str) -> Result<Persona, Vec<Diagnostic>> {
    let mut findings = Vec::new();
    let persona = open(files, name, &mut findings).and_then(|document| {
        let mut part = document.part();
        let persona = pieces::persona(&mut part);
        findings.append(&mut part.findings);
        persona
    });
    persona.filter(|_| findings.is_empty()).ok_or(findings)
}

/// The settings of models, with everything found in them; none if there is no such document or an error in it.
pub fn llm(files: &Files, name: &str) -> (Option<LlmSettings>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let settings = open(files, name, &mut findings).and_then(|document| {
        let mut part = document.part();
        let settings = pieces::llm(&mut part);
        findings.append(&mut part.findings);
        settings
    });
    findings.sort();
    (settings.filter(|_| !findings.iter().any(Diagnostic::is_error)), findings)
}

fn document(files: &Files, name: &str) -> Vec<Diagnostic> {
    let Some(kind) = Kind::of(name) else {
        return resolve(files, name).findings;
    };
    let mut findings = Vec::new();
    if let Some(document) = open(files, name, &mut findings) {
        let mut part = document.part();
        match kind {
            Kind::Concept => drop(pieces::concept(&mut part)),
            Kind::Methodology => drop(pieces::methodology(&mut part, None)),
            Kind::Policy(id) => drop(policies::policy(&mut part, Some(id), None)),
            Kind::Locale => drop(pieces::locale(&mut part)),
            Kind::Pack => drop(pieces::pack(&mut part)),
            Kind::Persona => drop(pieces::persona(&mut part)),
            Kind::Llm => drop(pieces::llm(&mut part)),
        }
        findings.append(&mut part.findings);
    }
    findings
}

/// Kinds of documents beside studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    Concept,
    Methodology,
    Policy(&'a str),
    Locale,
    Pack,
    Persona,
    Llm,
}

impl<'a> Kind<'a> {
    /// The kind by the folder a document is in, or by its name; a study anywhere else.
    fn of(name: &'a str) -> Option<Self> {
        if name.rsplit('/').next() == Some(LLM) {
            return Some(Self::Llm);
        }
        let (folder, file) = name.rsplit_once('/')?;
        let stem = file.strip_suffix(".yaml").unwrap_or(file);
        match folder {
            "concepts" => Some(Self::Concept),
            "methodologies" => Some(Self::Methodology),
            "policies" => Some(Self::Policy(stem)),
            "locales" if stem.strip_suffix(".pack").is_some() => Some(Self::Pack),
            "locales" => Some(Self::Locale),
            "personas" => Some(Self::Persona),
            _ => None,
        }
    }
}
