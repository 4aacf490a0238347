//! Stems: what is left of a word when its endings are taken off, so that `creamy` and `creaminess` compare equal.

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};

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
        let algorithm = match self {
            Self::None => return word.to_owned(),
            Self::English => Algorithm::English,
            Self::German => Algorithm::German,
            Self::Arabic => Algorithm::Arabic,
        };
        Stemmer::create(algorithm).stem(word).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_come_off() {
        assert_eq!(Stems::English.of("confidence"), Stems::English.of("confident"));
        assert_eq!(Stems::None.of("confidence"), "confidence");
        assert_eq!(Stems::German.of("fühlte"), Stems::German.of("fühlten"));
        assert_eq!(Stems::Arabic.of("القهوة"), Stems::Arabic.of("قهوة"));
    }
}
