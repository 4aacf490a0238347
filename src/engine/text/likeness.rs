//! Similarity of two texts.

use super::WordSet;

/// Dice coefficient of two sets of words, 0–1: twice the shared words over all words. 0 if both are empty.
#[expect(clippy::cast_precision_loss, reason = "sets of words of one answer are far below 2^52")]
pub fn dice(a: &WordSet, b: &WordSet) -> f64 {
    let all = a.len() + b.len();
    if all == 0 { 0.0 } else { 2.0 * a.shared(b) as f64 / all as f64 }
}

/// Jaccard coefficient of two sets of words, 0–1: shared words over distinct words. 0 if one is empty.
#[expect(clippy::cast_precision_loss, reason = "sets of words of one text are far below 2^52")]
pub fn jaccard(a: &WordSet, b: &WordSet) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let common = a.shared(b);
    common as f64 / (a.len() + b.len() - common) as f64
}

/// Whether two sets are equal or have at least this Jaccard coefficient. Sets with very different sizes are not
/// compared.
#[expect(clippy::cast_precision_loss, reason = "sets of words of one text are far below 2^52")]
pub fn alike(a: &WordSet, b: &WordSet, from: f64) -> bool {
    let (few, many) = (a.len().min(b.len()), a.len().max(b.len()));
    a == b || (few as f64 / many as f64 >= from && jaccard(a, b) >= from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(words: &[&str]) -> WordSet {
        words.iter().collect()
    }

    #[test]
    fn likeness_is_the_share_of_common_words() {
        assert!((dice(&set(&["a", "b"]), &set(&["b", "c"])) - 0.5).abs() < 1e-12);
        assert!(dice(&set(&[]), &set(&[])).abs() < 1e-12);
    }

    #[test]
    fn one_shared_of_three_different_words_is_a_third() {
        assert!((jaccard(&set(&["a", "b"]), &set(&["b", "c"])) - 1.0 / 3.0).abs() < 1e-12);
        assert!(jaccard(&set(&[]), &set(&["a"])).abs() < 1e-12);
    }

    #[test]
    fn alike_sets_are_those_the_coefficient_says() {
        let all = [set(&[]), set(&["a"]), set(&["a", "b"]), set(&["a", "b", "c"]), set(&["b", "c", "d", "e"])];
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            for from in [0.2, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.85, 1.0] {
                assert_eq!(alike(a, b, from), a == b || jaccard(a, b) >= from, "{a:?} {b:?} {from}");
            }
        }
    }
}
