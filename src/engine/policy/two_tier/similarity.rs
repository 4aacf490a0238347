//! Similarity of texts: cosine of tf–idf vectors over character n-grams, spaces and signs included.

use crate::engine::{number::ratio, sort};

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
    let corpus: Vec<GramCounts> = corpus.iter().map(|text| GramCounts::of(text, grams)).collect();
    GramCounts::of(a, grams).similarity(&GramCounts::of(b, grams), &corpus)
}

/// The largest similarity of a text to one of several. None without texts.
pub fn max_similarity<'a>(a: &str, texts: impl IntoIterator<Item = &'a str>, grams: Grams) -> Option<f64> {
    texts.into_iter().map(|b| similarity(a, b, &[], grams)).reduce(f64::max)
}

/// N-grams of a text with the count of each, in order.
#[derive(Clone, Debug)]
pub(super) struct GramCounts {
    letters: Vec<char>,
    /// Start, length and count of each different n-gram.
    tokens: Vec<(usize, usize, usize)>,
    all: usize,
}

impl GramCounts {
    pub(super) fn of(text: &str, grams: Grams) -> Self {
        let letters: Vec<char> = text.to_lowercase().chars().collect();
        let lengths = (grams.min.max(1)..=grams.max).map(|length| length as usize);
        let places =
            lengths.flat_map(|length| (0..(letters.len() + 1).saturating_sub(length)).map(move |at| (at, length)));
        let mut tokens: Vec<(usize, usize, usize)> = places.map(|(at, length)| (at, length, 1)).collect();
        let all = tokens.len();
        sort::by(&mut tokens, |a, b| token(&letters, *a).cmp(token(&letters, *b)));
        tokens.dedup_by(|next, kept| {
            let same = token(&letters, *next) == token(&letters, *kept);
            kept.2 += usize::from(same);
            same
        });
        Self { letters, tokens, all }
    }

    /// Similarity to another text, 0–1.
    pub(super) fn similarity(&self, other: &Self, corpus: &[Self]) -> f64 {
        let documents = corpus.len() + 2;
        let weights: Vec<f64> = (0..=documents).map(|with| libm::log(1.0 + ratio(documents, 1 + with))).collect();
        let weigh = |token: &[char], is_shared: bool| {
            let with = corpus.iter().filter(|document| document.count(token).is_some()).count();
            weights.get(1 + usize::from(is_shared) + with).copied().unwrap_or_default()
        };
        let (mut squares, mut other_squares, mut shared) = (0.0, 0.0, 0.0);
        for (token, count) in self.tokens() {
            let both = other.count(token);
            let weight = weigh(token, both.is_some());
            let value = ratio(count, self.all) * weight;
            squares += value * value;
            shared += both.map_or(0.0, |both| value * ratio(both, other.all) * weight);
        }
        for (token, count) in other.tokens() {
            let value = ratio(count, other.all) * weigh(token, self.count(token).is_some());
            other_squares += value * value;
        }
        let norms = squares.sqrt() * other_squares.sqrt();
        if norms > 0.0 { shared / norms } else { 0.0 }
    }

    fn tokens(&self) -> impl Iterator<Item = (&[char], usize)> {
        self.tokens.iter().map(|place| (token(&self.letters, *place), place.2))
    }

    fn count(&self, wanted: &[char]) -> Option<usize> {
        let found = self.tokens.binary_search_by(|place| token(&self.letters, *place).cmp(wanted)).ok();
        found.and_then(|at| self.tokens.get(at)).map(|(.., count)| *count)
    }
}

fn token(letters: &[char], (start, length, _): (usize, usize, usize)) -> &[char] {
    letters.get(start..start + length).unwrap_or_default()
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
