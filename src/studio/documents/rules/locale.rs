//! Rules about the texts of a language: known keys and slots, no missing text, safety words.

use super::questions::slots;
use crate::{
    engine::{
        diagnostic::{closest_name, did_you_mean},
        index_map::IndexMap,
        language::{LanguagePack, WordList},
    },
    studio::documents::{language::primary, part::Part},
};

/// Checks that a pack by which answers are read knows a person in danger and a wish to stop.
pub(in crate::studio::documents) fn safety_words(pack: &LanguagePack, part: &mut Part<'_>) {
    if !pack.reads_answers() {
        return;
    }
    if pack.safety.is_empty() {
        let message = "there is no `safety.distress`: answers of people in danger would be probed";
        part.refuse("no_safety", "safety", message, "list how people write of violence, self-harm and death");
    }
    if pack.list(WordList::StopRequest).is_empty() {
        let message = "there is no `lists.stop_request`: a wish to stop would be probed";
        part.refuse("no_safety", "lists", message, "list how people ask to end a conversation");
    }
}

/// Checks the interface texts of a file, named without its ending, against the English ones.
pub(in crate::studio::documents) fn locale(
    stem: &str,
    language: &str,
    words: &IndexMap<String, String>,
    english: Option<&IndexMap<String, String>>,
    part: &mut Part<'_>,
) {
    if primary(stem) != primary(language) {
        let message = format!("the language `{language}` differs from the name of the file");
        part.refuse("id_differs", "language", message, &format!("write `language: {stem}`, or rename the file"));
    }
    let Some(english) = english else { return };
    let known: Vec<&String> = english.keys().collect();
    let mut meant = Vec::new();
    for (key, text) in words {
        let path = format!("interface.{key}");
        let Some(original) = english.get(key) else {
            meant.extend(closest_name(key, known.iter().map(|known| known.as_str())));
            let message = format!("the page has no text `{key}`");
            part.refuse_key("unknown_field", &path, message, &did_you_mean(key, &known));
            continue;
        };
        let fills: Vec<&str> = slots(original).collect();
        for slot in slots(text).filter(|slot| !fills.contains(slot)) {
            let message = format!("nothing fills the slot `{{{slot}}}` of `{key}`");
            part.refuse("unknown_slot", &path, message, &did_you_mean(slot, &fills));
        }
    }
    let missing: Vec<String> = english
        .keys()
        .filter(|key| !words.contains_key(*key) && !meant.contains(&key.as_str()))
        .map(|key| format!("`{key}`"))
        .collect();
    if !missing.is_empty() {
        let more = if missing.len() > 8 { format!(" and {} more", missing.len() - 8) } else { String::new() };
        let named: Vec<&str> = missing.iter().take(8).map(String::as_str).collect();
        let message = format!("no texts for {}{more}; the English ones are used", named.join(", "));
        part.warn("missing_translation", "interface", message, "add them under `interface`");
    }
}
