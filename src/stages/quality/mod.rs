//! How the answers of a session came about: figures and flags for a researcher to look at.
//!
//! Invariant: no verdict, no total, no advice to drop anybody. A figure that cannot be known is none, not 0: where the page
//! told nothing of the typing, where a simulator set the clock, where the language has no word lists.

mod flags;
mod pace;

use std::{borrow::Cow, collections::BTreeSet};

use serde::Serialize;

pub use self::flags::{Flag, FlagKind};
use super::Investigation;
use crate::{
    llm::rules::{LanguagePack, List},
    session::Session,
    text::{self, WordSet},
};

/// Words an answer needs before its language is looked at. A shorter one may hold a name and nothing else.
const WORDS_TO_TELL: usize = 8;

/// Lists of words without which no longer text of a language gets along.
const FUNCTION_WORDS: [List; 7] = [
    List::Stop,
    List::Subject,
    List::Determiner,
    List::Auxiliary,
    List::Preposition,
    List::Conjunction,
    List::Negation,
];

/// How the answers of a session came about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Quality {
    /// Answers given.
    pub answers: u32,
    /// Questions passed over.
    pub skips: u32,
    /// Answers that were edited.
    pub edits: u32,
    /// Words of all answers.
    pub words: u32,
    /// Share of the characters of all answers that were pasted, 0–1; none where the page told nothing of the typing.
    pub pasted: Option<f64>,
    /// Median seconds from a question to its answer; none for a simulated session.
    pub median_seconds: Option<f64>,
    /// Seconds from the start to the last word; none for a simulated session.
    pub total_seconds: Option<f64>,
    /// Share of words that every text of the study's language needs, 0–1; none for a language without word lists, and for
    /// answers too short to tell.
    pub function_words: Option<f64>,
    /// Whether a made-up respondent answered.
    pub is_simulated: bool,
    /// Every turn.
    pub turns: Vec<TurnQuality>,
    /// What a researcher may want to look at.
    pub flags: Vec<Flag>,
}

/// How an answer came about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TurnQuality {
    /// The turn.
    pub turn: u32,
    /// Words of the answer; 0 where the question was passed over.
    pub words: u32,
    /// Characters of the answer.
    pub characters: u32,
    /// Seconds from the question to the answer: as the page measured them, else by the times of the log, which hold the wait
    /// for models too.
    pub seconds: Option<f64>,
    /// Seconds from the first change to sending.
    pub typing_seconds: Option<f64>,
    /// Words a minute while typing, pasted words left out.
    pub words_per_minute: Option<f64>,
    /// Share of the answer that was pasted, 0–1.
    pub pasted: Option<f64>,
    /// Likeness to the most alike of the answers before, 0–1.
    pub likeness: f64,
    /// Share of words that every text of the language needs; none where that cannot be told.
    pub function_words: Option<f64>,
    /// Whether the answer was edited after it was sent.
    pub is_edited: bool,
}

impl Quality {
    /// Looks at a session.
    pub fn of(session: &Session, interview: &Investigation<'_>) -> Self {
        let small = SmallWords::of(&interview.study.pack);
        let course = pace::Course::of(&session.log);
        let mut quality = Self { is_simulated: course.is_simulated, edits: course.edits, ..Self::default() };
        let mut before: Vec<WordSet> = Vec::new();
        for turn in interview.turns {
            let Some(answer) = turn.answer.as_deref() else {
                quality.skips += 1;
                quality.turns.push(TurnQuality { turn: turn.turn, ..TurnQuality::default() });
                continue;
            };
            quality.answers += 1;
            let told = course.turns.get(&turn.turn).copied().unwrap_or_default();
            let mut row = pace::row(turn.turn, answer, told, course.is_simulated);
            row.function_words = small.share_in(answer);
            let set = text::words(answer).collect();
            row.likeness = before.iter().map(|earlier| text::jaccard(&set, earlier)).fold(0.0, f64::max);
            before.push(set);
            quality.words += row.words;
            quality.turns.push(row);
        }
        quality.pasted = course.pasted(interview);
        quality.median_seconds = median(quality.turns.iter().filter_map(|turn| turn.seconds).collect());
        quality.total_seconds = course.total_seconds();
        let all: Vec<&str> = interview.turns.iter().filter_map(|turn| turn.answer.as_deref()).collect();
        quality.function_words = small.share_in(&all.join("\n"));
        quality.flags = flags::flags(&quality, interview);
        quality
    }
}

fn words(text: &str) -> Vec<String> {
    text::words(text).map(Cow::into_owned).collect()
}

/// Words that every text of a language needs, spelt as words of answers are; read from the lists once, since each answer is
/// held against all of them.
struct SmallWords(BTreeSet<String>);

impl SmallWords {
    fn of(pack: &LanguagePack) -> Self {
        if pack.list(List::Stop).is_empty() {
            return Self(BTreeSet::new());
        }
        Self(FUNCTION_WORDS.iter().flat_map(|list| pack.list(*list)).map(|entry| plain(entry)).collect())
    }

    /// The share of them in a text; none for a language without lists, and for a text too short to tell.
    fn share_in(&self, text: &str) -> Option<f64> {
        let words = words(text);
        let can_tell = !self.0.is_empty() && words.len() >= WORDS_TO_TELL;
        can_tell.then(|| share(words.iter().filter(|word| self.0.contains(*word)).count(), words.len()))
    }
}

/// A word of a list, spelt as words of answers are.
fn plain(entry: &str) -> String {
    words(entry).join(" ")
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

#[expect(clippy::cast_precision_loss, reason = "a session has a few thousand words at most")]
fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}
