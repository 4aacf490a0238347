//! Flags: figures beyond a threshold.

use serde::Serialize;

use super::turn_quality::{TurnQuality, share, words};
use crate::engine::session::InterviewRecord;

/// Least share of an answer that counts as pasted, 0–1. Own choice: half of it is not just a name.
const PASTED: f64 = 0.5;
/// Least characters of a pasted answer. A shorter one may be a word or a link.
const PASTED_LENGTH: u32 = 20;
/// Highest plausible typing speed, in words a minute. The mean is 52 and few reach 120 (Dhakal et al. 2018); 36 on a phone
/// (Palin et al. 2019).
const TYPING: f64 = 120.0;
/// Highest plausible reading speed, in words a minute: 238 on average, 400 when skimming (Brysbaert 2019).
const READING: f64 = 400.0;
/// Least number of implausibly quick answers for a flag.
const QUICK: usize = 3;
/// Least similarity of answers that count as the same, 0–1.
const SAME: f64 = 0.9;
/// Least number of repeated answers for a flag.
const ALIKE: usize = 3;
/// Least number of one-word answers in a row for a flag.
const SHORT_RUN: usize = 3;
/// Most characters of a word. Longer ones are sentences in a script without blanks.
const WORD: u32 = 20;
/// Least share of function words in a text of the study's language, 0–1. Measured: 0.37 to 0.67 in the same language, 0 to
/// 0.11 in another one.
const OFF_LANGUAGE: f64 = 0.2;
/// Least seconds of a pause before an answer. Own choice: five minutes.
const PAUSE: f64 = 300.0;

/// Kinds of flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FlagKind {
    /// Answers were pasted.
    Pasted,
    /// Words came faster than people type.
    FastTyping,
    /// Answers came faster than one can read and type.
    Speeding,
    /// The same answer was given again and again.
    StraightAnswers,
    /// Answers of one word in a row.
    OneWordRun,
    /// Answers hold few function words of the study's language.
    OffLanguage,
    /// There was a long pause.
    LongPause,
}

/// A figure beyond a threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
pub struct QualityFlag {
    /// Its kind.
    pub id: FlagKind,
    /// The figure; the most extreme one of several.
    pub value: f64,
    /// The threshold.
    pub threshold: f64,
    /// Turns concerned.
    pub turns: Vec<u32>,
    /// The observation, one sentence.
    pub sentence: String,
}

pub(super) fn flags(
    turns: &[TurnQuality],
    function_words: Option<f64>,
    interview: &InterviewRecord<'_>,
) -> Vec<QualityFlag> {
    let answered: Vec<&TurnQuality> = turns.iter().filter(|turn| turn.characters > 0).collect();
    [
        pasted(&answered),
        typing(&answered),
        speeding(&answered, interview),
        straight(&answered),
        one_word(&answered),
        off_language(turns, function_words),
        pause(&answered),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn pasted(turns: &[&TurnQuality]) -> Option<QualityFlag> {
    let is_long = |turn: &&&TurnQuality| turn.characters >= PASTED_LENGTH;
    let found = turns.iter().filter(is_long).filter_map(|turn| Some((turn.turn, turn.pasted?)));
    greatest(FlagKind::Pasted, PASTED, found.filter(|(_, share)| *share >= PASTED), |count, most| {
        format!("{count} answers were pasted by half or more, at most {:.0} %.", most * 100.0)
    })
}

fn typing(turns: &[&TurnQuality]) -> Option<QualityFlag> {
    let found = turns.iter().filter_map(|turn| Some((turn.turn, turn.words_per_minute?)));
    greatest(FlagKind::FastTyping, TYPING, found.filter(|(_, speed)| *speed > TYPING), |count, most| {
        format!("{count} answers were typed at up to {most:.0} words a minute; people reach {TYPING:.0} at best.")
    })
}

/// The figure is the number of answers that came faster than one can read and type.
fn speeding(turns: &[&TurnQuality], interview: &InterviewRecord<'_>) -> Option<QualityFlag> {
    let least = |turn: &TurnQuality| {
        let question = interview.turns.iter().find(|found| found.turn == turn.turn).map(|found| &found.question.text);
        let words = question.map_or(0, |text| words(text).len());
        let typed = f64::from(turn.words) * (1.0 - turn.pasted.unwrap_or(0.0));
        share(words, 1) * 60.0 / READING + typed * 60.0 / TYPING
    };
    let quick = turns.iter().filter(|turn| turn.seconds.is_some_and(|seconds| seconds < least(turn)));
    let quick: Vec<u32> = quick.map(|turn| turn.turn).collect();
    counted(FlagKind::Speeding, QUICK, quick, |count| {
        format!("{count} answers came faster than their question can be read and they can be typed.")
    })
}

fn straight(turns: &[&TurnQuality]) -> Option<QualityFlag> {
    let alike = turns.iter().filter(|turn| turn.likeness >= SAME).map(|turn| turn.turn).collect();
    counted(FlagKind::StraightAnswers, ALIKE, alike, |count| {
        format!("{count} answers are the same as an earlier one, or nearly so.")
    })
}

fn one_word(turns: &[&TurnQuality]) -> Option<QualityFlag> {
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

fn off_language(turns: &[TurnQuality], function_words: Option<f64>) -> Option<QualityFlag> {
    let share = function_words.filter(|share| *share < OFF_LANGUAGE)?;
    let is_off = |turn: &&TurnQuality| turn.function_words.is_some_and(|share| share < OFF_LANGUAGE);
    Some(QualityFlag {
        id: FlagKind::OffLanguage,
        value: share,
        threshold: OFF_LANGUAGE,
        turns: turns.iter().filter(is_off).map(|turn| turn.turn).collect(),
        sentence: format!(
            "{:.0} % of the words are among those that every text of the study's language needs; usual are 35 to 70 %.",
            share * 100.0
        ),
    })
}

fn pause(turns: &[&TurnQuality]) -> Option<QualityFlag> {
    let found = turns.iter().filter_map(|turn| Some((turn.turn, turn.seconds?)));
    greatest(FlagKind::LongPause, PAUSE, found.filter(|(_, seconds)| *seconds > PAUSE), |count, most| {
        format!("{count} answers came after a pause, the longest of {:.0} minutes.", most / 60.0)
    })
}

/// A flag with the greatest of these figures; none without figures.
fn greatest(
    id: FlagKind,
    threshold: f64,
    found: impl Iterator<Item = (u32, f64)>,
    sentence: impl Fn(usize, f64) -> String,
) -> Option<QualityFlag> {
    let found: Vec<(u32, f64)> = found.collect();
    let value = found.iter().map(|(_, value)| *value).max_by(f64::total_cmp)?;
    let sentence = sentence(found.len(), value);
    Some(QualityFlag { id, value, threshold, turns: found.into_iter().map(|(turn, _)| turn).collect(), sentence })
}

/// A flag with a number of turns as its figure.
fn counted(id: FlagKind, threshold: usize, turns: Vec<u32>, sentence: impl Fn(usize) -> String) -> Option<QualityFlag> {
    let count = turns.len();
    (count >= threshold).then(|| QualityFlag {
        id,
        value: share(count, 1),
        threshold: share(threshold, 1),
        sentence: sentence(count),
        turns,
    })
}
