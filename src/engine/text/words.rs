//! Sets of words for fast comparison.

use crate::engine::sort;

/// A set of words.
///
/// One string holds all words in their original order. Their positions are sorted by word. Two sets without a common
/// mark have no common word, which decides most comparisons of sets. The first letters decide most comparisons of
/// words.
#[derive(Clone, Debug, Default)]
pub struct WordSet {
    text: String,
    words: Vec<Word>,
    /// One bit for each word, by [`mark`].
    marks: u64,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    /// The result of [`first_letters`].
    first: u64,
    /// Start in the string.
    start: u32,
    /// End in the string.
    end: u32,
}

impl Word {
    /// The first letters and the word. These pairs sort as the words do.
    fn of(self, text: &str) -> (u64, &str) {
        (self.first, text.get(self.start as usize..self.end as usize).unwrap_or_default())
    }
}

impl PartialEq for WordSet {
    fn eq(&self, other: &Self) -> bool {
        self.marks == other.marks && self.len() == other.len() && self.entries().eq(other.entries())
    }
}

impl Eq for WordSet {}

impl WordSet {
    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words, ascending.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries().map(|(_, word)| word)
    }

    /// The words with their first letters, ascending.
    fn entries(&self) -> impl Iterator<Item = (u64, &str)> + Clone {
        self.words.iter().map(|word| word.of(&self.text))
    }

    /// Whether the set contains a word.
    pub fn contains(&self, word: &str) -> bool {
        self.marks & mark(word) != 0 && self.iter().any(|known| known == word)
    }

    /// Whether the other set contains every word.
    pub fn is_subset(&self, others: &Self) -> bool {
        self.marks & !others.marks == 0 && self.len() <= others.len() && self.shared(others) == self.len()
    }

    /// Whether the sets have no common word.
    pub fn is_disjoint(&self, others: &Self) -> bool {
        self.shared(others) == 0
    }

    /// Number of words that the other set contains.
    pub fn shared(&self, others: &Self) -> usize {
        if self.marks & others.marks == 0 {
            return 0;
        }
        let (mut own, mut other) = (self.entries(), others.entries());
        let (mut here, mut there) = (own.next(), other.next());
        let mut count = 0;
        while let (Some(a), Some(b)) = (here, there) {
            let order = a.cmp(&b);
            count += usize::from(order.is_eq());
            if order.is_le() {
                here = own.next();
            }
            if order.is_ge() {
                there = other.next();
            }
        }
        count
    }
}

impl<W: AsRef<str>> FromIterator<W> for WordSet {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Self {
        let mut set = Collector::default();
        words.into_iter().for_each(|word| set.push(word.as_ref()));
        set.finish()
    }
}

/// Collects words into a set.
#[derive(Debug, Default)]
pub struct Collector(WordSet);

impl Collector {
    /// Adds a word.
    pub fn push(&mut self, word: &str) {
        let Self(WordSet { text, words, marks }) = self;
        if words.is_empty() {
            // Most sets come from one answer or question, with about ten words.
            text.reserve(64);
            words.reserve(12);
        }
        // A set of words has less than 4 GiB.
        let position = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let start = position(text.len());
        text.push_str(word);
        words.push(Word { first: first_letters(word), start, end: position(text.len()) });
        *marks |= mark(word);
    }

    /// Builds the set.
    pub fn finish(self) -> WordSet {
        let Self(WordSet { text, mut words, marks }) = self;
        // Different first letters decide without a comparison of the strings.
        sort::by(&mut words, |a, b| a.first.cmp(&b.first).then_with(|| a.of(&text).1.cmp(b.of(&text).1)));
        words.dedup_by(|a, b| a.first == b.first && a.of(&text) == b.of(&text));
        WordSet { text, words, marks }
    }
}

/// The first eight bytes of a word as a number that sorts as the word does.
fn first_letters(word: &str) -> u64 {
    match word.as_bytes().first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => word.bytes().fold(0, |first, letter| first << 8 | u64::from(letter)) << (64 - 8 * word.len()).min(63),
    }
}

/// A bit for a word, by its length and its first and last letter. Equal words have equal bits.
pub const fn mark(word: &str) -> u64 {
    let (first, last) = match word.as_bytes() {
        [] => (0, 0),
        [only] => (*only, *only),
        [first, .., last] => (*first, *last),
    };
    1 << ((first as u64 * 7 + last as u64 * 31 + word.len() as u64 * 13) & 63)
}

#[cfg(test)]
#[expect(clippy::disallowed_types, reason = "the standard set is the oracle")]
mod tests {
    use super::*;

    fn set(words: &[&str]) -> WordSet {
        words.iter().collect()
    }

    #[test]
    fn each_word_counts_once_in_ascending_order() {
        assert_eq!(set(&["b", "ä", "a", "b"]).iter().collect::<Vec<_>>(), ["a", "b", "ä"]);
        assert_eq!(set(&["b", "a", "b"]), set(&["a", "b"]));
        assert_ne!(set(&["ab", "c"]), set(&["a", "bc"]));
    }

    #[test]
    fn the_empty_set_is_part_of_every_set() {
        assert!(set(&[]).is_subset(&set(&[])) && set(&[]).is_subset(&set(&["a"])));
        assert!(!set(&["a"]).is_subset(&set(&[])) && set(&[]).is_disjoint(&set(&["a"])));
    }

    #[test]
    fn sets_compare_as_sets_of_the_standard_library_do() {
        use std::collections::BTreeSet;
        let words = ["a", "", "ab", "ba", "milk", "mink", "foam", "ß", "éa", "milkshake", "milkshakes"];
        let some =
            |bits: usize| words.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1).map(|(_, word)| *word);
        for a in 0..1_usize << words.len() {
            let (ours, theirs): (WordSet, BTreeSet<&str>) = (some(a).collect(), some(a).collect());
            assert_eq!(ours.iter().collect::<Vec<_>>(), theirs.iter().copied().collect::<Vec<_>>());
            assert!(words.iter().all(|word| ours.contains(word) == theirs.contains(word)));
            for b in (0..1_usize << words.len()).step_by(61) {
                let (other, known): (WordSet, BTreeSet<&str>) = (some(b).collect(), some(b).collect());
                assert_eq!(ours.shared(&other), theirs.intersection(&known).count());
                assert_eq!(ours.is_subset(&other), theirs.is_subset(&known));
            }
        }
    }
}
