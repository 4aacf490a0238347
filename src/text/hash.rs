//! Maps from words, for look-up with every word that is said.

use std::hash::{BuildHasherDefault, Hasher};

use indexmap::IndexMap;

/// A map from words of documents, in order of insertion.
pub type WordMap<V> = IndexMap<String, V, BuildHasherDefault<WordHasher>>;

/// FNV-1a (Fowler, Noll, Vo), which is quick with short keys. Whoever chooses the keys can make them collide: for words of a
/// study's own documents, never for what respondents say.
#[derive(Clone, Copy, Debug)]
pub struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        let mut hasher = WordHasher::default();
        hasher.write(b"foobar");
        assert_eq!(hasher.finish(), 0x8594_4171_f739_67e8);
    }
}
