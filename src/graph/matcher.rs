//! Finds the idea a label names once more: same type, then equal labels, then like words, then like meaning.
//!
//! Invariant: two labels of which exactly one is negated never match, however alike they look.

use serde::{Deserialize, Serialize};

use crate::text::{WordSet, is_alphanumeric, jaccard, lowercase};

/// How alike two labels must be to name one idea. Absent keys take the default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Matcher {
    /// Least share of common words, 0–1. Default 0.75.
    pub jaccard_threshold: f64,
    /// Least cosine of the labels' embeddings where the host supplies them, 0–1. Default 0.8.
    pub embeddings_threshold: f64,
}

impl Default for Matcher {
    fn default() -> Self {
        Self { jaccard_threshold: 0.75, embeddings_threshold: 0.8 }
    }
}

/// An idea known before.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its label.
    pub label: &'a str,
    /// Its node type, if it has one.
    pub node_type: Option<&'a str>,
    /// Cosine of its embedding with that of the label looked up; none: off, missing or failed.
    pub cosine: Option<f64>,
}

/// By what a label was found to name a known idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Equal labels, case aside.
    Exact,
    /// Enough common words.
    Words,
    /// Embeddings close enough.
    Embeddings,
}

impl Matcher {
    /// Position of the candidate that `label` names, and by what. The first tier with a hit decides; within a tier
    /// the first candidate wins.
    pub fn find<'a>(
        &self,
        label: &str,
        node_type: &str,
        candidates: impl IntoIterator<Item = Candidate<'a>>,
    ) -> Option<(usize, Tier)> {
        let lowered = lowercase(label);
        let (negated, words) = (is_negated(label), word_set(label));
        let mut best: Option<(usize, Tier)> = None;
        for (position, candidate) in candidates.into_iter().enumerate() {
            if candidate.node_type != Some(node_type) {
                continue;
            }
            if lowercase(candidate.label) == lowered {
                return Some((position, Tier::Exact));
            }
            if matches!(best, Some((_, Tier::Words))) || is_negated(candidate.label) != negated {
                continue;
            }
            if jaccard(&words, &word_set(candidate.label)) >= self.jaccard_threshold {
                best = Some((position, Tier::Words));
            } else if best.is_none() && candidate.cosine.is_some_and(|cosine| cosine >= self.embeddings_threshold) {
                best = Some((position, Tier::Embeddings));
            }
        }
        best
    }

    /// Whether two labels of one type name one idea by their words.
    pub fn is_same(&self, a: &str, b: &str) -> bool {
        lowercase(a) == lowercase(b) || (is_negated(a) == is_negated(b) && similarity(a, b) >= self.jaccard_threshold)
    }
}

/// Share of common words of two labels, 0–1; 0 if one has none.
pub fn similarity(a: &str, b: &str) -> f64 {
    jaccard(&word_set(a), &word_set(b))
}

/// Stems of a label's words, with the partners of words that mean the same.
pub fn word_set(label: &str) -> WordSet {
    lowercase(label).split_whitespace().flat_map(stems).collect()
}

/// The same of one word in lower case.
pub(super) fn stems(word: &str) -> impl Iterator<Item = &str> {
    let stem = stem(word);
    partner(stem).into_iter().chain([stem])
}

/// The word that means the same.
fn partner(stem: &str) -> Option<&'static str> {
    Some(match stem {
        "foam" => "froth",
        "froth" => "foam",
        "thick" => "heavy",
        "heavy" => "thick",
        "thin" => "watery",
        "watery" => "thin",
        "creamy" => "smooth",
        "smooth" => "creamy",
        _ => return None,
    })
}

const SUFFIXES: [&str; 6] = ["ing", "est", "ed", "er", "ly", "s"];

/// Whether a word is as it is, and no stem may become it.
fn is_uncut(word: &str) -> bool {
    matches!(word, "proper" | "after" | "under" | "over" | "super" | "inner" | "outer")
}

fn is_negation(word: &str) -> bool {
    matches!(word, "no" | "not" | "never" | "without" | "hardly" | "cannot")
}

fn stem(word: &str) -> &str {
    if is_uncut(word) {
        return word;
    }
    SUFFIXES
        .iter()
        .filter_map(|suffix| word.strip_suffix(suffix))
        .find(|stem| stem.chars().count() >= 3 && !is_uncut(stem))
        .unwrap_or(word)
}

/// Whether one of the label's words negates.
pub fn is_negated(label: &str) -> bool {
    lowercase(label).split_whitespace().any(negates)
}

/// The same of one word in lower case.
pub(super) fn negates(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !(is_alphanumeric(c) || c == '_'));
    is_negation(word) || word.ends_with("n't") || word.ends_with("n\u{2019}t")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(label: &str) -> Candidate<'_> {
        Candidate { label, node_type: Some("attribute"), cosine: None }
    }

    #[test]
    fn an_equal_label_wins_over_an_earlier_one_with_like_words() {
        let found = Matcher::default().find("Foams well", "attribute", [known("foam well"), known("foams WELL")]);
        assert_eq!(found, Some((1, Tier::Exact)));
    }

    #[test]
    fn a_label_of_another_type_never_matches() {
        assert_eq!(Matcher::default().find("foam", "value", [known("foam")]), None);
    }

    #[test]
    fn opposites_never_match_even_by_embeddings() {
        let close = Candidate { cosine: Some(0.99), ..known("does not foam") };
        assert_eq!(Matcher::default().find("does foam", "attribute", [close]), None);
    }

    #[test]
    fn close_embeddings_match_where_words_do_not() {
        let close = Candidate { cosine: Some(0.8), ..known("pleasant bubbles") };
        assert_eq!(Matcher::default().find("nice froth", "attribute", [close]), Some((0, Tier::Embeddings)));
    }

    #[test]
    fn two_of_four_common_words_make_two_ideas() {
        assert!((similarity("froths well", "proper froth") - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_typographic_apostrophe_negates_like_a_plain_one() {
        assert!(is_negated("it doesn\u{2019}t foam"));
    }
}
