//! When answers came, and how they were typed, read from the log.

use indexmap::IndexMap;

use super::{TurnQuality, words};
use crate::{
    session::{Entry, Input, Manner},
    stages::Investigation,
};

/// Least seconds of typing that tell a speed.
const TYPED: f64 = 3.0;
/// Least words of an answer that tell a speed.
const WORDS: u32 = 5;

/// What the log tells of an answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    /// Milliseconds since what was told before it.
    waited: Option<u64>,
    manner: Option<Manner>,
    is_edited: bool,
}

/// What the log tells of all answers.
#[derive(Debug, Default)]
pub(super) struct Course {
    pub(super) is_simulated: bool,
    pub(super) edits: u32,
    pub(super) turns: IndexMap<u32, Told>,
    first: Option<u64>,
    last: u64,
}

impl Course {
    pub(super) fn of(log: &[Entry]) -> Self {
        let mut course = Self::default();
        let mut turn = 0;
        let mut before: Option<u64> = None;
        for entry in log {
            match entry {
                Entry::Asked(asked) => turn = asked.turn,
                Entry::Read(_) | Entry::Unasked(_) => {}
                Entry::Input(input) => {
                    let waited = before.and_then(|before| input.at().checked_sub(before));
                    course.hear(input, turn, waited);
                    before = Some(input.at());
                    course.first = course.first.or(before);
                    course.last = course.last.max(input.at());
                }
            }
        }
        course
    }

    fn hear(&mut self, input: &Input, turn: u32, waited: Option<u64>) {
        match input {
            Input::Start { seed, .. } => self.is_simulated = *seed != 0,
            Input::Answer { manner, .. } => {
                self.turns.insert(turn, Told { waited, manner: *manner, is_edited: false });
            }
            Input::Edit { turn, manner, .. } => {
                self.edits += 1;
                // How long an answer took is known of its first wording only.
                let waited = self.turns.get(turn).and_then(|told| told.waited);
                self.turns.insert(*turn, Told { waited, manner: *manner, is_edited: true });
            }
            Input::Replies { .. } | Input::Skip { .. } | Input::Remark { .. } | Input::Stop { .. } => {}
        }
    }

    /// Share of the characters of all answers that were pasted, of those the page told something about.
    pub(super) fn pasted(&self, interview: &Investigation<'_>) -> Option<f64> {
        let (mut pasted, mut all) = (0, 0);
        for turn in interview.turns {
            let manner = self.turns.get(&turn.turn).and_then(|told| told.manner);
            if let (Some(answer), Some(manner)) = (turn.answer.as_deref(), manner) {
                let count = answer.chars().count();
                all += count;
                pasted += usize::try_from(manner.pasted).unwrap_or(count).min(count);
            }
        }
        (all > 0).then(|| super::share(pasted, all))
    }

    pub(super) fn total_seconds(&self) -> Option<f64> {
        let first = self.first.filter(|_| !self.is_simulated)?;
        Some(seconds(self.last.saturating_sub(first)))
    }
}

/// An answer with what the log tells of it.
pub(super) fn row(turn: u32, answer: &str, told: Told, is_simulated: bool) -> TurnQuality {
    let characters = u32::try_from(answer.chars().count()).unwrap_or(u32::MAX);
    let count = u32::try_from(words(answer).len()).unwrap_or(u32::MAX);
    let measured = told.manner.and_then(|manner| manner.first_ms.map(|first| first.saturating_add(manner.typing_ms)));
    let waited = measured.or(told.waited).filter(|_| !is_simulated);
    let typing = told.manner.filter(|manner| manner.typing_ms > 0).map(|manner| seconds(manner.typing_ms));
    let pasted = told.manner.map(|manner| f64::from(manner.pasted.min(characters)) / f64::from(characters.max(1)));
    let typed = f64::from(count) * (1.0 - pasted.unwrap_or(0.0));
    let tells = typing.filter(|seconds| *seconds >= TYPED && typed >= f64::from(WORDS));
    TurnQuality {
        turn,
        words: count,
        characters,
        seconds: waited.map(seconds),
        typing_seconds: typing,
        words_per_minute: tells.map(|seconds| typed * 60.0 / seconds),
        pasted,
        is_edited: told.is_edited,
        ..TurnQuality::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of a session are far below 2^52")]
fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}
