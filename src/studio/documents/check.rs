//! Checks documents one by one: the findings of `querent check`.

use std::path::Path;

use super::{
    dedupe::drop_implied,
    files::{Files, LLM},
    locale::{read_english, read_locale, read_pack},
    markdown_concept::read_markdown_concept,
    methodology::{self, read_methodology},
    model_settings::read_llm,
    open,
    part::Part,
    policy::{self, read_policy},
    rules,
    simulation::{read_facts, read_persona},
    study::{read_concept, resolve},
    tactics::QuestionSource,
    translation::{Original, read_translation},
};
use crate::engine::diagnostic::Diagnostic;

/// Returns the findings in these documents and in all documents that a study among them is made from. They are sorted by
/// file and place, without duplicates.
pub fn check<'a>(files: &Files, names: impl IntoIterator<Item = &'a str>) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = names.into_iter().flat_map(|name| check_document(files, name)).collect();
    drop_implied(&mut findings);
    findings.sort();
    findings.dedup();
    findings
}

fn check_document(files: &Files, name: &str) -> Vec<Diagnostic> {
    if name.starts_with("locales/") && Path::new(name).extension().is_some_and(|found| found == "txt") {
        // Learned data is written by the program.
        return Vec::new();
    }
    let Some(kind) = Kind::of(name) else {
        return resolve(files, name).findings;
    };
    let mut findings = Vec::new();
    if let Kind::MarkdownConcept(id) = kind {
        let bytes = files.get(name).unwrap_or_default();
        read_markdown_concept(&files.shown(name), id, bytes, &mut findings);
    } else {
        open::read(files, name, &mut findings, |part| {
            check_part(files, kind, part);
            Some(())
        });
    }
    findings
}

fn check_part(files: &Files, kind: Kind<'_>, part: &mut Part<'_>) {
    let any_language = QuestionSource { files: Some(files), ..QuestionSource::default() };
    match kind {
        Kind::MarkdownConcept(_) => {}
        Kind::Concept => drop(read_concept(part)),
        Kind::Methodology => drop(read_methodology(part, any_language)),
        Kind::MethodologyTranslation(id) => {
            let original = methodology::original(files, id);
            drop(read_translation(part, original.as_ref().map(Original::Methodology), files));
        }
        Kind::Policy(id) => drop(read_policy(part, Some(id), any_language)),
        Kind::PolicyTranslation(id) => {
            let original = policy::original(files, id);
            drop(read_translation(part, original.as_ref().map(|policy| Original::Policy(id, policy)), files));
        }
        Kind::Locale(tag) => drop(read_locale(part, tag, read_english(files, tag).as_ref())),
        Kind::Pack => {
            if let Some(pack) = read_pack(part) {
                rules::safety_words(&pack, part);
            }
        }
        Kind::Persona(id) => {
            if let Some(persona) = read_persona(part).filter(|persona| &*persona.id != id) {
                let message = format!("the id `{}` differs from the name of the file", persona.id);
                part.refuse("id_differs", "id", message, &format!("write `id: {id}`, or rename the file"));
            }
        }
        Kind::Facts(stem) => {
            if let Some(facts) = read_facts(part) {
                rules::facts_of_file(stem, &facts, &files.ids("concepts"), part);
            }
        }
        Kind::Llm => drop(read_llm(part)),
    }
}

/// Kinds of documents other than studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    Concept,
    /// A concept in Markdown, by its id.
    MarkdownConcept(&'a str),
    Methodology,
    /// Translation of the methodology with this id.
    MethodologyTranslation(&'a str),
    Policy(&'a str),
    /// Translation of the policy with this id.
    PolicyTranslation(&'a str),
    /// Interface texts, by the name of the file.
    Locale(&'a str),
    Pack,
    Persona(&'a str),
    /// Facts, by the name of the file.
    Facts(&'a str),
    Llm,
}

impl<'a> Kind<'a> {
    /// Returns the kind by the folder or the name of a document. None is a study.
    fn of(name: &'a str) -> Option<Self> {
        if name.rsplit('/').next() == Some(LLM) {
            return Some(Self::Llm);
        }
        let (folder, file) = name.rsplit_once('/')?;
        let stem = file.strip_suffix(".yaml").unwrap_or(file);
        match folder {
            "concepts" if file.strip_suffix(".md").is_some() => file.strip_suffix(".md").map(Self::MarkdownConcept),
            "concepts" => Some(Self::Concept),
            "methodologies" if stem.contains('.') => stem.split('.').next().map(Self::MethodologyTranslation),
            "methodologies" => Some(Self::Methodology),
            "policies" if stem.contains('.') => stem.split('.').next().map(Self::PolicyTranslation),
            "policies" => Some(Self::Policy(stem)),
            "locales" if stem.strip_suffix(".pack").is_some() => Some(Self::Pack),
            "locales" => Some(Self::Locale(stem)),
            "personas" => Some(Self::Persona(stem)),
            "facts" => Some(Self::Facts(stem)),
            _ => None,
        }
    }
}
