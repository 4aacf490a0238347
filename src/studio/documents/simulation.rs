//! Documents of a simulation: personas, and the facts they know.

use super::{
    files::Files,
    language::primary,
    open,
    part::Part,
    rules,
    validate::{FACTS, PERSONA},
};
use crate::{
    engine::{
        diagnostic::{Diagnostic, Place},
        study::Study,
    },
    studio::personas::{ANY, ConceptFacts, Persona},
};

/// Reads a persona.
///
/// # Errors
/// All findings.
pub fn persona(files: &Files, name: &str) -> Result<Persona, Vec<Diagnostic>> {
    open::read_sound(files, name, read_persona)
}

/// Reads the facts that simulated respondents know about the concept of a study, in its language. A concept without facts
/// gets the stand-ins of the language.
///
/// # Errors
/// All findings, or that there are neither facts nor stand-ins.
pub fn facts(files: &Files, study: &Study) -> Result<ConceptFacts, Vec<Diagnostic>> {
    let (concept, language) = (&study.concept.id, primary(&study.language));
    let names = [
        format!("facts/{concept}.{}.yaml", study.language),
        format!("facts/{concept}.{language}.yaml"),
        format!("facts/{concept}.yaml"),
        format!("facts/{ANY}.{language}.yaml"),
    ];
    for name in names.iter().filter(|name| files.get(name).is_some()) {
        let facts = open::read_sound(files, name, read_facts)?;
        if primary(&facts.language) == language {
            return Ok(facts);
        }
    }
    let file = files.shown(&format!("facts/{concept}.{language}.yaml"));
    let message =
        format!("there are no facts about `{concept}` in `{language}`, so simulated respondents have nothing to say");
    Err(vec![Diagnostic {
        hint: Some(format!("write this file, or `facts/{ANY}.{language}.yaml` with stand-ins for every concept")),
        ..Diagnostic::error(&file, Place::default(), "no_facts", message)
    }])
}

/// Reads the persona of a part.
pub(super) fn read_persona(part: &mut Part<'_>) -> Option<Persona> {
    let persona: Persona = part.typed(&PERSONA)?;
    rules::persona(&persona, part);
    Some(persona)
}

/// Reads the facts of a part.
pub(super) fn read_facts(part: &mut Part<'_>) -> Option<ConceptFacts> {
    let facts: ConceptFacts = part.typed(&FACTS)?;
    rules::facts(&facts, part);
    Some(facts)
}
