//! What must hold in a concept: texts that say something, ids of their own, pictures with words.

use std::collections::BTreeSet;

use super::{id, text};
use crate::{
    concept::{Concept, Stimulus},
    documents::part::Part,
};

/// Rules about a concept.
pub(in crate::documents) fn concept(concept: &Concept, part: &mut Part<'_>) {
    id(&concept.id, "id", part);
    text(&concept.name, "name", part);
    text(&concept.topic, "topic", part);
    let optional = [
        ("objective", &concept.objective),
        ("insight", &concept.insight),
        ("promise", &concept.promise),
        ("reason_to_believe", &concept.reason_to_believe),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            text(value, key, part);
        }
    }
    if let Some(found) = &concept.stimulus {
        stimulus(found, part);
    }
    let mut seen = BTreeSet::new();
    for (index, element) in concept.elements.iter().enumerate() {
        let path = format!("elements[{index}]");
        id(&element.id, &format!("{path}.id"), part);
        if !seen.insert(&element.id) {
            let message = format!("the id `{}` is already that of another element", element.id);
            part.refuse("duplicate_id", &format!("{path}.id"), message, "give every element an id of its own");
        }
        text(&element.label, &format!("{path}.label"), part);
        for (alias, value) in element.aliases.iter().enumerate() {
            text(value, &format!("{path}.aliases[{alias}]"), part);
        }
    }
}

fn stimulus(stimulus: &Stimulus, part: &mut Part<'_>) {
    if stimulus.text.is_none() && stimulus.image.is_none() {
        part.refuse("empty", "stimulus", "the stimulus has neither `text` nor `image`", "add one of them");
    }
    let alt = stimulus.alt.as_deref().unwrap_or_default();
    if stimulus.image.is_some() && alt.trim().is_empty() {
        let hint = "add `alt:` with what the picture shows, for those who cannot see it";
        part.refuse("no_alt", "stimulus.image", "the picture has no description", hint);
    }
}
