//! Looks at documents one by one: what `querent check` reports.

use super::{
    Files,
    files::LLM,
    fold::fold,
    markdown,
    pieces::{self, Wanted},
    policies, resolve,
    resolve::open,
    rules,
    wordings::{self, Original},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    llm::settings::LlmSettings,
    methodology::Methodology,
    policy::Policy,
    simulation::{ANY, Facts, Persona},
    study::Study,
};

/// Everything found in these documents and, for a study, in all it is made from. Sorted by file and place; a finding that
/// several documents lead to is there once.
pub fn check<'a>(files: &Files, names: impl IntoIterator<Item = &'a str>) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = names.into_iter().flat_map(|name| document(files, name)).collect();
    fold(&mut findings);
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

/// What simulated respondents know about the concept of a study, in its language: the facts of the concept, else the
/// stand-ins of the language.
///
/// # Errors
/// Every finding at once, or that there are neither.
pub fn facts(files: &Files, study: &Study) -> Result<Facts, Vec<Diagnostic>> {
    let (concept, general) = (&study.concept.id, pieces::general(&study.language));
    let names = [
        format!("facts/{concept}.{}.yaml", study.language),
        format!("facts/{concept}.{general}.yaml"),
        format!("facts/{concept}.yaml"),
        format!("facts/{ANY}.{general}.yaml"),
    ];
    for name in names.iter().filter(|name| files.get(name).is_some()) {
        let mut findings = Vec::new();
        let facts = open(files, name, &mut findings).and_then(|document| {
            let mut part = document.part();
            let facts = pieces::facts(&mut part);
            findings.append(&mut part.findings);
            facts
        });
        let Some(facts) = facts.filter(|_| findings.is_empty()) else { return Err(findings) };
        if pieces::general(&facts.language) == general {
            return Ok(facts);
        }
    }
    Err(vec![Diagnostic {
        file: files.shown(&format!("facts/{concept}.{general}.yaml")),
        place: crate::diagnostic::Place::default(),
        severity: Severity::Error,
        code: "no_facts".to_owned(),
        path: String::new(),
        value: None,
        message: format!("nothing is known about `{concept}` in `{general}`, so nobody can be simulated"),
        hint: Some(format!("write this file, or `facts/{ANY}.{general}.yaml` with stand-ins for every concept")),
    }])
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
    if let Kind::Prose(id) = kind {
        let bytes = files.get(name).unwrap_or_default();
        drop(markdown::concept(&files.shown(name), id, bytes, &mut findings));
        return findings;
    }
    if let Some(document) = open(files, name, &mut findings) {
        let mut part = document.part();
        match kind {
            Kind::Concept => drop(pieces::concept(&mut part)),
            Kind::Prose(_) => {}
            Kind::Methodology => {
                drop(pieces::methodology(&mut part, Wanted { files: Some(files), ..Wanted::default() }));
            }
            Kind::Wordings(id) => {
                let original = methodology(files, id);
                drop(wordings::wordings(&mut part, original.as_ref().map(Original::Methodology), files));
            }
            Kind::PolicyWordings(id) => {
                let original = policy(files, id);
                let original = original.as_ref().map(|policy| Original::Policy(id, policy));
                drop(wordings::wordings(&mut part, original, files));
            }
            Kind::Policy(id) => {
                drop(policies::policy(&mut part, Some(id), Wanted { files: Some(files), ..Wanted::default() }));
            }
            Kind::Locale(tag) => drop(pieces::locale(&mut part, tag, pieces::english(files, tag).as_ref())),
            Kind::Pack => drop(pieces::pack(&mut part)),
            Kind::Persona(id) => {
                if let Some(persona) = pieces::persona(&mut part).filter(|persona| &*persona.id != id) {
                    let message = format!("the id `{}` differs from the name of the file", persona.id);
                    part.refuse("id_differs", "id", message, &format!("write `id: {id}`, or rename the file"));
                }
            }
            Kind::Facts(stem) => {
                if let Some(facts) = pieces::facts(&mut part) {
                    rules::facts_of_file(stem, &facts, &files.ids("concepts"), &mut part);
                }
            }
            Kind::Llm => drop(pieces::llm(&mut part)),
        }
        findings.append(&mut part.findings);
    }
    findings
}

/// A methodology in the language it was written in; what is wrong with it is reported with its own document.
pub(super) fn methodology(files: &Files, id: &str) -> Option<Methodology> {
    let document = open(files, &format!("methodologies/{id}.yaml"), &mut Vec::new())?;
    pieces::methodology(&mut document.part(), Wanted::default())
}

/// A policy in the language it was written in; what is wrong with it is reported with its own document.
pub(super) fn policy(files: &Files, id: &str) -> Option<Policy> {
    let document = open(files, &format!("policies/{id}.yaml"), &mut Vec::new())?;
    policies::policy(&mut document.part(), Some(id), Wanted::default())
}

/// Kinds of documents beside studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    Concept,
    /// A concept as Markdown, with its id.
    Prose(&'a str),
    Methodology,
    /// Words of the methodology with this id.
    Wordings(&'a str),
    Policy(&'a str),
    /// Words of the policy with this id.
    PolicyWordings(&'a str),
    /// Words of the page, by the name of the file.
    Locale(&'a str),
    Pack,
    Persona(&'a str),
    /// Facts, by the name of the file.
    Facts(&'a str),
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
            "concepts" if file.strip_suffix(".md").is_some() => file.strip_suffix(".md").map(Self::Prose),
            "concepts" => Some(Self::Concept),
            "methodologies" if stem.contains('.') => stem.split('.').next().map(Self::Wordings),
            "methodologies" => Some(Self::Methodology),
            "policies" if stem.contains('.') => stem.split('.').next().map(Self::PolicyWordings),
            "policies" => Some(Self::Policy(stem)),
            "locales" if stem.strip_suffix(".pack").is_some() => Some(Self::Pack),
            "locales" => Some(Self::Locale(stem)),
            "personas" => Some(Self::Persona(stem)),
            "facts" => Some(Self::Facts(stem)),
            _ => None,
        }
    }
}
