//! Wishes to stop, heard by weights that are fitted to written phrasings, sentence by sentence.

use super::{
    reading_model::read_weights,
    weights::{Family, Features, LinearDecision, Weights},
};
use crate::engine::{
    sort,
    text::{Token, TokenKind, prefix, tokens},
};

/// Letters of a word that count: its stem, near enough, in every language.
const LETTERS: usize = 5;
/// Most words of a sentence that count.
const WORDS: usize = 60;
/// Least probability that a sentence asks to stop.
const SURE: f64 = 0.8;
/// Least probability that it may ask so.
const POSSIBLE: f64 = 0.5;

/// Whether a sentence asks to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopWish {
    /// It does not.
    No,
    /// It may.
    Maybe,
    /// It does.
    Yes,
}

/// The weights of a language, ready to compare.
#[derive(Clone, Debug, Default)]
pub(super) struct StopModel(Weights);

impl StopModel {
    /// Reads weights as `querent fit-stop` writes them. Without any, no sentence asks to stop.
    pub(super) fn new(lines: &str) -> Self {
        let mut weights = Weights::default();
        lines
            .lines()
            .filter_map(|line| line.strip_prefix("weights "))
            .for_each(|line| read_weights(line, &mut weights));
        Self(weights)
    }

    pub(super) fn read(&self, sentence: &str) -> StopWish {
        if !self.0.tables.contains_key(&Family::Stop) {
            return StopWish::No;
        }
        let probabilities = self.0.probabilities(&stop_decision(stop_words(&tokens(sentence))));
        match probabilities.get(1).copied().unwrap_or_default() {
            likely if likely >= SURE => StopWish::Yes,
            likely if likely >= POSSIBLE => StopWish::Maybe,
            _ => StopWish::No,
        }
    }
}

/// The decision whether a sentence with these words asks to stop: no or yes.
pub fn stop_decision(words: impl IntoIterator<Item = String>) -> LinearDecision {
    let mut features = Features::default();
    // In every sum: it sets how much the others must say.
    features.add(&["any"]);
    let starts: Vec<String> = words.into_iter().take(WORDS).map(|word| prefix(&word, LETTERS)).collect();
    for start in &starts {
        features.add(&["word", start]);
    }
    let within = || starts.iter().map(String::as_str);
    let (before, after) = (std::iter::once("<").chain(within()), within().chain([">"]));
    for (first, second) in before.zip(after).filter(|_| !starts.is_empty()) {
        features.add(&["pair", first, second]);
    }
    // A word said twice says no more.
    sort::ascending(&mut features.0);
    features.0.dedup();
    LinearDecision::among(Family::Stop, features, &["", "yes"])
}

/// The words of a sentence as they are compared: without apostrophes, which many leave out.
pub fn stop_words<'a, 't: 'a>(tokens: &'a [Token<'t>]) -> impl Iterator<Item = String> + use<'a, 't> {
    tokens.iter().filter(|token| token.kind == TokenKind::Word).map(|token| token.text.replace('\'', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_weights_nothing_is_heard() {
        assert_eq!(StopModel::default().read("stop"), StopWish::No);
    }

    #[test]
    fn words_are_compared_by_their_first_letters_and_in_order() {
        let features = |text: &str| stop_decision(stop_words(&tokens(text))).features.0;
        assert_eq!(features("Stopping’s"), features("stopp"));
        assert_ne!(features("stop it"), features("it stop"));
    }
}
