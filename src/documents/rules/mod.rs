//! What must hold beyond types: texts that say something, names that exist, questions that ask.

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
    locale::locale,
    methodology::{methodology, question_types},
    persona::{facts, facts_of_file, persona},
    policy::policy_can_ask,
    questions::{Purpose, questions, strategies_can_ask},
    redaction::{hidden_topic, redaction},
    study::{after, core, embed_in, is_tag, known_models, language, limits, models, promises, study, texts},
};
use super::part::Part;

/// An id is a word without blanks: it stands in paths, file names and addresses.
fn id(value: &str, path: &str, part: &mut Part<'_>) {
    let is_word = value.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
    if value.is_empty() || !is_word {
        let hint = "use letters, digits, `_`, `-` and `.`";
        part.refuse("bad_id", path, format!("`{value}` cannot be an id"), hint);
    }
}

/// Whether a text says anything; reports it if not.
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
