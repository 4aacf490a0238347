//! Stems: what is left of a word when its endings are taken off, so that `creamy` and `creaminess` compare equal.

use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};

use super::{Collector, WordMap};

/// Stemming rules of a language (Snowball).
///
/// One variant for each language that has a pack: the rules of every one named here reach the respondent's browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stems {
    /// Words stay as they are.
    #[default]
    None,
    /// English (Porter 2).
    English,
    /// German (Snowball).
    German,
    /// Arabic (Snowball).
    Arabic,
}

impl Stems {
    /// The stem of a lower-case word.
    pub fn of(self, word: &str) -> String {
        self.other(word).unwrap_or_else(|| word.to_owned())
    }

    /// The stem of a lower-case word where that is another word.
    pub fn other(self, word: &str) -> Option<String> {
        self.found(word, |stem| stem.filter(|stem| *stem != word).map(str::to_owned))
    }

    /// Puts the stem of a lower-case word among others.
    pub fn collect(self, word: &str, into: &mut Collector) {
        self.found(word, |stem| into.push(stem.unwrap_or(word)));
    }

    /// Takes the stem; none in a language without rules.
    fn found<R>(self, word: &str, take: impl FnOnce(Option<&str>) -> R) -> R {
        // Each language by itself: from a variable, the compiler could not tell that the rules of all others are never used.
        let find: fn(&str) -> String = match self {
            Self::None => return take(None),
            Self::English => |word| Stemmer::create(Algorithm::English).stem(word).into_owned(),
            Self::German => |word| Stemmer::create(Algorithm::German).stem(word).into_owned(),
            Self::Arabic => |word| Stemmer::create(Algorithm::Arabic).stem(word).into_owned(),
        };
        FOUND.with_borrow_mut(|found| take(Some(found.stem(self, find, word))))
    }
}

/// Most words whose stem is kept at a time.
const KEPT: usize = 4096;

thread_local! {
    static FOUND: RefCell<Found> = RefCell::default();
}

/// Stems found before: people, and interviewers even more, say the same words again and again, and a stem takes some
/// thousand steps to find. A stem follows from its word alone, so that one found before is the one found again.
#[derive(Default)]
struct Found {
    rules: Stems,
    stems: WordMap<String>,
}

impl Found {
    fn stem(&mut self, rules: Stems, find: fn(&str) -> String, word: &str) -> &str {
        if self.rules != rules || self.stems.len() >= KEPT {
            (self.rules, self.stems) = (rules, WordMap::default());
        }
        let at = match self.stems.get_index_of(word) {
            Some(at) => at,
            None => self.stems.insert_full(word.to_owned(), find(word)).0,
        };
        self.stems.get_index(at).map_or("", |(_, stem)| stem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_same_stem_in_whatever_order_languages_and_words_come() {
        let words: Vec<String> = (0..KEPT + 3).map(|number| format!("foaming{number}s")).collect();
        let alone = |word: &str| Stemmer::create(Algorithm::English).stem(word).into_owned();
        for word in words.iter().chain(words.iter().rev()).map(String::as_str).chain(["foaming", "foaming"]) {
            assert_eq!(Stems::English.of(word), alone(word));
            assert_eq!(Stems::None.of(word), word);
        }
        assert_eq!((Stems::German.of("milde"), Stems::English.of("milde")), ("mild".to_owned(), "mild".to_owned()));
        assert_ne!(Stems::German.of("happening"), Stems::English.of("happening"));
    }

    #[test]
    fn endings_come_off() {
        assert_eq!(Stems::English.of("confidence"), Stems::English.of("confident"));
        assert_eq!(Stems::None.of("confidence"), "confidence");
        assert_eq!(Stems::German.of("fühlte"), Stems::German.of("fühlten"));
        assert_eq!(Stems::Arabic.of("القهوة"), Stems::Arabic.of("قهوة"));
    }
}
