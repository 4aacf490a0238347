//! Rules of a language by which two labels name the same idea.

use serde::{Deserialize, Serialize};

use crate::engine::text::{WordSet, is_alphanumeric, jaccard, lowercase};

/// Fewest letters that remain of a word without its ending.
const LEAST_LETTERS: usize = 3;

/// How labels of ideas are compared. A pack without these rules uses the English ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LabelRules {
    /// Endings that are cut off words; the first one that fits and leaves three letters is cut.
    pub endings: Vec<String>,
    /// Words that stay as they are and that no cut produces.
    pub whole: Vec<String>,
    /// Pairs of stems with the same meaning.
    pub synonyms: Vec<(String, String)>,
    /// Words that negate a label.
    pub negations: Vec<String>,
    /// Endings of words that negate a label: `n't`.
    pub negating_endings: Vec<String>,
}

impl LabelRules {
    /// Stems of a label's words, each with its synonym.
    pub fn word_set(&self, label: &str) -> WordSet {
        lowercase(label).split_whitespace().flat_map(|word| self.stems(word)).collect()
    }

    /// Share of common words of two labels, 0–1; 0 if one has none.
    pub fn similarity(&self, a: &str, b: &str) -> f64 {
        jaccard(&self.word_set(a), &self.word_set(b))
    }

    /// Whether a word of the label negates it.
    pub fn is_negated(&self, label: &str) -> bool {
        lowercase(label).split_whitespace().any(|word| self.negates(word))
    }

    /// The stem of a lower-case word, after its synonym if it has one.
    pub fn stems<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        let stem = self.stem(word);
        let synonym = self.synonyms.iter().find_map(|(a, b)| {
            if a == stem {
                Some(b)
            } else if b == stem {
                Some(a)
            } else {
                None
            }
        });
        synonym.map(String::as_str).into_iter().chain([stem])
    }

    /// Whether a lower-case word negates a label.
    pub fn negates(&self, word: &str) -> bool {
        let word = word.trim_matches(|c: char| !(is_alphanumeric(c) || c == '_'));
        self.negations.iter().any(|negation| negation == word)
            || self.negating_endings.iter().any(|ending| word.ends_with(ending.as_str()))
    }

    fn stem<'a>(&self, word: &'a str) -> &'a str {
        let is_whole = |word: &str| self.whole.iter().any(|whole| whole == word);
        if is_whole(word) {
            return word;
        }
        let stems = self.endings.iter().filter_map(|ending| word.strip_suffix(ending.as_str()));
        let mut stems = stems.filter(|stem| stem.chars().count() >= LEAST_LETTERS && !is_whole(stem));
        stems.next().unwrap_or(word)
    }
}

#[cfg(test)]
mod tests {
    use super::super::english;

    #[test]
    fn two_of_four_common_words_are_half() {
        assert!((english().label_rules().similarity("froths well", "proper froth") - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_typographic_apostrophe_negates_like_a_plain_one() {
        assert!(english().label_rules().is_negated("it doesn\u{2019}t foam"));
    }
}
