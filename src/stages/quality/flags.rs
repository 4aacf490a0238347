//! What a researcher may want to look at. A flag is a figure beyond a threshold, and no more.

use serde::Serialize;

use super::{Quality, TurnQuality};
use crate::stages::Investigation;

/// An answer of which at least this share was pasted, 0–1. Ours: half of it is no correction and no name.
const PASTED: f64 = 0.5;
/// Characters of an answer below which pasting says nothing: a word, a link.
const PASTED_LENGTH: u32 = 20;
/// Words a minute above which typing is faster than people type: the mean is 52, few reach 120 (Dhakal et al. 2018, 168,000
/// typists; 36 on a phone, Palin et al. 2019).
const TYPING: f64 = 120.0;
/// Words a minute at which a question can at best be read: 238 on average, 400 in haste (Brysbaert 2019).
const READING: f64 = 400.0;
/// Answers quicker than reading and typing allow, before it is told.
const QUICK: usize = 3;
/// Likeness from which on two answers are the same, 0–1.
const SAME: f64 = 0.9;
/// Answers like an earlier one, before it is told.
const ALIKE: usize = 3;
/// Answers of one word in a row, before it is told.
const SHORT_RUN: usize = 3;
/// Characters of a word; more are a sentence in a script without blanks.
const WORD: u32 = 20;
/// Share of the words every text of the language needs, below which it is hardly in that language, 0–1. Measured on golden
/// sessions and passages: 0.37 (Arabic, whose prefixes hide some) to 0.67 in the own language, 0 to 0.11 in another.
const OFF_LANGUAGE: f64 = 0.2;
/// Seconds from a question to its answer that are a pause. Ours: five minutes.
const PAUSE: f64 = 300.0;

/// Kinds of flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FlagKind {
    /// Answers were pasted.
    Pasted,
    /// Words came faster than people type.
    FastTyping,
    /// Answers came faster than their questions can be read and they can be typed.
    Speeding,
    /// The same answer came again and again.
    StraightAnswers,
    /// Answers of one word in a row.
    OneWordRun,
    /// Answers hardly hold words that every text of the language needs.
    OffLanguage,
    /// Somebody was away.
    LongPause,
}

/// A figure beyond a threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flag {
    /// What it is about.
    pub id: FlagKind,
    /// The figure; the most striking one where there are several.
    pub value: f64,
    /// What it was held against.
    pub threshold: f64,
    /// Turns it was seen at.
    pub turns: Vec<u32>,
    /// What was seen, one sentence.
    pub sentence: String,
}

pub(super) fn flags(quality: &Quality, interview: &Investigation<'_>) -> Vec<Flag> {
    let answered: Vec<&TurnQuality> = quality.turns.iter().filter(|turn| turn.characters > 0).collect();
    [
        pasted(&answered),
        typing(&answered),
        speeding(&answered, interview),
        straight(&answered),
        one_word(&answered),
        off_language(quality),
        pause(&answered),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn pasted(turns: &[&TurnQuality]) -> Option<Flag> {
    let is_long = |turn: &&&TurnQuality| turn.characters >= PASTED_LENGTH;
    let found = turns.iter().filter(is_long).filter_map(|turn| Some((turn.turn, turn.pasted?)));
    beyond(FlagKind::Pasted, PASTED, found.filter(|(_, share)| *share >= PASTED), |count, most| {
        format!("{count} answers were pasted by half or more, at most {:.0} %.", most * 100.0)
    })
}

fn typing(turns: &[&TurnQuality]) -> Option<Flag> {
    let found = turns.iter().filter_map(|turn| Some((turn.turn, turn.words_per_minute?)));
    beyond(FlagKind::FastTyping, TYPING, found.filter(|(_, speed)| *speed > TYPING), |count, most| {
        format!("{count} answers were typed at up to {most:.0} words a minute; people reach {TYPING:.0} at best.")
    })
}

/// The figure is the number of answers quicker than a question can be read and an answer typed.
fn speeding(turns: &[&TurnQuality], interview: &Investigation<'_>) -> Option<Flag> {
    let least = |turn: &TurnQuality| {
        let question = interview.turns.iter().find(|found| found.turn == turn.turn).map(|found| &found.question.text);
        let words = question.map_or(0, |text| super::words(text).len());
        let typed = f64::from(turn.words) * (1.0 - turn.pasted.unwrap_or(0.0));
        super::share(words, 1) * 60.0 / READING + typed * 60.0 / TYPING
    };
    let quick = turns.iter().filter(|turn| turn.seconds.is_some_and(|seconds| seconds < least(turn)));
    let quick: Vec<u32> = quick.map(|turn| turn.turn).collect();
    counted(FlagKind::Speeding, QUICK, quick, |count| {
        format!("{count} answers came faster than their question can be read and they can be typed.")
    })
}

fn straight(turns: &[&TurnQuality]) -> Option<Flag> {
    let alike = turns.iter().filter(|turn| turn.likeness >= SAME).map(|turn| turn.turn).collect();
    counted(FlagKind::StraightAnswers, ALIKE, alike, |count| {
        format!("{count} answers are the same as an earlier one, or nearly so.")
    })
}

fn one_word(turns: &[&TurnQuality]) -> Option<Flag> {
    let mut longest: Vec<u32> = Vec::new();
    let mut run: Vec<u32> = Vec::new();
    for turn in turns {
        if turn.words <= 1 && turn.characters <= WORD {
            run.push(turn.turn);
        } else {
            run.clear();
        }
        if run.len() > longest.len() {
            longest.clone_from(&run);
        }
    }
    counted(FlagKind::OneWordRun, SHORT_RUN, longest, |count| format!("{count} answers in a row are of one word."))
}

fn off_language(quality: &Quality) -> Option<Flag> {
    let share = quality.function_words.filter(|share| *share < OFF_LANGUAGE)?;
    let is_off = |turn: &&TurnQuality| turn.function_words.is_some_and(|share| share < OFF_LANGUAGE);
    Some(Flag {
        id: FlagKind::OffLanguage,
        value: share,
        threshold: OFF_LANGUAGE,
        turns: quality.turns.iter().filter(is_off).map(|turn| turn.turn).collect(),
        sentence: format!(
            "{:.0} % of the words are among those that every text of the study's language needs; usual are 35 to 70 %.",
            share * 100.0
        ),
    })
}

fn pause(turns: &[&TurnQuality]) -> Option<Flag> {
    let found = turns.iter().filter_map(|turn| Some((turn.turn, turn.seconds?)));
    beyond(FlagKind::LongPause, PAUSE, found.filter(|(_, seconds)| *seconds > PAUSE), |count, most| {
        format!("{count} answers came after a pause, the longest of {:.0} minutes.", most / 60.0)
    })
}

/// A flag whose figure is the greatest of those found; none if nothing was.
fn beyond(
    id: FlagKind,
    threshold: f64,
    found: impl Iterator<Item = (u32, f64)>,
    sentence: impl Fn(usize, f64) -> String,
) -> Option<Flag> {
    let found: Vec<(u32, f64)> = found.collect();
    let value = found.iter().map(|(_, value)| *value).max_by(f64::total_cmp)?;
    let sentence = sentence(found.len(), value);
    Some(Flag { id, value, threshold, turns: found.into_iter().map(|(turn, _)| turn).collect(), sentence })
}

/// A flag whose figure is a number of turns.
fn counted(id: FlagKind, threshold: usize, turns: Vec<u32>, sentence: impl Fn(usize) -> String) -> Option<Flag> {
    let count = turns.len();
    (count >= threshold).then(|| Flag {
        id,
        value: super::share(count, 1),
        threshold: super::share(threshold, 1),
        sentence: sentence(count),
        turns,
    })
}
