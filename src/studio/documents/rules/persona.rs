//! Rules about personas and facts: shares that add up to 100 %, at least one sentence.

use super::{id, text};
use crate::{
    engine::diagnostic::did_you_mean,
    studio::{
        documents::{language::primary, part::Part},
        personas::{ANY, ConceptFacts, Persona, Speech},
    },
};

/// Checks a persona.
pub(in crate::studio::documents) fn persona(persona: &Persona, part: &mut Part<'_>) {
    id(&persona.id, "id", part);
    text(&persona.name, "name", part);
    text(&persona.description, "description", part);
    text(&persona.speech_pattern, "speech_pattern", part);
    let shares = persona.response_patterns;
    let shares = [shares.detailed, shares.medium, shares.brief, shares.acknowledgment];
    let sum: u64 = shares.into_iter().map(u64::from).sum();
    if sum != 100 && part.is_as_written("response_patterns") {
        let message = format!("the shares add up to {sum}, not to 100");
        part.refuse("out_of_range", "response_patterns", message, "they are percentages of all answers");
    }
    percent(persona.deflects, "deflects", part);
    if let Some(tiring) = persona.tires {
        percent(tiring.percent, "tires.percent", part);
    }
    if persona.speech.is_empty() {
        part.refuse("empty", "speech", "this persona has no language", "add `en:` or another under `speech`");
    }
    for (language, speech) in &persona.speech {
        super::language(language, part);
        check_speech(persona, speech, &format!("speech.{language}"), part);
    }
}

fn check_speech(persona: &Persona, speech: &Speech, path: &str, part: &mut Part<'_>) {
    let lists = [
        ("acknowledgments", &speech.acknowledgments, true),
        ("nothing_left", &speech.nothing_left, true),
        ("deflections", &speech.deflections, persona.deflects > 0),
    ];
    for (name, texts, is_needed) in lists {
        let path = format!("{path}.{name}");
        if is_needed && texts.is_empty() {
            part.refuse("empty", &path, format!("`{name}` is empty"), "add at least one sentence");
        }
        sentences(texts, &path, part);
    }
    for (index, habit) in speech.habits.iter().enumerate() {
        let path = format!("{path}.habits[{index}]");
        percent(habit.percent, &format!("{path}.percent"), part);
        if habit.says.is_empty() {
            part.refuse("empty", &format!("{path}.says"), "this habit says nothing", "add at least one sentence");
        }
        sentences(&habit.says, &format!("{path}.says"), part);
    }
}

/// Checks facts.
pub(in crate::studio::documents) fn facts(facts: &ConceptFacts, part: &mut Part<'_>) {
    id(&facts.concept, "concept", part);
    super::language(&facts.language, part);
    if facts.lines.is_empty() {
        part.refuse("empty", "lines", "there are no lines", "add at least one line");
    }
    for (index, line) in facts.lines.iter().enumerate() {
        let path = format!("lines[{index}].says");
        if line.says.is_empty() {
            part.refuse("empty", &path, "this line says nothing", "add at least one sentence");
        }
        sentences(&line.says, &path, part);
        for (position, cue) in line.cues.iter().enumerate() {
            text(cue, &format!("lines[{index}].cues[{position}]"), part);
        }
    }
}

/// Checks that facts have the concept and the language of their file, named without its ending.
pub(in crate::studio::documents) fn facts_of_file(
    stem: &str,
    facts: &ConceptFacts,
    concepts: &[&str],
    part: &mut Part<'_>,
) {
    let (concept, language) = stem.split_once('.').map_or((stem, None), |(id, tag)| (id, Some(tag)));
    if &*facts.concept != concept {
        let message = format!("the concept `{}` differs from the name of the file", facts.concept);
        part.refuse("id_differs", "concept", message, &format!("write `concept: {concept}`, or rename the file"));
    } else if concept != ANY && !concepts.is_empty() && !concepts.contains(&concept) {
        let message = format!("there is no concept `{concept}`, so these facts are never used");
        part.warn("unknown_concept", "concept", message, &did_you_mean(concept, concepts));
    }
    if let Some(tag) = language.filter(|tag| primary(tag) != primary(&facts.language)) {
        let message = format!("the language `{}` differs from the name of the file", facts.language);
        part.refuse("id_differs", "language", message, &format!("write `language: {tag}`, or rename the file"));
    }
}

fn sentences(texts: &[String], path: &str, part: &mut Part<'_>) {
    for (position, sentence) in texts.iter().enumerate() {
        text(sentence, &format!("{path}[{position}]"), part);
    }
}

fn percent(share: u32, path: &str, part: &mut Part<'_>) {
    if share > 100 {
        part.refuse("out_of_range", path, format!("{share} is more than 100"), "it is a percentage");
    }
}
