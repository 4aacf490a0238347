//! How an answer sounds, −1 to 1: from a model's reading of the mood, or from words it says.

use crate::engine::{
    dialogue::qualitative::{Emotional, Intensity},
    language::{LanguagePack, PhraseList, PhraseText, english},
};

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
pub fn of_text(answer: &str, pack: &LanguagePack) -> Option<f64> {
    let text = PhraseText::of(answer);
    let count = |list| text.count(english().phrases(list)) + text.count(pack.phrases(list));
    let (positive, negative) = (count(PhraseList::MoodPositive), count(PhraseList::MoodNegative));
    let is_strong = || count(PhraseList::Intensifier) > 0;
    let strength = |count: usize| if count >= 2 || is_strong() { 1.0 } else { 0.5 };
    match positive.cmp(&negative) {
        std::cmp::Ordering::Equal if positive == 0 => None,
        std::cmp::Ordering::Equal => Some(0.1),
        std::cmp::Ordering::Greater => Some(strength(positive)),
        std::cmp::Ordering::Less => Some(-strength(negative)),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops where something is missing")]
mod tests {
    use super::*;

    #[test]
    fn words_decide_and_balance() {
        assert_eq!(of_text("very bad indeed", Default::default()), Some(-1.0));
        assert_eq!(of_text("good but bad", Default::default()), Some(0.1));
        assert_eq!(of_text("The notebook is on the table.", Default::default()), None);
    }

    #[test]
    fn the_words_of_a_pack_decide_too() {
        let pack: LanguagePack =
            serde_json::from_str(r#"{"phrases": {"mood_positive": ["gut"], "intensifier": ["wirklich"]}}"#).unwrap();
        assert_eq!(of_text("Das ist wirklich gut.", &pack), Some(1.0));
        assert_eq!(of_text("Der Akku steht im Flur.", &pack), None);
    }
}
