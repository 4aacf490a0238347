//! What must hold in a persona and in facts: shares that add up, and something to say.

use super::{id, text};
use crate::{
    documents::{explain, part::Part, pieces::general},
    simulation::{ANY, Facts, Persona, Speech},
};

/// Rules about a persona.
pub(in crate::documents) fn persona(persona: &Persona, part: &mut Part<'_>) {
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
        part.refuse("empty", "speech", "this persona speaks no language", "add `en:` or another under `speech`");
    }
    for (language, speech) in &persona.speech {
        super::language(language, part);
        rules_of_speech(persona, speech, &format!("speech.{language}"), part);
    }
}

fn rules_of_speech(persona: &Persona, speech: &Speech, path: &str, part: &mut Part<'_>) {
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

/// Rules about facts.
pub(in crate::documents) fn facts(facts: &Facts, part: &mut Part<'_>) {
    id(&facts.concept, "concept", part);
    super::language(&facts.language, part);
    if facts.lines.is_empty() {
        part.refuse("empty", "lines", "there is nothing to say", "add at least one line");
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

/// Facts in a file of this name, without its ending: those of the concept and the language it names.
pub(in crate::documents) fn facts_of_file(stem: &str, facts: &Facts, concepts: &[&str], part: &mut Part<'_>) {
    let (concept, language) = stem.split_once('.').map_or((stem, None), |(id, tag)| (id, Some(tag)));
    if &*facts.concept != concept {
        let message = format!("the concept `{}` differs from the name of the file", facts.concept);
        part.refuse("id_differs", "concept", message, &format!("write `concept: {concept}`, or rename the file"));
    } else if concept != ANY && !concepts.is_empty() && !concepts.contains(&concept) {
        let message = format!("there is no concept `{concept}`, so nobody tells these facts");
        part.warn("unknown_concept", "concept", message, &explain::did_you_mean(concept, concepts));
    }
    if let Some(tag) = language.filter(|tag| general(tag) != general(&facts.language)) {
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
