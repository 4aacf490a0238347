//! The data quality of a session: figures and flags about how the answers were given.
//!
//! Invariant: it gives no verdict, no total and no advice to exclude a respondent. An unknown figure is none, not 0: without
//! typing statistics, with a simulated clock, or without word lists of the language.

mod turn_quality;
mod timing;
mod flags;

use std::collections::BTreeSet;

use serde::Serialize;

use self::turn_quality::{share, words};
pub use self::{
    flags::{FlagKind, QualityFlag},
    turn_quality::TurnQuality,
};
use crate::engine::{
    language::{LanguagePack, WordList},
    session::{InterviewRecord, Session},
    text::{self, WordSet},
};

/// Least words of a text for a judgement of its language. A shorter one may be only a name.
const LEAST_WORDS: usize = 8;

/// Lists of function words: every longer text of a language contains some.
const FUNCTION_WORDS: [WordList; 7] = [
    WordList::Stop,
    WordList::Subject,
    WordList::Determiner,
    WordList::Auxiliary,
    WordList::Preposition,
    WordList::Conjunction,
    WordList::Negation,
];

/// The data quality of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct Quality {
    /// Answers.
    pub answers: u32,
    /// Questions skipped.
    pub skips: u32,
    /// Answers that were edited.
    pub edits: u32,
    /// Words of all answers.
    pub words: u32,
    /// Share of pasted characters in all answers, 0–1; none without typing statistics.
    pub pasted: Option<f64>,
    /// Median seconds from a question to its answer; none for a simulated session.
    pub median_seconds: Option<f64>,
    /// Seconds from the start to the last input; none for a simulated session.
    pub total_seconds: Option<f64>,
    /// Share of function words of the study's language, 0–1; none without word lists, and for too few words.
    pub function_words: Option<f64>,
    /// Whether a simulated respondent answered.
    pub is_simulated: bool,
    /// Every turn.
    pub turns: Vec<TurnQuality>,
    /// Conspicuous figures.
    pub flags: Vec<QualityFlag>,
}

impl Quality {
    /// The data quality of a session.
    pub fn of(session: &Session, interview: &InterviewRecord<'_>) -> Self {
        let function_words = FunctionWords::of(&interview.study.pack);
        let timing = timing::SessionTiming::of(&session.log);
        let mut quality = Self { is_simulated: timing.is_simulated, edits: timing.edits, ..Self::default() };
        let mut before: Vec<WordSet> = Vec::new();
        for turn in interview.turns {
            let Some(answer) = turn.answer.as_deref() else {
                quality.skips += 1;
                quality.turns.push(TurnQuality { turn: turn.turn, ..TurnQuality::default() });
                continue;
            };
            quality.answers += 1;
            let answer_timing = timing.turns.get(&turn.turn).copied().unwrap_or_default();
            let mut row = timing::row(turn.turn, answer, answer_timing, timing.is_simulated);
            row.function_words = function_words.share_in(answer);
            let set = text::words(answer).collect();
            row.likeness = before.iter().map(|earlier| text::jaccard(&set, earlier)).fold(0.0, f64::max);
            before.push(set);
            quality.words += row.words;
            quality.turns.push(row);
        }
        quality.pasted = timing.pasted(interview);
        quality.median_seconds = median(quality.turns.iter().filter_map(|turn| turn.seconds).collect());
        quality.total_seconds = timing.total_seconds();
        let all: Vec<&str> = interview.turns.iter().filter_map(|turn| turn.answer.as_deref()).collect();
        quality.function_words = function_words.share_in(&all.join("\n"));
        quality.flags = flags::flags(&quality.turns, quality.function_words, interview);
        quality
    }
}

/// The function words of a language, spelt like tokens.
struct FunctionWords(BTreeSet<String>);

impl FunctionWords {
    fn of(pack: &LanguagePack) -> Self {
        if pack.list(WordList::Stop).is_empty() {
            return Self(BTreeSet::new());
        }
        Self(FUNCTION_WORDS.iter().flat_map(|list| pack.list(*list)).map(|entry| words(entry).join(" ")).collect())
    }

    /// Their share in a text; none without word lists, and for too few words.
    fn share_in(&self, text: &str) -> Option<f64> {
        let words = words(text);
        let is_known = !self.0.is_empty() && words.len() >= LEAST_WORDS;
        is_known.then(|| share(words.iter().filter(|word| self.0.contains(*word)).count(), words.len()))
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match (values.len() % 2, values.get(middle), middle.checked_sub(1).and_then(|below| values.get(below))) {
        (0, Some(above), Some(below)) => Some(f64::midpoint(*below, *above)),
        (_, Some(value), _) => Some(*value),
        (_, None, _) => None,
    }
}
