//! Stems: words without their endings, so that `creamy` and `creaminess` compare equal.

use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer as Snowball};
use serde::{Deserialize, Serialize};

use crate::engine::text::{Collector, WordMap};

/// A stemming algorithm (Snowball).
///
/// Each algorithm adds 2 to 4 kB to the compressed engine that a respondent downloads. Other languages list their endings in
/// their pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stems {
    /// No algorithm.
    #[default]
    None,
    /// English (Porter 2).
    English,
    /// German.
    German,
    /// Arabic.
    Arabic,
    /// French.
    French,
}

/// Fewest letters that remain of a word without a listed ending.
const LEAST_LETTERS: usize = 4;

/// The stemmer of a language: an algorithm, or a list of endings.
#[derive(Clone, Debug, Default)]
pub(super) struct Stemmer {
    pub(super) algorithm: Stems,
    pub(super) endings: Vec<String>,
}

impl Stemmer {
    /// The stem of a lower-case word.
    pub(super) fn stem(&self, word: &str) -> String {
        self.other(word).unwrap_or_else(|| word.to_owned())
    }

    /// The stem of a lower-case word if it differs from the word.
    pub(super) fn other(&self, word: &str) -> Option<String> {
        self.with_stem(word, |stem| (stem != word).then(|| stem.to_owned()))
    }

    /// Adds the stem of a lower-case word to a set.
    pub(super) fn collect(&self, word: &str, into: &mut Collector) {
        self.with_stem(word, |stem| into.push(stem));
    }

    fn with_stem<R>(&self, word: &str, take: impl FnOnce(&str) -> R) -> R {
        // One call for each algorithm: from a variable, the compiler could not drop the algorithms that no pack names.
        let find: fn(&str) -> String = match self.algorithm {
            Stems::None => return take(self.without_ending(word)),
            Stems::English => |word| Snowball::create(Algorithm::English).stem(word).into_owned(),
            Stems::German => |word| Snowball::create(Algorithm::German).stem(word).into_owned(),
            Stems::Arabic => |word| Snowball::create(Algorithm::Arabic).stem(word).into_owned(),
            Stems::French => |word| Snowball::create(Algorithm::French).stem(word).into_owned(),
        };
        CACHE.with_borrow_mut(|cache| take(cache.stem(self.algorithm, find, word)))
    }

    fn without_ending<'a>(&self, word: &'a str) -> &'a str {
        let mut stems = self.endings.iter().filter_map(|ending| word.strip_suffix(ending.as_str()));
        stems.find(|stem| stem.chars().count() >= LEAST_LETTERS).unwrap_or(word)
    }
}

/// Most stems in the cache.
const CACHED: usize = 4096;

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
}

/// Stems found before. The same words occur again and again, and an algorithm takes some thousand steps for a stem.
#[derive(Default)]
struct Cache {
    algorithm: Stems,
    stems: WordMap<String>,
}

impl Cache {
    fn stem(&mut self, algorithm: Stems, find: fn(&str) -> String, word: &str) -> &str {
        if self.algorithm != algorithm || self.stems.len() >= CACHED {
            (self.algorithm, self.stems) = (algorithm, WordMap::default());
        }
        let at = self.stems.get_index_of(word).unwrap_or(self.stems.len());
        if at == self.stems.len() {
            self.stems.insert(word.to_owned(), find(word));
        }
        self.stems.get_index(at).map_or("", |(_, stem)| stem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(algorithm: Stems, word: &str) -> String {
        Stemmer { algorithm, endings: Vec::new() }.stem(word)
    }

    #[test]
    fn a_stem_depends_on_its_word_alone() {
        let words: Vec<String> = (0..CACHED + 3).map(|number| format!("foaming{number}s")).collect();
        let alone = |word: &str| Snowball::create(Algorithm::English).stem(word).into_owned();
        for word in words.iter().chain(words.iter().rev()).map(String::as_str).chain(["foaming", "foaming"]) {
            assert_eq!(stem(Stems::English, word), alone(word));
            assert_eq!(stem(Stems::None, word), word);
        }
        assert_ne!(stem(Stems::German, "happening"), stem(Stems::English, "happening"));
    }

    #[test]
    fn endings_are_cut() {
        for (algorithm, a, b) in [
            (Stems::English, "confidence", "confident"),
            (Stems::German, "fühlte", "fühlten"),
            (Stems::Arabic, "القهوة", "قهوة"),
            (Stems::French, "crémeuse", "crémeuses"),
        ] {
            assert_eq!(stem(algorithm, a), stem(algorithm, b));
        }
    }

    #[test]
    fn listed_endings_leave_four_letters() {
        let stemmer = Stemmer { algorithm: Stems::None, endings: ["mente", "s", "o"].map(str::to_owned).to_vec() };
        assert_eq!(
            [stemmer.stem("lentamente"), stemmer.stem("gatos"), stemmer.stem("gato")],
            ["lenta", "gato", "gato"]
        );
    }
}
