//! A model's question: cut out of the reply, and held against everything a question must not be.

mod extract;
mod guard;
mod refusal;
mod script;
mod words;

use serde::{Deserialize, Serialize};

#[cfg(feature = "studio")]
pub(super) use self::script::fits;
pub use self::{
    guard::{Guard, Kind, Wording, accept},
    refusal::Refusal,
};
use crate::text::{WordSet, jaccard};

/// When two questions count as one. Absent keys take the default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RepeatGuard {
    /// Share of common words from which on two questions are one, 0–1. Default 0.85.
    pub similarity_threshold: f64,
    /// Latest questions compared with; 0 is none. Default 6.
    pub compared: usize,
    /// Wordings a model may try; the last is used anyway. Default 3.
    pub attempts: u32,
}

impl Default for RepeatGuard {
    fn default() -> Self {
        Self { similarity_threshold: 0.85, compared: 6, attempts: 3 }
    }
}

impl RepeatGuard {
    /// Whether a question repeats one of the latest asked; questions are given oldest first. An empty one repeats none.
    pub fn is_repeat<'a>(&self, candidate: &str, asked: impl IntoIterator<Item = &'a str>) -> bool {
        let candidate_text = normalise(candidate);
        let asked: Vec<&str> = asked.into_iter().collect();
        let start = asked.len().saturating_sub(self.compared);
        !candidate.is_empty()
            && asked.iter().skip(start).any(|earlier| {
                normalise(earlier) == candidate_text || similarity(candidate, earlier) >= self.similarity_threshold
            })
    }
}

/// Cuts what models put around a question: quotes, and words that announce it.
pub fn clean(reply: &str) -> &str {
    let mut question = reply.trim();
    for quote in ['"', '\''] {
        let inner = question.strip_prefix(quote);
        // A lone quote starts and ends with one: nothing is left of it.
        let inner = inner.and_then(|rest| if rest.is_empty() { Some(rest) } else { rest.strip_suffix(quote) });
        question = inner.unwrap_or(question);
    }
    for announcement in ["Question:", "Q:", "Next question:"] {
        let length = announcement.len();
        if question.get(..length).is_some_and(|start| start.eq_ignore_ascii_case(announcement)) {
            question = question.get(length..).unwrap_or_default().trim();
        }
    }
    question
}

/// A question as it is compared: lower case, no punctuation, single blanks.
pub fn normalise(question: &str) -> String {
    let kept: String = question
        .to_lowercase()
        .trim()
        .chars()
        .filter(|c| !matches!(c, '"' | '\'' | '?' | '.' | '!' | ',' | ';' | ':' | '-'))
        .collect();
    let mut text = String::with_capacity(kept.len());
    for character in kept.chars() {
        let character = if character.is_whitespace() { ' ' } else { character };
        if !(character == ' ' && text.ends_with(' ')) {
            text.push(character);
        }
    }
    text
}

/// Share of common words of two questions, 0–1; 0 if one has none.
pub fn similarity(a: &str, b: &str) -> f64 {
    let words = |text: &str| normalise(text).split_whitespace().collect::<WordSet>();
    jaccard(&words(a), &words(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_go_before_announcements() {
        assert_eq!(clean("\"Question: Why?\""), "Why?");
        assert_eq!(clean("'Why?\""), "'Why?\"");
    }

    #[test]
    fn a_question_with_another_verb_is_no_repeat() {
        assert!(!RepeatGuard::default().is_repeat("What do you think?", ["What do you mean?"]));
    }

    #[test]
    fn punctuation_makes_no_new_question() {
        assert!(RepeatGuard::default().is_repeat("What - else?", ["what else"]));
    }

    #[test]
    fn only_the_latest_questions_are_compared() {
        let guard = RepeatGuard { compared: 1, ..RepeatGuard::default() };
        assert!(!guard.is_repeat("Why?", ["Why?", "What else?"]));
    }
}
