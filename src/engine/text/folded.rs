//! Texts prepared for substring searches.

use super::lowercase;

/// A text in lower case, prepared for many substring searches.
///
/// A text contains another only if it contains all pairs of adjacent bytes. Most searches end at this test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    text: String,
    pairs: u128,
}

impl Folded {
    /// The result of [`str::to_lowercase`].
    pub fn of(text: &str) -> Self {
        let text = lowercase(text).into_owned();
        Self { pairs: pairs(&text), text }
    }

    /// Whether this text contains the other.
    pub fn contains(&self, other: &Self) -> bool {
        other.pairs & !self.pairs == 0 && self.text.contains(&other.text)
    }
}

/// The pairs of adjacent bytes in a text, as a filter of 128 bits.
fn pairs(text: &str) -> u128 {
    let pairs = text.as_bytes().windows(2);
    pairs.fold(0, |pairs, pair| match pair {
        [a, b] => pairs | 1 << (a.wrapping_mul(31).wrapping_add(*b) & 127),
        _ => pairs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_text_contains_what_the_text_in_lower_case_contains() {
        let texts = ["", "a", "Oat milk", "MILK", "milk froths", "Größe", "größen", "القهوة", "ΟΔΟΣ", "ος"];
        for (one, other) in texts.iter().flat_map(|one| texts.map(|other| (*one, other))) {
            let expected = one.to_lowercase().contains(&other.to_lowercase());
            assert_eq!(Folded::of(one).contains(&Folded::of(other)), expected, "{one} {other}");
        }
    }
}
