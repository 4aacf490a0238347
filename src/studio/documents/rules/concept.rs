//! Rules about a concept: non-empty texts, unique ids, pictures with a description.

use std::collections::BTreeSet;

use super::{id, text};
use crate::{
    engine::{
        concept::{Concept, Stimulus},
        methodology::{FocusKind, Methodology},
    },
    studio::documents::part::Part,
};

/// Checks a concept.
pub(in crate::studio::documents) fn concept(concept: &Concept, part: &mut Part<'_>) {
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
            let message = format!("another element has the id `{}` already", element.id);
            part.refuse("duplicate_id", &format!("{path}.id"), message, "give every element an id of its own");
        }
        let mut earlier = concept.elements.iter().take(index);
        if text(&element.label, &format!("{path}.label"), part)
            && let Some(twin) = earlier.find(|earlier| earlier.label.trim().eq_ignore_ascii_case(element.label.trim()))
        {
            let message = format!("the element `{1}` has the label `{0}` already", element.label.trim(), twin.id);
            let hint = "choose another label, or remove one element";
            part.refuse("duplicate_label", &format!("{path}.label"), message, hint);
        }
        for (alias, value) in element.aliases.iter().enumerate() {
            let path = format!("{path}.aliases[{alias}]");
            if text(value, &path, part) && value.trim().len() == 1 {
                let message = format!("the alias `{value}` is a single letter, which is in nearly every answer");
                part.warn("short_alias", &path, message, "write a whole word, or the stem of one");
            }
            if value.trim().eq_ignore_ascii_case(concept.topic.trim()) {
                let message = format!("the alias `{value}` is the topic, which every answer is about");
                part.warn("vague_alias", &path, message, "name what sets this element apart");
            }
        }
    }
}

/// Warns if a strategy is about elements and the concept has none.
pub(in crate::studio::documents) fn uncovered(concept: &Concept, methodology: &Methodology, part: &mut Part<'_>) {
    let covering = methodology.strategies.iter().find(|strategy| strategy.focus.kind == FocusKind::Element);
    if let (true, Some(strategy)) = (concept.elements.is_empty(), covering) {
        let message = format!("the concept has no elements, so the strategy `{}` never applies", strategy.id);
        part.warn("never_applies", "concept", message, "list under `elements` what every interview should cover");
    }
}

fn stimulus(stimulus: &Stimulus, part: &mut Part<'_>) {
    if stimulus.text.is_none() && stimulus.image.is_none() {
        part.refuse("empty", "stimulus", "the stimulus has neither `text` nor `image`", "add one of them");
    }
    let alt = stimulus.alt.as_deref().unwrap_or_default();
    if stimulus.image.is_some() && alt.trim().is_empty() {
        let hint = "add `alt:` with what the picture shows, for people who cannot see it";
        part.refuse("no_alt", "stimulus.image", "the picture has no description", hint);
    }
}
