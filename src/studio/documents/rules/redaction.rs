//! Rules about redaction: usable words that do not hide the topic of the interview.

use super::text;
use crate::{
    engine::{concept::Concept, redaction::Redaction},
    studio::documents::part::Part,
};

/// Most words of a study, and most characters of a word.
const WORDS: usize = 200;
const LONGEST: usize = 80;

/// Checks the redaction settings. A key without a value would silently hide nothing.
pub(in crate::studio::documents) fn redaction(redaction: Option<&Redaction>, part: &mut Part<'_>) {
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
            part.warn("repeated", &path, "this kind is listed twice", "remove one");
        }
    }
    if words.len() > WORDS {
        let message = format!("there are {} words; at most {WORDS} are allowed", words.len());
        part.refuse("too_many", "redaction.words", message, "keep the words that identify a person");
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
            part.refuse("no_word", &path, format!("`{word}` has neither letter nor digit"), "write a word or a name");
        } else if words.iter().take(index).any(|earlier| earlier.to_lowercase() == word.to_lowercase()) {
            part.warn("repeated", &path, format!("`{word}` is listed twice"), "remove one; case does not count");
        }
    }
}

/// Warns about hidden words that are the topic of the interview.
pub(in crate::studio::documents) fn hidden_topic(redaction: &Redaction, concept: &Concept, part: &mut Part<'_>) {
    let names = concept.elements.iter().flat_map(|element| element.aliases.iter().chain([&element.label]));
    let topics: Vec<String> = names.chain([&concept.name]).map(|name| name.to_lowercase()).collect();
    for (index, word) in redaction.words.iter().enumerate() {
        if topics.contains(&word.trim().to_lowercase()) {
            let message = format!("`{word}` is part of the concept: models would not see it in answers");
            let hint = "remove it, or rename it in the concept";
            part.warn("hidden_topic", &format!("redaction.words[{index}]"), message, hint);
        }
    }
}
