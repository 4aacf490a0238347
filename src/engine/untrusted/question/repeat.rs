//! Detects a question that repeats an earlier one.

use crate::engine::text::{WordSet, jaccard};

/// Share of common words from which two questions are the same, 0–1.
pub const REPEAT_SIMILARITY: f64 = 0.85;

/// Whether a question repeats an earlier one: equal when normalised, or with at least this share of common words.
pub fn is_repeat<'a>(question: &str, earlier: impl IntoIterator<Item = &'a str>, threshold: f64) -> bool {
    let normalised = normalise(question);
    let repeats = |earlier: &str| normalise(earlier) == normalised || similarity(question, earlier) >= threshold;
    !question.is_empty() && earlier.into_iter().any(repeats)
}

/// Normalises a question: lower case, single blanks, no punctuation.
pub fn normalise(question: &str) -> String {
    let is_dropped = |c: char| matches!(c, '"' | '\'' | '?' | '.' | '!' | ',' | ';' | ':' | '-');
    let mut text = String::with_capacity(question.len());
    for character in question.to_lowercase().trim().chars().filter(|c| !is_dropped(*c)) {
        let character = if character.is_whitespace() { ' ' } else { character };
        if !(character == ' ' && text.ends_with(' ')) {
            text.push(character);
        }
    }
    text
}

/// Share of common words of two questions, 0–1; 0 if one has no words.
pub fn similarity(a: &str, b: &str) -> f64 {
    let words = |text: &str| normalise(text).split_whitespace().collect::<WordSet>();
    jaccard(&words(a), &words(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_makes_no_new_question_and_another_verb_does() {
        assert!(is_repeat("What - else?", ["what else"], REPEAT_SIMILARITY));
        assert!(!is_repeat("What do you think?", ["What do you mean?"], REPEAT_SIMILARITY));
    }
}
