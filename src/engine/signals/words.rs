//! Signals of an answer from its words, or from a model's scores.
//!
//! The lists are the English reference ([`english`]). They also replace values that a reading lacks.

use std::borrow::Cow;

use crate::engine::{
    dialogue::{Depth, Hedging, Reading, Sentiment},
    language::{PhraseList, english},
    text::{is_alphanumeric, lowercase},
};

/// Computes the signals from words only.
pub fn read_words(answer: &str) -> Reading {
    let text = lower(answer);
    let words = Words::of(&text);
    let (depth, sentiment, hedging) = (words.depth(), words.sentiment(), words.hedging());
    Reading {
        response_depth: Some(depth),
        sentiment: Some(sentiment),
        valence: Some(match sentiment {
            Sentiment::Negative => 0.25,
            Sentiment::Neutral => 0.5,
            Sentiment::Positive => 0.75,
        }),
        certainty: Some(match hedging {
            Hedging::None => 0.75,
            Hedging::Low | Hedging::Medium => 0.5,
            Hedging::High => 0.25,
        }),
        specificity: Some(words.specificity()),
        engagement: Some(match depth {
            Depth::Surface => 0.25,
            Depth::Shallow | Depth::Moderate => 0.5,
            Depth::Deep => 0.75,
        }),
        intellectual_engagement: Some(match words.occurrences(PhraseList::Reason) {
            0 => 0.25,
            1 => 0.5,
            2.. => 0.75,
        }),
        ..words.doubt(hedging)
    }
}

/// Scores of a model, 1–5; none if the model gives no number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelScores {
    /// Number of separate new points.
    pub response_depth: Option<f64>,
    /// Tone of the wording.
    pub valence: Option<f64>,
    /// Certainty of the respondent.
    pub certainty: Option<f64>,
    /// Specificity; 5 = names, places, amounts.
    pub specificity: Option<f64>,
    /// Willingness to answer.
    pub engagement: Option<f64>,
    /// Reasons, trade-offs, values.
    pub intellectual_engagement: Option<f64>,
}

/// Computes the signals from a model's scores, and from words where no score exists. A missing score stays absent.
pub fn read_scores(answer: &str, scores: &ModelScores) -> Reading {
    let text = lower(answer);
    let words = Words::of(&text);
    let in_range = |score: Option<f64>| score.filter(|score| score.is_finite()).map(|score| score.clamp(1.0, 5.0));
    let share = |score: Option<f64>| in_range(score).map(|score| (score - 1.0) / 4.0);
    let valence = share(scores.valence);
    Reading {
        response_depth: in_range(scores.response_depth).map(|score| match score {
            ..1.5 => Depth::Surface,
            ..2.5 => Depth::Shallow,
            ..3.5 => Depth::Moderate,
            _ => Depth::Deep,
        }),
        sentiment: valence.map(|valence| match valence {
            ..=0.25 => Sentiment::Negative,
            0.75.. => Sentiment::Positive,
            _ => Sentiment::Neutral,
        }),
        valence,
        certainty: share(scores.certainty),
        specificity: share(scores.specificity),
        engagement: share(scores.engagement),
        intellectual_engagement: share(scores.intellectual_engagement),
        ..words.doubt(words.hedging())
    }
}

fn lower(answer: &str) -> Cow<'_, str> {
    const APOSTROPHES: [char; 3] = ['\u{2018}', '\u{2019}', '\u{02bc}'];
    let text = lowercase(answer);
    if text.is_ascii() || !text.contains(APOSTROPHES) { text } else { Cow::Owned(text.replace(APOSTROPHES, "'")) }
}

struct Words<'a> {
    said: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let pieces = text.split_whitespace().map(|piece| piece.trim_matches(|letter: char| !is_alphanumeric(letter)));
        Self { said: pieces.filter(|piece| !piece.is_empty()).collect() }
    }

    fn occurrences(&self, list: PhraseList) -> usize {
        english().phrases(list).find(self.said.iter().copied()).count()
    }

    fn present(&self, list: PhraseList) -> usize {
        english().phrases(list).count_different(self.said.iter().copied())
    }

    fn depth(&self) -> Depth {
        match self.said.len() {
            0..10 => Depth::Surface,
            10..30 => Depth::Moderate,
            30.. => Depth::Deep,
        }
    }

    fn sentiment(&self) -> Sentiment {
        match self.present(PhraseList::ReadingPositive).cmp(&self.present(PhraseList::ReadingNegative)) {
            std::cmp::Ordering::Less => Sentiment::Negative,
            std::cmp::Ordering::Equal => Sentiment::Neutral,
            std::cmp::Ordering::Greater => Sentiment::Positive,
        }
    }

    fn hedging(&self) -> Hedging {
        match 3 * self.occurrences(PhraseList::StrongHedge)
            + 2 * self.occurrences(PhraseList::MediumHedge)
            + self.occurrences(PhraseList::WeakHedge)
        {
            0 => Hedging::None,
            1 => Hedging::Low,
            2 | 3 => Hedging::Medium,
            4.. => Hedging::High,
        }
    }

    fn specificity(&self) -> f64 {
        match self.present(PhraseList::Vague) {
            _ if self.said.len() < 5 => 0.0,
            0 => 0.75,
            1 => 0.5,
            2.. => 0.25,
        }
    }

    /// Signals from words only: doubt, vagueness and hedging.
    #[expect(clippy::cast_precision_loss, reason = "an answer has far fewer than 2^53 words")]
    fn doubt(&self, hedging: Hedging) -> Reading {
        let share = |list| self.present(list) as f64 / self.said.len().max(1) as f64;
        let is_short = f64::from(u8::from(self.said.len() < 5));
        Reading {
            uncertainty: Some(share(PhraseList::Uncertain).min(1.0)),
            ambiguity: Some((share(PhraseList::Vague) + is_short).min(1.0)),
            hedging: Some(hedging),
            ..Reading::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_count() {
        assert_eq!(read_words("I know nobody there").sentiment, Some(Sentiment::Neutral));
        assert_eq!(read_words("No!").sentiment, Some(Sentiment::Negative));
    }

    #[test]
    fn typographic_apostrophes_are_apostrophes() {
        assert_eq!(read_words("I don\u{2019}t know"), read_words("I don't know"));
        assert_eq!(read_words("I don\u{2019}t know").hedging, Some(Hedging::Medium));
    }

    #[test]
    fn a_model_s_missing_score_stays_absent() {
        let scores = ModelScores { response_depth: Some(1.5), valence: Some(9.0), ..ModelScores::default() };
        let reading = read_scores("maybe", &scores);
        assert_eq!(reading.response_depth, Some(Depth::Shallow));
        assert_eq!((reading.valence, reading.sentiment), (Some(1.0), Some(Sentiment::Positive)));
        assert_eq!((reading.certainty, reading.hedging), (None, Some(Hedging::Medium)));
    }
}
