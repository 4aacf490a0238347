//! What must hold in what is hidden from models: words that are words, and not those the interview is about.

use super::text;
use crate::{concept::Concept, documents::part::Part, llm::redaction::Redaction};

/// Most words of a study, and characters of one.
const WORDS: usize = 200;
const LONGEST: usize = 80;

/// Rules about what is hidden from models. A key without a value would hide nothing without a word.
pub(in crate::documents) fn redaction(redaction: Option<&Redaction>, part: &mut Part<'_>) {
    let Some(Redaction { hide, words }) = redaction else {
        if part.has("redaction") {
            let hint = "write `redaction: {}` for every kind of detail, or remove the key";
            part.refuse("empty", "redaction", "`redaction` has no value, so nothing would be hidden", hint);
        }
        return;
    };
    for (index, kind) in hide.iter().enumerate() {
        if hide.iter().take(index).any(|earlier| earlier == kind) {
            let path = format!("redaction.hide[{index}]");
            part.warn("repeated", &path, "this kind is named twice", "remove one");
        }
    }
    if words.len() > WORDS {
        let message = format!("there are {} words; at most {WORDS} are looked for", words.len());
        part.refuse("too_many", "redaction.words", message, "keep those that could tell who somebody is");
    }
    for (index, word) in words.iter().enumerate() {
        let path = format!("redaction.words[{index}]");
        if !text(word, &path, part) {
            continue;
        }
        if word.chars().count() > LONGEST {
            let message = format!("a word has at most {LONGEST} characters");
            part.refuse("too_long", &path, message, "write the name, not a sentence");
        } else if !word.chars().any(char::is_alphanumeric) {
            part.refuse("no_word", &path, format!("`{word}` has no letter and no digit"), "write a word or a name");
        } else if words.iter().take(index).any(|earlier| earlier.to_lowercase() == word.to_lowercase()) {
            part.warn("repeated", &path, format!("`{word}` stands here twice"), "remove one; case does not count");
        }
    }
}

/// Hidden words are not what the interview is about: a model that cannot see the topic can neither read nor ask.
pub(in crate::documents) fn hidden_topic(redaction: &Redaction, concept: &Concept, part: &mut Part<'_>) {
    let names = concept.elements.iter().flat_map(|element| element.aliases.iter().chain([&element.label]));
    let topics: Vec<String> = names.chain([&concept.name]).map(|name| name.to_lowercase()).collect();
    for (index, word) in redaction.words.iter().enumerate() {
        if topics.contains(&word.trim().to_lowercase()) {
            let message = format!("`{word}` is what the concept is about: models would read answers without it");
            let hint = "leave it out, or rename it in the concept";
            part.warn("hidden_topic", &format!("redaction.words[{index}]"), message, hint);
        }
    }
}
