//! The timing of answers and the statistics of their typing, from the log.

use super::turn_quality::{TurnQuality, share, words};
use crate::engine::{
    index_map::IndexMap,
    session::{Input, InterviewRecord, LogEntry, TypingStats},
};

/// Least seconds of typing for a speed.
const TYPED: f64 = 3.0;
/// Least typed words for a speed.
const WORDS: u32 = 5;

/// The timing of an answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AnswerTiming {
    /// Milliseconds since the input before it.
    waited: Option<u64>,
    manner: Option<TypingStats>,
    is_edited: bool,
}

/// The timing of all answers.
#[derive(Debug, Default)]
pub(super) struct SessionTiming {
    pub(super) is_simulated: bool,
    pub(super) edits: u32,
    pub(super) turns: IndexMap<u32, AnswerTiming>,
    first: Option<u64>,
    last: u64,
}

impl SessionTiming {
    pub(super) fn of(log: &[LogEntry]) -> Self {
        let mut timing = Self::default();
        let mut turn = 0;
        let mut before: Option<u64> = None;
        for entry in log {
            match entry {
                LogEntry::Asked(asked) => turn = asked.turn,
                LogEntry::Read(_) | LogEntry::Unasked(_) => {}
                LogEntry::Input(input) => {
                    let waited = before.and_then(|before| input.at().checked_sub(before));
                    timing.count(input, turn, waited);
                    before = Some(input.at());
                    timing.first = timing.first.or(before);
                    timing.last = timing.last.max(input.at());
                }
            }
        }
        timing
    }

    fn count(&mut self, input: &Input, turn: u32, waited: Option<u64>) {
        match input {
            Input::Start { seed, .. } => self.is_simulated = *seed != 0,
            Input::Answer { manner, .. } => {
                self.turns.insert(turn, AnswerTiming { waited, manner: *manner, is_edited: false });
            }
            Input::Edit { turn, manner, .. } => {
                self.edits += 1;
                // The time of an edit says nothing about the time of the answer.
                let waited = self.turns.get(turn).and_then(|timing| timing.waited);
                self.turns.insert(*turn, AnswerTiming { waited, manner: *manner, is_edited: true });
            }
            Input::Replies { .. } | Input::Skip { .. } | Input::Remark { .. } | Input::Stop { .. } => {}
        }
    }

    /// Share of pasted characters in all answers with typing statistics.
    pub(super) fn pasted(&self, interview: &InterviewRecord<'_>) -> Option<f64> {
        let (mut pasted, mut all) = (0, 0);
        for turn in interview.turns {
            let manner = self.turns.get(&turn.turn).and_then(|timing| timing.manner);
            if let (Some(answer), Some(manner)) = (turn.answer.as_deref(), manner) {
                let count = answer.chars().count();
                all += count;
                pasted += usize::try_from(manner.pasted).unwrap_or(count).min(count);
            }
        }
        (all > 0).then(|| share(pasted, all))
    }

    pub(super) fn total_seconds(&self) -> Option<f64> {
        let first = self.first.filter(|_| !self.is_simulated)?;
        Some(seconds(self.last.saturating_sub(first)))
    }
}

/// The data quality of an answer.
pub(super) fn row(turn: u32, answer: &str, timing: AnswerTiming, is_simulated: bool) -> TurnQuality {
    let characters = u32::try_from(answer.chars().count()).unwrap_or(u32::MAX);
    let count = u32::try_from(words(answer).len()).unwrap_or(u32::MAX);
    let measured = timing.manner.and_then(|manner| manner.first_ms.map(|first| first.saturating_add(manner.typing_ms)));
    let waited = measured.or(timing.waited).filter(|_| !is_simulated);
    let typing = timing.manner.filter(|manner| manner.typing_ms > 0).map(|manner| seconds(manner.typing_ms));
    let pasted = timing.manner.map(|manner| f64::from(manner.pasted.min(characters)) / f64::from(characters.max(1)));
    let typed = f64::from(count) * (1.0 - pasted.unwrap_or(0.0));
    let reliable = typing.filter(|seconds| *seconds >= TYPED && typed >= f64::from(WORDS));
    TurnQuality {
        turn,
        words: count,
        characters,
        seconds: waited.map(seconds),
        typing_seconds: typing,
        words_per_minute: reliable.map(|seconds| typed * 60.0 / seconds),
        pasted,
        is_edited: timing.is_edited,
        ..TurnQuality::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of a session are far below 2^52")]
fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}
