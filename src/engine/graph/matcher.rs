//! Finds the known idea with a label: same type, then equal labels, similar words, or similar meaning.
//!
//! Invariant: a negated label never matches one that is not negated.

use serde::{Deserialize, Serialize};

use crate::engine::{
    language::LabelRules,
    text::{jaccard, lowercase},
};

/// Minimum similarity of two labels of the same idea. Absent keys have the default value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Matcher {
    /// Minimum share of common words, 0–1. Default 0.75.
    pub jaccard_threshold: f64,
    /// Minimum cosine of the labels' embeddings, 0–1, if the host supplies embeddings. Default 0.8.
    pub embeddings_threshold: f64,
}

impl Default for Matcher {
    fn default() -> Self {
        Self { jaccard_threshold: 0.75, embeddings_threshold: 0.8 }
    }
}

/// A known idea.
#[derive(Clone, Copy, Debug)]
pub struct LabelCandidate<'a> {
    /// Its label.
    pub label: &'a str,
    /// Its node type, if it has one.
    pub node_type: Option<&'a str>,
    /// Cosine of its embedding and the label's embedding; none if embeddings are off, missing or failed.
    pub cosine: Option<f64>,
}

/// The reason why a label matches a known idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Equal labels, ignoring case.
    Exact,
    /// Enough common words.
    Words,
    /// Similar embeddings.
    Embeddings,
}

impl Matcher {
    /// Position of the candidate that matches `label`, and the reason. The first tier with a match decides, and in it
    /// the first candidate.
    pub fn find<'a>(
        &self,
        rules: &LabelRules,
        label: &str,
        node_type: &str,
        candidates: impl IntoIterator<Item = LabelCandidate<'a>>,
    ) -> Option<(usize, Tier)> {
        let lowered = lowercase(label);
        let (negated, words) = (rules.is_negated(label), rules.word_set(label));
        let mut best: Option<(usize, Tier)> = None;
        for (position, candidate) in candidates.into_iter().enumerate() {
            if candidate.node_type != Some(node_type) {
                continue;
            }
            if lowercase(candidate.label) == lowered {
                return Some((position, Tier::Exact));
            }
            if matches!(best, Some((_, Tier::Words))) || rules.is_negated(candidate.label) != negated {
                continue;
            }
            if jaccard(&words, &rules.word_set(candidate.label)) >= self.jaccard_threshold {
                best = Some((position, Tier::Words));
            } else if best.is_none() && candidate.cosine.is_some_and(|cosine| cosine >= self.embeddings_threshold) {
                best = Some((position, Tier::Embeddings));
            }
        }
        best
    }

    /// Whether two labels of one type match by their words.
    pub fn is_same(&self, rules: &LabelRules, a: &str, b: &str) -> bool {
        let are_alike =
            || rules.is_negated(a) == rules.is_negated(b) && rules.similarity(a, b) >= self.jaccard_threshold;
        lowercase(a) == lowercase(b) || are_alike()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::language::english;

    fn known(label: &str) -> LabelCandidate<'_> {
        LabelCandidate { label, node_type: Some("attribute"), cosine: None }
    }

    #[test]
    fn an_equal_label_wins_over_an_earlier_one_with_like_words() {
        let found = Matcher::default().find(
            &english().label_rules(),
            "Foams well",
            "attribute",
            [known("foam well"), known("foams WELL")],
        );
        assert_eq!(found, Some((1, Tier::Exact)));
    }

    #[test]
    fn a_label_of_another_type_never_matches() {
        assert_eq!(Matcher::default().find(&english().label_rules(), "foam", "value", [known("foam")]), None);
    }

    #[test]
    fn opposites_never_match_even_by_embeddings() {
        let close = LabelCandidate { cosine: Some(0.99), ..known("does not foam") };
        assert_eq!(Matcher::default().find(&english().label_rules(), "does foam", "attribute", [close]), None);
    }

    #[test]
    fn close_embeddings_match_where_words_do_not() {
        let close = LabelCandidate { cosine: Some(0.8), ..known("pleasant bubbles") };
        assert_eq!(
            Matcher::default().find(&english().label_rules(), "nice froth", "attribute", [close]),
            Some((0, Tier::Embeddings))
        );
    }
}
