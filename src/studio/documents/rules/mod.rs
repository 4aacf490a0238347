//! Rules about the content of documents, beyond their types: non-empty texts, known names, usable questions.

mod concept;
mod habits;
mod keys;
mod llm;
mod locale;
mod methodology;
mod persona;
mod policy;
mod questions;
mod redaction;
mod study;

pub(super) use self::{
    concept::{concept, uncovered},
    habits::{pool_wordings, practice, wordings},
    llm::llm,
    locale::{locale, safety_words},
    methodology::{methodology, question_kinds, question_types},
    persona::{facts, facts_of_file, persona},
    policy::policy_can_ask,
    questions::{Purpose, farewell_tactics, questions, strategies_can_ask},
    redaction::{hidden_topic, redaction},
    study::{after_session, core, embed_in, known_models, language, limits, models, promises, study, texts},
};
use std::{fmt, ops::RangeInclusive};

use super::part::Part;

/// Checks an id. Ids appear in paths, file names and addresses, so they have no blanks.
fn id(value: &str, path: &str, part: &mut Part<'_>) {
    let is_word = value.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
    if value.is_empty() || !is_word {
        let hint = "use letters, digits, `_`, `-` and `.`";
        part.refuse("bad_id", path, format!("`{value}` cannot be an id"), hint);
    }
}

/// Checks that a text is not empty. Returns whether it is not.
pub(super) fn text(value: &str, path: &str, part: &mut Part<'_>) -> bool {
    let name = path.rsplit('.').next().unwrap_or(path);
    if !value.trim().is_empty() {
        return true;
    }
    if part.has(path) {
        part.refuse("empty", path, format!("`{name}` is empty"), "write the text, or remove the key");
    } else {
        part.require(path);
    }
    false
}

/// Checks that a number is in its range.
fn in_range<T: PartialOrd + fmt::Display + Copy>(value: T, range: RangeInclusive<T>, path: &str, part: &mut Part<'_>) {
    if !range.contains(&value) {
        let name = path.rsplit('.').next().unwrap_or(path);
        let message = format!("`{name}` is {value}; it may be {} to {}", range.start(), range.end());
        part.refuse("out_of_range", path, message, "change it, or remove it for the default");
    }
}
