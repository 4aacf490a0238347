//! What must hold in the words of the page in a language: those the page has, with the slots it fills.

use indexmap::IndexMap;

use super::questions::slots;
use crate::documents::{explain, part::Part, pieces::general};

/// Rules about words in a file of this name, without its ending, held against the words in English.
pub(in crate::documents) fn locale(
    stem: &str,
    language: &str,
    words: &IndexMap<String, String>,
    english: Option<&IndexMap<String, String>>,
    part: &mut Part<'_>,
) {
    if general(stem) != general(language) {
        let message = format!("the language `{language}` differs from the name of the file");
        part.refuse("id_differs", "language", message, &format!("write `language: {stem}`, or rename the file"));
    }
    let Some(english) = english else { return };
    let known: Vec<&String> = english.keys().collect();
    let mut meant = Vec::new();
    for (key, text) in words {
        let path = format!("interface.{key}");
        let Some(original) = english.get(key) else {
            let hint = explain::did_you_mean(key, &known);
            meant.push(hint.clone());
            part.refuse_key("unknown_field", &path, format!("the page has no words `{key}`"), &hint);
            continue;
        };
        let fills: Vec<&str> = slots(original).collect();
        for slot in slots(text).filter(|slot| !fills.contains(slot)) {
            let message = format!("nothing fills the slot `{{{slot}}}` of `{key}`");
            part.refuse("unknown_slot", &path, message, &explain::did_you_mean(slot, &fills));
        }
    }
    let is_meant = |key: &&String| meant.iter().any(|hint| hint.contains(&format!("`{key}`")));
    let missing: Vec<String> = english
        .keys()
        .filter(|key| !words.contains_key(*key) && !is_meant(key))
        .map(|key| format!("`{key}`"))
        .collect();
    if !missing.is_empty() {
        let more = if missing.len() > 8 { format!(" and {} more", missing.len() - 8) } else { String::new() };
        let named: Vec<&str> = missing.iter().take(8).map(String::as_str).collect();
        let message = format!("no words for {}{more}; those in English stand in", named.join(", "));
        part.warn("missing_translation", "interface", message, "add them under `interface`");
    }
}
