//! Similarity of texts: cosine of tf–idf vectors over character n-grams, spaces and signs included.

use std::collections::BTreeMap;

use crate::engine::number::ratio;

/// Lengths of n-grams in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grams {
    /// Shortest.
    pub min: u32,
    /// Longest.
    pub max: u32,
}

/// Similarity of two texts, 0–1. The corpus adds documents that count for the frequency of n-grams. 0 if a text is empty or
/// has no n-gram.
pub fn similarity(a: &str, b: &str, corpus: &[&str], grams: Grams) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let letters: Vec<Vec<char>> =
        [a, b].iter().chain(corpus).map(|text| text.to_lowercase().chars().collect()).collect();
    let counts: Vec<GramCounts<'_>> = letters.iter().map(|letters| GramCounts::of(letters, grams)).collect();
    let [first, second, ..] = counts.as_slice() else { return 0.0 };
    let weigh = |token: &[char]| {
        let documents = counts.iter().filter(|document| document.tokens.contains_key(token)).count();
        libm::log(1.0 + ratio(counts.len(), 1 + documents))
    };
    let (first_norm, second_norm) = (first.norm(weigh), second.norm(weigh));
    if first_norm <= 0.0 || second_norm <= 0.0 {
        return 0.0;
    }
    let shared = first.tokens.iter().filter_map(|(token, count)| {
        let other = second.tokens.get(token)?;
        let weight = weigh(token);
        Some(ratio(*count, first.all) * weight * ratio(*other, second.all) * weight)
    });
    shared.sum::<f64>() / (first_norm * second_norm)
}

/// The largest similarity of a text to one of several. None without texts.
pub fn max_similarity<'a>(a: &str, texts: impl IntoIterator<Item = &'a str>, grams: Grams) -> Option<f64> {
    texts.into_iter().map(|b| similarity(a, b, &[], grams)).reduce(f64::max)
}

/// N-grams of a document with the count of each.
struct GramCounts<'a> {
    tokens: BTreeMap<&'a [char], usize>,
    all: usize,
}

impl<'a> GramCounts<'a> {
    fn of(letters: &'a [char], grams: Grams) -> Self {
        let mut tokens = BTreeMap::new();
        let mut all = 0;
        for length in grams.min.max(1)..=grams.max {
            for token in letters.windows(length as usize) {
                *tokens.entry(token).or_insert(0) += 1;
                all += 1;
            }
        }
        Self { tokens, all }
    }

    fn norm(&self, weigh: impl Fn(&[char]) -> f64) -> f64 {
        let squares = self.tokens.iter().map(|(token, count)| {
            let value = ratio(*count, self.all) * weigh(token);
            value * value
        });
        squares.sum::<f64>().sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAMS: Grams = Grams { min: 2, max: 3 };

    #[test]
    fn a_text_is_like_itself_whatever_its_case() {
        assert!((similarity("What else?", "what ELSE?", &[], GRAMS) - 1.0).abs() < 1e-12);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "0 is exact")]
    fn nothing_is_like_an_empty_text() {
        assert_eq!(similarity("", "what else", &[], GRAMS), 0.0);
        assert_eq!(similarity("a", "a", &[], GRAMS), 0.0);
        assert_eq!(max_similarity("what", [], GRAMS), None);
    }
}
