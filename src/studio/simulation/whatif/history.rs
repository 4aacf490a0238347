//! The state of a recorded interview at each of its turns, folded from the records of the turns.

use super::ComparisonError;
use crate::engine::{
    interview::state::SessionState,
    reader::ConceptWords,
    session::{Input, LogEntry, SkipKind, Turn},
    state::{Situation, State, Trace},
    study::Study,
};

/// An interview up to a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedHistory {
    state: SessionState,
    /// The kind of each skip by turn; none for an answer.
    skips: Vec<Option<SkipKind>>,
}

impl RecordedHistory {
    /// The interview before the first turn of this log.
    pub(super) fn of(log: &[LogEntry]) -> Self {
        let mut skips = Vec::new();
        for entry in log {
            match entry {
                LogEntry::Input(Input::Answer { .. }) => skips.push(None),
                LogEntry::Input(Input::Skip { kind, .. }) => skips.push(Some(*kind)),
                LogEntry::Input(Input::Edit { .. }) => {
                    skips.pop();
                    skips.push(None);
                }
                LogEntry::Input(_) | LogEntry::Read(_) | LogEntry::Asked(_) | LogEntry::Unasked(_) => {}
            }
        }
        Self { skips, ..Self::default() }
    }

    /// Adds a response: applies the recorded changes of the graph, and computes the state under this study.
    pub(super) fn add_response(&mut self, turn: &Turn, study: &Study) -> Result<(), ComparisonError> {
        let index = usize::try_from(turn.turn).unwrap_or_default().saturating_sub(1);
        let state = &mut self.state;
        if let Some(Some(kind)) = self.skips.get(index).copied() {
            state.decline(turn.question.probe.as_ref(), kind);
        }
        let problem = |problem: String| ComparisonError::Turn { turn: turn.turn, problem };
        state.graph.apply(&turn.delta).map_err(|error| problem(error.to_string()))?;
        state.computed = State::of(&state.graph, &study.concept, &study.methodology, &study.limits);
        let reading = turn.extraction.as_ref().zip(turn.reading.as_ref());
        let subject = ConceptWords::of(&study.pack, &study.concept.elements, &study.concept.topic);
        state.record_exchange((study, &subject), &turn.question, turn.answer.clone(), reading, &turn.delta);
        Ok(())
    }

    /// Adds the next question.
    pub(super) fn add_question(&mut self, turn: &Turn) {
        if let Some(probe) = turn.next.as_ref().and_then(|question| question.probe.as_ref()) {
            self.state.course.focus(turn.turn, probe);
        }
    }

    /// The same interview with the state under another study.
    pub(super) fn under(&self, study: &Study) -> Self {
        let mut history = self.clone();
        let state = &mut history.state;
        state.computed = State::of(&state.graph, &study.concept, &study.methodology, &study.limits);
        history
    }

    /// Everything a policy may look at in this turn.
    pub(super) fn situation<'a>(&'a self, turn: u32, study: &'a Study) -> Situation<'a> {
        self.state.situation(study, turn, Trace::Whole)
    }
}
