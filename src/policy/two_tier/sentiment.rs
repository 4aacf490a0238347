//! How an answer sounds, −1 to 1: from a model's reading of the mood, or from words it says.

use super::words::Words;
use crate::{
    dialogue::qualitative::{Emotional, Intensity},
    policy::tongues,
};

const POSITIVE: &[&str] = &[
    "love",
    "like",
    "great",
    "good",
    "excellent",
    "amazing",
    "wonderful",
    "enjoy",
    "prefer",
    "excited",
    "happy",
    "pleased",
    "fantastic",
    "awesome",
    "yes",
    "definitely",
    "absolutely",
    "certainly",
];
const NEGATIVE: &[&str] = &[
    "hate",
    "dislike",
    "bad",
    "terrible",
    "awful",
    "horrible",
    "worst",
    "disappointed",
    "sad",
    "angry",
    "frustrated",
    "annoyed",
    "upset",
    "no",
    "don't",
    "can't",
    "won't",
    "not",
    "never",
    "hard",
    "difficult",
];
const INTENSIFIERS: &[&str] = &["very", "really", "extremely", "absolutely", "totally"];

/// Sentiment of a mood.
pub fn of_mood(mood: &Emotional) -> f64 {
    match mood.intensity {
        Intensity::HighPositive => 1.0,
        Intensity::ModeratePositive => 0.5,
        Intensity::Neutral => 0.0,
        Intensity::ModerateNegative => -0.5,
        Intensity::HighNegative => -1.0,
    }
}

/// Sentiment of an answer by the words it says; none if it says none of those listed.
pub fn of_text(answer: &str) -> Option<f64> {
    let words = Words::of(answer);
    let of = |listed: &[&str]| listed.iter().filter(|word| words.iter().any(|said| said == **word)).count();
    let said = |english: &[&str], others: &[&str]| of(english) + of(others);
    let (positive, negative) = (said(POSITIVE, tongues::POSITIVE), said(NEGATIVE, tongues::NEGATIVE));
    let is_strong = || said(INTENSIFIERS, tongues::INTENSIFIERS) > 0;
    let strength = |count: usize| if count >= 2 || is_strong() { 1.0 } else { 0.5 };
    match positive.cmp(&negative) {
        std::cmp::Ordering::Equal if positive == 0 => None,
        std::cmp::Ordering::Equal => Some(0.1),
        std::cmp::Ordering::Greater => Some(strength(positive)),
        std::cmp::Ordering::Less => Some(-strength(negative)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_decide_and_balance() {
        assert_eq!(of_text("very bad indeed"), Some(-1.0));
        assert_eq!(of_text("good but bad"), Some(0.1));
        assert_eq!(of_text("The notebook is on the table."), None);
    }

    #[test]
    fn words_decide_in_every_shipped_language() {
        assert_eq!(of_text("Das ist wirklich gut."), Some(1.0));
        assert_eq!(of_text("Das ist schwierig."), Some(-0.5));
        assert_eq!(of_text("طعمها رائع جدا"), Some(1.0));
        assert_eq!(of_text("هذا مزعج"), Some(-0.5));
        assert_eq!(of_text("Der Akku steht im Flur."), None);
    }
}
