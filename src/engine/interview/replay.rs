//! Resumes an interview from its log, and checks that a replay gives the same questions and states.

use std::sync::Arc;

use super::{Interview, InterviewError, state::Recording};
use crate::engine::{
    dialogue::Source,
    json,
    session::{Input, LogEntry, Session, Turn},
    study::Study,
};

/// A difference between a session and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Turn that would answer the question concerned; 0 for the study itself.
    pub turn: u32,
    /// What differs: `study`, `question`, `probe`, `reading` or `state`.
    pub what: &'static str,
    /// The value in the session.
    pub recorded: String,
    /// The value in the replay.
    pub found: String,
}

impl Interview {
    /// Resumes an interview from its log, with the readings and questions in it.
    ///
    /// A log may end with an input without a recorded question, after a crash. The interview then continues from that input.
    /// Requests to models are made again under the same ids.
    ///
    /// # Errors
    /// [`Failure::Log`] names the first entry that does not fit.
    pub fn resume(study: impl Into<Arc<Study>>, log: &[LogEntry]) -> Result<Self, InterviewError> {
        let mut interview = Self::new(study)?;
        interview.apply_inputs(inputs(log)?)?;
        Ok(interview)
    }

    /// Another interview under the same study, resumed from its log. Both share the cache of the study.
    ///
    /// # Errors
    /// [`Failure::Log`] names the first entry that does not fit.
    pub fn of_log(&self, log: &[LogEntry]) -> Result<Self, InterviewError> {
        let (study, study_hash, cache) = (Arc::clone(&self.study), self.study_hash.clone(), Arc::clone(&self.cache));
        let mut interview = Self { trace: self.trace, ..Self::begin(study, study_hash, cache) };
        interview.apply_inputs(inputs(log)?)?;
        Ok(interview)
    }

    fn apply_inputs(&mut self, inputs: Vec<LoggedInput<'_>>) -> Result<(), InterviewError> {
        for LoggedInput { position, input, recording } in inputs {
            self.apply(input.clone(), recording).map_err(|failure| InterviewError::Log {
                entry: position + 1,
                problem: format!("does not fit: {failure}"),
            })?;
        }
        Ok(())
    }
}

/// Replays a session and compares every question and state with the recorded one.
///
/// # Errors
/// [`Failure`] if the study cannot be used or an entry of the log does not fit.
pub fn replay(session: &Session) -> Result<(Interview, Vec<Difference>), InterviewError> {
    let mut interview = Interview::resume(session.study.clone(), &session.log)?;
    let mut differences = std::mem::take(&mut interview.differences);
    if interview.study_hash != session.study_hash {
        let (recorded, found) = (session.study_hash.clone(), interview.study_hash.clone());
        differences.insert(0, Difference { turn: 0, what: "study", recorded, found });
    }
    Ok((interview, differences))
}

/// Replays a session with the present rules: they read again the answers that the rules had read. Readings and questions by
/// models stay, and no model is called.
///
/// # Errors
/// [`Failure`] if the study cannot be used or an entry of the log does not fit.
pub fn reread(session: &Session) -> Result<(Interview, Vec<Difference>), InterviewError> {
    let mut inputs = inputs(&session.log)?;
    for LoggedInput { recording, .. } in &mut inputs {
        let is_by_rules = |source: &Source| matches!(source, Source::Rules { .. });
        recording.outdated = recording.read.filter(|read| is_by_rules(&read.source));
        recording.read = recording.read.filter(|read| !is_by_rules(&read.source));
        recording.asked = recording.asked.filter(|asked| !is_by_rules(&asked.source));
        recording.unasked = None;
    }
    let mut interview = Interview::new(Study { models: Vec::new(), ..session.study.clone() })?;
    interview.apply_inputs(inputs)?;
    let recorded = Interview::resume(session.study.clone(), &session.log)?;
    let show = |turn: &Turn| json::write(&(&turn.extraction, &turn.reading)).unwrap_or_default();
    let turns = recorded.turns().iter().zip(interview.turns());
    let changed = turns.filter(|(old, new)| old.extraction != new.extraction || old.reading != new.reading);
    let differences = changed
        .map(|(old, new)| Difference { turn: old.turn, what: "reading", recorded: show(old), found: show(new) })
        .collect();
    Ok((interview, differences))
}

/// An input of a log, its position, and what the log holds about it.
struct LoggedInput<'a> {
    position: usize,
    input: &'a Input,
    recording: Recording<'a>,
}

fn inputs(log: &[LogEntry]) -> Result<Vec<LoggedInput<'_>>, InterviewError> {
    let mut inputs: Vec<LoggedInput<'_>> = Vec::new();
    for (position, entry) in log.iter().enumerate() {
        if let LogEntry::Input(input) = entry {
            inputs.push(LoggedInput { position, input, recording: Recording::default() });
            continue;
        }
        let last = inputs.last_mut().ok_or_else(|| InterviewError::Log {
            entry: position + 1,
            problem: "records the consequence of an input that is missing".to_owned(),
        })?;
        match entry {
            LogEntry::Input(_) => {}
            LogEntry::Read(read) => last.recording.read = Some(read),
            LogEntry::Asked(asked) => last.recording.asked = Some(asked),
            LogEntry::Unasked(unasked) => last.recording.unasked = Some(unasked),
        }
    }
    Ok(inputs)
}
