//! What the words of an answer tell without a model, and what a model's scores tell.
//!
//! An entry of a list is present if its words occur in sequence. The lists are English; they are the reference by
//! which readings are compared, and stand in wherever a reading lacks a value.

use std::borrow::Cow;

use crate::{
    dialogue::{Depth, Hedging, Reading, Sentiment},
    text::{is_alphanumeric, lowercase, mark},
};

/// An entry of a list.
#[derive(Clone, Copy, Debug)]
struct Entry {
    text: &'static str,
    /// The mark of its first word.
    mark: u64,
}

const fn entries<const N: usize>(texts: [&'static str; N]) -> [Entry; N] {
    let mut entries = [Entry { text: "", mark: 0 }; N];
    let mut at = 0;
    while at < N {
        let (text, mut end) = (texts[at], 0);
        while end < text.len() && text.as_bytes()[end] != b' ' {
            end += 1;
        }
        entries[at] = Entry { text, mark: mark(text.split_at(end).0) };
        at += 1;
    }
    entries
}

static POSITIVE: [Entry; 8] = entries(["love", "like", "great", "good", "excellent", "enjoy", "prefer", "appreciate"]);
static NEGATIVE: [Entry; 9] =
    entries(["hate", "dislike", "bad", "terrible", "don't", "cannot", "can't", "won't", "no"]);
static UNCERTAIN: [Entry; 13] = entries([
    "maybe",
    "perhaps",
    "possibly",
    "might",
    "uncertain",
    "think",
    "guess",
    "probably",
    "somewhat",
    "kinda",
    "could be",
    "not sure",
    "kind of",
]);
static VAGUE: [Entry; 9] =
    entries(["thing", "things", "something", "anything", "stuff", "whatever", "etc", "stuff like that", "and so on"]);
static REASON: [Entry; 10] = entries([
    "because",
    "since",
    "therefore",
    "matters",
    "important",
    "means",
    "value",
    "values",
    "so that",
    "that's why",
]);
static STRONG: [Entry; 24] = entries([
    "maybe",
    "perhaps",
    "possibly",
    "uncertain",
    "unsure",
    "somewhat",
    "probably",
    "likely",
    "presumably",
    "ostensibly",
    "i guess",
    "i suppose",
    "i think",
    "not sure",
    "not certain",
    "don't know",
    "it depends",
    "might be",
    "could be",
    "may be",
    "sort of",
    "kind of",
    "a little bit",
    "more or less",
]);
static MIDDLING: [Entry; 8] =
    entries(["generally", "typically", "usually", "normally", "rather", "quite", "fairly", "appears to be"]);
static WEAK: [Entry; 6] = entries(["basically", "essentially", "fundamentally", "mostly", "chiefly", "primarily"]);

/// Reads an answer by its words alone.
pub fn response(answer: &str) -> Reading {
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
        intellectual_engagement: Some(match words.occurrences(&REASON) {
            0 => 0.25,
            1 => 0.5,
            2.. => 0.75,
        }),
        ..words.doubt(hedging)
    }
}

/// Scores of a model, 1–5; none where it gave no number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Separate new points.
    pub response_depth: Option<f64>,
    /// Tone of the wording.
    pub valence: Option<f64>,
    /// How sure the person sounds.
    pub certainty: Option<f64>,
    /// How concrete the answer is; 5 = names, places, amounts.
    pub specificity: Option<f64>,
    /// How willing the person is.
    pub engagement: Option<f64>,
    /// Reasons, trade-offs, values.
    pub intellectual_engagement: Option<f64>,
}

/// Reads an answer by a model's scores. What a model does not score comes from the words; a missing score stays absent.
pub fn scored(answer: &str, scores: &Scores) -> Reading {
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
    /// In order, each with its mark.
    said: Vec<(u64, &'a str)>,
    /// The marks of all of them.
    marks: u64,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let pieces = text.split_whitespace().map(|piece| piece.trim_matches(|letter: char| !is_alphanumeric(letter)));
        let said: Vec<_> = pieces.filter(|piece| !piece.is_empty()).map(|piece| (mark(piece), piece)).collect();
        let marks = said.iter().fold(0, |marks, (mark, _)| marks | mark);
        Self { said, marks }
    }

    fn count_of(&self, entry: &Entry) -> usize {
        if self.marks & entry.mark == 0 {
            return 0;
        }
        let (first, rest) = entry.text.split_once(' ').unwrap_or((entry.text, ""));
        let goes_on = |start: usize| {
            let words = rest.split(' ').filter(|word| !word.is_empty());
            words.zip(start + 1..).all(|(word, at)| self.said.get(at).is_some_and(|(_, said)| *said == word))
        };
        let begins = |(mark, word): &(u64, &str)| *mark == entry.mark && *word == first;
        self.said.iter().enumerate().filter(|(start, word)| begins(word) && goes_on(*start)).count()
    }

    fn occurrences(&self, entries: &[Entry]) -> usize {
        entries.iter().map(|entry| self.count_of(entry)).sum()
    }

    fn present(&self, entries: &[Entry]) -> usize {
        entries.iter().filter(|entry| self.count_of(entry) > 0).count()
    }

    fn depth(&self) -> Depth {
        match self.said.len() {
            0..10 => Depth::Surface,
            10..30 => Depth::Moderate,
            30.. => Depth::Deep,
        }
    }

    fn sentiment(&self) -> Sentiment {
        match self.present(&POSITIVE).cmp(&self.present(&NEGATIVE)) {
            std::cmp::Ordering::Less => Sentiment::Negative,
            std::cmp::Ordering::Equal => Sentiment::Neutral,
            std::cmp::Ordering::Greater => Sentiment::Positive,
        }
    }

    fn hedging(&self) -> Hedging {
        match 3 * self.occurrences(&STRONG) + 2 * self.occurrences(&MIDDLING) + self.occurrences(&WEAK) {
            0 => Hedging::None,
            1 => Hedging::Low,
            2 | 3 => Hedging::Medium,
            4.. => Hedging::High,
        }
    }

    fn specificity(&self) -> f64 {
        match self.present(&VAGUE) {
            _ if self.said.len() < 5 => 0.0,
            0 => 0.75,
            1 => 0.5,
            2.. => 0.25,
        }
    }

    /// What only words tell: doubt, vagueness and hedging.
    #[expect(clippy::cast_precision_loss, reason = "an answer has far fewer than 2^53 words")]
    fn doubt(&self, hedging: Hedging) -> Reading {
        let share = |entries: &[Entry]| self.present(entries) as f64 / self.said.len().max(1) as f64;
        let is_short = f64::from(u8::from(self.said.len() < 5));
        Reading {
            uncertainty: Some(share(&UNCERTAIN).min(1.0)),
            ambiguity: Some((share(&VAGUE) + is_short).min(1.0)),
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
        assert_eq!(response("I know nobody there").sentiment, Some(Sentiment::Neutral));
        assert_eq!(response("No!").sentiment, Some(Sentiment::Negative));
    }

    #[test]
    fn typographic_apostrophes_are_apostrophes() {
        assert_eq!(response("I don\u{2019}t know"), response("I don't know"));
        assert_eq!(response("I don\u{2019}t know").hedging, Some(Hedging::Medium));
    }

    #[test]
    fn a_model_s_missing_score_stays_absent() {
        let scores = Scores { response_depth: Some(1.5), valence: Some(9.0), ..Scores::default() };
        let reading = scored("maybe", &scores);
        assert_eq!(reading.response_depth, Some(Depth::Shallow));
        assert_eq!((reading.valence, reading.sentiment), (Some(1.0), Some(Sentiment::Positive)));
        assert_eq!((reading.certainty, reading.hedging), (None, Some(Hedging::Medium)));
    }
}
